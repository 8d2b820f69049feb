import { rejectionCauseTexts } from '@trellis/api-contract';
import { Chip, Hero, Hint, SignedAmount, Summary, TextLink, useCopy } from '@trellis/kit';
import { useLanguage } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetails } from '../../api.ts';
import { textKey } from '../../texts/textKey.ts';
import { AddressGroups } from './AddressGroups.tsx';
import { Fact } from './Evidence.tsx';
import * as styles from './QueuePanel.module.css';
import { ReasonMark } from './ReasonMark.tsx';
import { reasonsOf } from './reasons.ts';
import { Deadline, StepChip } from './Standing.tsx';
import { personOf } from './withdrawalTexts.ts';

/** What is decided on, in the order in which it is looked at: how much of whose, where to, what speaks against it, and from where. */
export function PanelFacts({ details }: { details: WithdrawalDetails }) {
  const { t } = useTranslation('operator');
  const [language] = useLanguage();
  const copy = useCopy();
  const { amount, received, today, fee, chain, username, origin, status, cause, approvals, approvalsNeeded } = details;
  return (
    <>
      <Hero
        label={t(origin === 'deposit_return' ? 'withdrawals.backTo' : 'withdrawals.askedBy', { username })}
        money={amount}
      >
        <div className={styles.who}>
          {status === 'pending_review' && <Deadline withdrawal={details} />}
          <StepChip withdrawal={details} />
          <Chip tone={approvals.length < approvalsNeeded ? 'warning' : 'positive'}>
            {t('home.stands', {
              name: t('withdrawals.approvalCount'),
              state: t('withdrawals.approvedOf', { given: approvals.length, needed: approvalsNeeded }),
            })}
          </Chip>
        </div>
        {cause !== null && cause !== 'cancelled' && (
          <Hint>{t('withdrawals.shown', { cause: rejectionCauseTexts[cause][language] })}</Hint>
        )}
      </Hero>
      <div className={styles.well}>
        <AddressGroups address={details.address} />
        <TextLink onClick={() => void copy(details.address, t('withdrawals.copied'))}>{t('withdrawals.copy')}</TextLink>
      </div>
      <Summary
        rows={[
          { label: t('withdrawals.receives'), value: received },
          ...(today ? [{ label: t('withdrawals.today'), value: today }] : []),
          { label: t('withdrawals.network'), value: t(textKey('withdrawals.network', chain)) },
          { label: t('withdrawals.fee'), value: fee },
        ]}
      />
      <ReasonLines details={details} />
      <SourceLines details={details} />
      {approvals.length > 0 && (
        <section className={styles.part}>
          <h2>{t('withdrawals.approvals')}</h2>
          <ul>
            {approvals.map(({ by, reason }) => (
              <li key={by}>
                <strong translate="no">{personOf(by)}</strong>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Each reason with the fact behind it, the gravest first. */
function ReasonLines({ details }: { details: WithdrawalDetails }) {
  const { t } = useTranslation('operator');
  const { others } = details.evidence.address;
  const reasons = reasonsOf(details.risks, others > 0);
  return (
    <section className={styles.part} aria-label={t('withdrawals.risks')}>
      {reasons.length === 0 ? (
        <Hint>{t('withdrawals.noRisk')}</Hint>
      ) : (
        <ul className={styles.reasons}>
          {reasons.map((reason) => (
            <li key={reason}>
              <div>
                <ReasonMark reason={reason} />
                <small>
                  {reason === 'shared' ? (
                    t('withdrawals.saysShared', { count: others })
                  ) : (
                    <Fact risk={reason} details={details} />
                  )}
                </small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The last credits that cover the amount, the oldest first. */
function SourceLines({ details: { evidence, username } }: { details: WithdrawalDetails }) {
  const { t } = useTranslation('operator');
  return (
    <section className={styles.part}>
      <h2>{t('withdrawals.sources')}</h2>
      {evidence.sources.length === 0 ? (
        <Hint>{t('withdrawals.noSources')}</Hint>
      ) : (
        <ul>
          {evidence.sources.map(({ record, money, counterparty }, place) => (
            // Two credits may be of one moment, and what came before never changes its place.
            <li key={place}>
              <span>
                {t([`record.${record}`, 'history.otherKind'])}
                {counterparty !== null && (
                  <>
                    {' · '}
                    <span translate="no">{counterparty}</span>
                  </>
                )}
              </span>
              <SignedAmount money={money} />
            </li>
          ))}
        </ul>
      )}
      <TextLink to={`/members/${username}?kind=money`}>{t('withdrawals.history')}</TextLink>
    </section>
  );
}
