import { correctionCauseTexts } from '@trellis/api-contract';
import {
  Button,
  Buttons,
  Card,
  Chip,
  Empty,
  Hint,
  LinkButton,
  SignedAmount,
  SkeletonRows,
  useDates,
} from '@trellis/kit';
import { PagedList, useLanguage } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogEntries, LogEntry } from '../audit/LogEntry.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { adjustmentsIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';
import { type Correction, correctionStates } from './adjustmentTexts.ts';
import { adjustmentsApi } from './api.ts';
import { CorrectionSheet } from './CorrectionSheet.tsx';

/** Every correction that was asked for and what came of it, the latest first; one treasurer asks, another says yes. */
export function Corrections() {
  const { t } = useTranslation('operator');
  const may = useMay('treasury');
  const [open, setOpen] = useState(false);
  const query = adjustmentsApi.useListBonusCorrectionsInfiniteQuery({});
  return (
    <>
      <Hint>{t(may ? 'adjustments.correctionsText' : 'adjustments.correctionsNotYours')}</Hint>
      <Buttons>
        {may && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('adjustments.correct')}
          </Button>
        )}
        <LinkButton to="/approvals" kind="quiet" size="small">
          {t('place.approvals')}
        </LinkButton>
      </Buttons>
      <PagedList query={query} waiting={<SkeletonRows />} more={t('audit.more')}>
        {({ corrections }, stamp) => (
          <>
            {stamp}
            {corrections.length === 0 ? (
              <Card>
                <Empty icon={adjustmentsIcon} text={t('adjustments.noCorrection')} />
              </Card>
            ) : (
              <>
                {stamp !== false && <ExportLink path="/bonus/corrections.csv" found="whole" />}
                <LogEntries>
                  {corrections.map((of) => (
                    <CorrectionEntry key={of.id} of={of} />
                  ))}
                </LogEntries>
              </>
            )}
          </>
        )}
      </PagedList>
      {open && <CorrectionSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function CorrectionEntry({ of }: { of: Correction }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const [language] = useLanguage();
  const { username, amount, cause, state, requestedBy, requestedAt, reason, expiresAt, approvedBy, postedAt } = of;
  const { text, tone } = correctionStates[state];
  return (
    <LogEntry
      action={username}
      subject={
        <>
          <SignedAmount money={amount} /> <Chip tone={tone}>{t(text)}</Chip>
        </>
      }
      actor={requestedBy}
      at={requestedAt}
      facts={[
        [t('adjustments.cause'), correctionCauseTexts[cause][language]],
        [t('audit.why'), reason],
        state === 'waiting' && [t('approvals.until'), dateTime(expiresAt)],
        approvedBy !== null && [t('adjustments.approvedBy'), <span translate="no">{approvedBy}</span>],
        postedAt !== null && [t('adjustments.postedAt'), dateTime(postedAt)],
      ]}
    />
  );
}
