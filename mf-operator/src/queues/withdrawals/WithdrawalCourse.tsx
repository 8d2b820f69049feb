import { Card, Chip, Code, Hint, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payout, WithdrawalDetails } from '../../api.ts';
import { Moment } from '../../frame/Moment.tsx';
import { textKey } from '../../texts/textKey.ts';
import * as styles from './Withdrawals.module.css';
import { payoutTones, personOf } from './withdrawalTexts.ts';

interface Props {
  readonly details: WithdrawalDetails;
}

/** Who approved and why, and how many more it takes. */
export function Approvals({ details: { approvals, approvalsNeeded } }: Props) {
  const { t } = useTranslation('operator');
  return (
    <Card
      title={t('withdrawals.approvals')}
      action={<span>{t('withdrawals.approvedOf', { given: approvals.length, needed: approvalsNeeded })}</span>}
    >
      {approvals.length === 0 ? (
        <Hint>{t('withdrawals.nobodyYet')}</Hint>
      ) : (
        <ul className={styles.lines}>
          {approvals.map(({ by, reason, at }) => (
            <Line key={by} head={personOf(by)} at={at}>
              {reason}
            </Line>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Transactions that were named for it, the invalid ones too. */
export function Payouts({ details: { payouts } }: Props) {
  const { t } = useTranslation('operator');
  if (payouts.length === 0) return null;
  return (
    <Card title={t('withdrawals.payouts')}>
      <ul className={styles.lines}>
        {payouts.map((payout) => (
          <PayoutLine key={payout.id} payout={payout} />
        ))}
      </ul>
    </Card>
  );
}

function PayoutLine({ payout }: { payout: Payout }) {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { tx, state, verifiable, recordedBy, recordedAt, fault, voidAskedBy, confirmedBy } = payout;
  const waits = state === 'recorded' && !verifiable;
  return (
    <li>
      <Chip tone={payoutTones[state]}>
        {t(waits ? 'withdrawals.payoutWaits' : textKey('withdrawals.payout', state))}
      </Chip>
      <Code>{tx}</Code>
      <small>{t('withdrawals.recordedBy', { who: personOf(recordedBy), time: dateTime(recordedAt) })}</small>
      {confirmedBy !== null && <small>{t('withdrawals.confirmedBy', { who: personOf(confirmedBy) })}</small>}
      {voidAskedBy !== null && state === 'recorded' && (
        <small>{t('withdrawals.voidAskedBy', { who: personOf(voidAskedBy) })}</small>
      )}
      {fault !== null && <small lang="en">{fault}</small>}
    </li>
  );
}

/** What happened and when, oldest first. */
export function Steps({ details: { timeline, origin } }: Props) {
  const { t } = useTranslation('operator');
  const ofTwo = origin === 'deposit_return';
  return (
    <Card title={t('withdrawals.steps')}>
      <ol className={styles.lines}>
        {timeline.map(({ kind, at }) => (
          <Line
            key={`${kind} ${at}`}
            head={t(kind === 'submitted' && ofTwo ? 'withdrawals.eventAgreed' : textKey('withdrawals.event', kind))}
            at={at}
          />
        ))}
      </ol>
    </Card>
  );
}

function Line({ head, at, children }: { head: string; at: string; children?: ReactNode }) {
  return (
    <li>
      <span className={styles.ends}>
        <strong>{head}</strong>
        <Moment at={at} />
      </span>
      {children !== undefined && <span>{children}</span>}
    </li>
  );
}
