import { type Output, rejectionCauseTexts } from '@trellis/api-contract';
import { Ladder, useDates } from '@trellis/kit';
import { productNow, useLanguage } from '@trellis/shell-sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChainTransaction } from '../records/ChainTransaction.tsx';
import * as styles from './Timeline.module.css';

type Detail = Output<'getWithdrawal'>;
type EventKind = Detail['timeline'][number]['kind'];

/** The steps that a member sees, and the event that each is done with. */
const steps = [
  { title: 'withdrawal.stepSubmitted', done: 'submitted' },
  { title: 'withdrawal.stepSecurity', done: 'security_check' },
  { title: 'withdrawal.stepReview', done: 'approved' },
  { title: 'withdrawal.stepSent', done: 'sent' },
  { title: 'withdrawal.stepComplete', done: 'complete' },
] as const satisfies readonly { title: string; done: EventKind }[];

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** What happened and when, what happens now, and what is to come; as a stair for the eye, as a list for all. */
export function Timeline({ withdrawal, listOnly }: { withdrawal: Detail; listOnly?: boolean }) {
  const { t } = useTranslation('wallet');
  const [language] = useLanguage();
  const { dateTime } = useDates();
  const isCancelled = withdrawal.cause === 'cancelled';
  const at = (kind: EventKind): string | undefined => withdrawal.timeline.find((event) => event.kind === kind)?.at;
  const rejectedAt = at('rejected');
  const reached = steps.filter(({ done }) => at(done) !== undefined);
  const current = rejectedAt === undefined ? steps[reached.length] : undefined;
  const shown = rejectedAt === undefined ? steps : reached;
  return (
    <>
      {rejectedAt === undefined && !listOnly && (
        <Ladder
          steps={steps.map((step, index) => ({
            state: index < reached.length ? 'done' : step === current ? 'next' : 'open',
            label: t(step.title),
          }))}
          flag={current && t(current.title)}
        />
      )}
      <ol className={styles.timeline}>
        {shown.map((step) => {
          const doneAt = at(step.done);
          const isCurrent = step === current;
          return (
            <li
              key={step.done}
              data-state={doneAt !== undefined ? 'done' : isCurrent ? 'current' : 'next'}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <strong>{t(step.title)}</strong>
              <small>
                {doneAt !== undefined ? (
                  dateTime(doneAt)
                ) : (
                  <Outlook step={step.done} current={isCurrent} withdrawal={withdrawal} />
                )}
                {step.done === 'sent' && <Transaction withdrawal={withdrawal} />}
              </small>
            </li>
          );
        })}
        {rejectedAt !== undefined && (
          <li data-state={isCancelled ? 'ended' : 'failed'}>
            <strong>{isCancelled ? rejectionCauseTexts.cancelled[language] : t('withdrawal.rejected')}</strong>
            <small>{dateTime(rejectedAt)}</small>
          </li>
        )}
      </ol>
    </>
  );
}

/** What is waited for, and until when at the latest. */
function Outlook({ step, current, withdrawal }: { step: EventKind; current: boolean; withdrawal: Detail }): ReactNode {
  const { t } = useTranslation('wallet');
  const { dateTime } = useDates();
  const leftMs = Date.parse(withdrawal.deadlineAt) - productNow();
  if (current && withdrawal.paused) return t('withdrawal.paused');
  if (withdrawal.payoutsFrozen) return current ? t('withdrawal.afterFreeze') : null;
  if (current && leftMs <= 0) return t('withdrawal.late');
  if (step === 'complete') return t('withdrawal.by', { time: dateTime(withdrawal.deadlineAt) });
  if (step === 'sent') return current ? t('withdrawal.beingSent') : t('withdrawal.willBeSent');
  if (!current) return null;
  const hours = Math.floor(leftMs / hourMs);
  const minutes = Math.floor((leftMs % hourMs) / minuteMs);
  return t('withdrawal.inReview', { hours, minutes });
}

function Transaction({ withdrawal: { payout } }: { withdrawal: Detail }) {
  const { t } = useTranslation('wallet');
  if (payout === null) return null;
  const { transaction, confirmations, needed } = payout;
  return (
    <>
      {needed > 0 && ` · ${t('withdrawal.confirmations', { confirmations, needed })}`}
      <br />
      <ChainTransaction transaction={transaction} />
    </>
  );
}
