import { Button, Buttons, Card, Chip, Hint, Summary, useDates } from '@trellis/kit';
import { useOperator } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Hold, operatorApi } from '../../api.ts';
import { Actor } from '../../frame/Actor.tsx';
import { sheetsOf } from '../../frame/actionSheets.tsx';
import { textKey } from '../../texts/textKey.ts';

/** One hold: whose bonus or which day, why, how much waits, and its end by somebody else. */
export function HoldCard({ hold, may }: { hold: Hold; may: boolean }) {
  const { t } = useTranslation('operator');
  const { day: dayText, dateTime } = useDates();
  const operator = useOperator();
  const [open, setOpen] = useState(false);
  const { username, day, cause, heldBy, heldAt, reason, releasedBy, releasedAt, releaseReason, waits } = hold;
  const isOpen = releasedBy === null;
  const isOwn = heldBy === `operator:${operator?.name}`;
  return (
    <Card
      title={username ?? (day === null ? '' : dayText(day))}
      action={
        <Chip tone={isOpen ? 'warning' : 'neutral'}>{t(isOpen ? 'adjustments.held' : 'adjustments.released')}</Chip>
      }
    >
      <Summary
        rows={[
          { label: t('adjustments.cause'), value: t(textKey('adjustments.cause', cause)) },
          { label: t('adjustments.waits'), value: waits },
          { label: t('adjustments.heldBy'), value: <Actor name={heldBy} /> },
          { label: t('adjustments.heldAt'), value: dateTime(heldAt) },
          { label: t('action.reason'), value: reason },
          ...(releasedBy === null || releasedAt === null
            ? []
            : [
                { label: t('adjustments.releasedBy'), value: <Actor name={releasedBy} /> },
                { label: t('adjustments.releasedAt'), value: dateTime(releasedAt) },
                { label: t('adjustments.releaseReason'), value: releaseReason ?? '' },
              ]),
        ]}
      />
      {isOpen && isOwn && <Hint>{t('adjustments.notOwn')}</Hint>}
      {isOpen && may && !isOwn && (
        <Buttons>
          <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
            {t('adjustments.release')}
          </Button>
        </Buttons>
      )}
      {open && <ReleaseSheet subject={hold} onClose={() => setOpen(false)} />}
    </Card>
  );
}

const ReleaseSheet = sheetsOf<Hold>()(operatorApi.useReleaseBonusHoldMutation, {
  title: 'adjustments.release',
  consequence: 'adjustments.releaseText',
  submitLabel: 'adjustments.release',
  asksCode: true,
  input: ({ id }, words) => ({ id, ...words }),
});
