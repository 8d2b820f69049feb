import {
  Button,
  Buttons,
  Card,
  Chip,
  Code,
  Empty,
  Hint,
  LinkButton,
  SignedAmount,
  SkeletonRows,
  useDates,
} from '@trellis/kit';
import { PagedList } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { correctionStates } from '../adjustments/adjustmentTexts.ts';
import { LogEntries, LogEntry } from '../audit/LogEntry.tsx';
import { ExportLink } from '../frame/ExportLink.tsx';
import { adjustmentsIcon } from '../icons.ts';
import { useMay } from '../roles/useMay.ts';
import { feeReturnsApi } from './api.ts';
import { FeeReturnSheet } from './FeeReturnSheet.tsx';
import { type FeeReturn, feeKindTexts } from './feeTexts.ts';

/** Every fee that was asked back and what came of it, the latest first; one treasurer asks, another says yes. */
export function FeeReturns() {
  const { t } = useTranslation('operator');
  const may = useMay('treasury');
  const [open, setOpen] = useState(false);
  const query = feeReturnsApi.useListFeeReturnsInfiniteQuery({});
  return (
    <>
      <Hint>{t(may ? 'feeReturns.text' : 'feeReturns.notYours')}</Hint>
      <Buttons>
        {may && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('feeReturns.return')}
          </Button>
        )}
        <LinkButton to="/approvals" kind="quiet" size="small">
          {t('place.approvals')}
        </LinkButton>
      </Buttons>
      <PagedList query={query} waiting={<SkeletonRows />} more={t('audit.more')}>
        {({ returns }, stamp) => (
          <>
            {stamp}
            {returns.length === 0 ? (
              <Card>
                <Empty icon={adjustmentsIcon} text={t('feeReturns.none')} />
              </Card>
            ) : (
              <>
                {stamp !== false && <ExportLink path="/fee-returns.csv" found="whole" />}
                <LogEntries>
                  {returns.map((of) => (
                    <FeeReturnEntry key={of.id} of={of} />
                  ))}
                </LogEntries>
              </>
            )}
          </>
        )}
      </PagedList>
      {open && <FeeReturnSheet onClose={() => setOpen(false)} />}
    </>
  );
}

function FeeReturnEntry({ of }: { of: FeeReturn }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { username, kind, record, amount, state, requestedBy, requestedAt, reason, expiresAt, approvedBy, postedAt } =
    of;
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
        [t('feeReturns.kind'), t(feeKindTexts[kind])],
        [t('feeReturns.record'), <Code>{record}</Code>],
        [t('audit.why'), reason],
        state === 'waiting' && [t('approvals.until'), dateTime(expiresAt)],
        approvedBy !== null && [t('adjustments.approvedBy'), <span translate="no">{approvedBy}</span>],
        postedAt !== null && [t('adjustments.postedAt'), dateTime(postedAt)],
      ]}
    />
  );
}
