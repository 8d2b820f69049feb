import { Card, Hint, Section, Stack, Summary, useDates } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import type { MemberDetails } from '../../api.ts';
import { useActorName } from '../../frame/Actor.tsx';
import { Quiet } from '../../frame/Quiet.tsx';
import { textKey } from '../../texts/textKey.ts';

/** When a member was suspended, why, and by whom it began and ended; the latest first. */
export function Suspensions({ suspensions }: { suspensions: MemberDetails['suspensions'] }) {
  const { t } = useTranslation('operator');
  const actorName = useActorName();
  const { dateTime } = useDates();
  return (
    <Section title={t('members.suspensions')}>
      {suspensions.length === 0 && <Quiet icon="check" text={t('members.suspensionsNone')} />}
      {suspensions.map(({ cause, reason, suspendedBy, suspendedAt, restoreReason, restoredBy, restoredAt }) => (
        <Card key={suspendedAt}>
          <Stack>
            <strong>{t(textKey('members.cause', cause))}</strong>
            <Hint>{reason}</Hint>
          </Stack>
          <Summary
            rows={[
              {
                label: t('members.suspendedAt'),
                value: t('members.atBy', { at: dateTime(suspendedAt), by: actorName(suspendedBy) }),
              },
              {
                label: t('members.restoredAt'),
                value:
                  restoredAt === null
                    ? t('members.notRestored')
                    : t('members.atBy', { at: dateTime(restoredAt), by: actorName(restoredBy ?? '') }),
              },
              ...(restoreReason === null ? [] : [{ label: t('members.restoreReason'), value: restoreReason }]),
            ]}
          />
        </Card>
      ))}
    </Section>
  );
}
