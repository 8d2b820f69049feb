import type { WithdrawalRisk } from '@trellis/api-contract';
import { Card, Chip, Hint, moneyText, Row, Rows, Section, SignedAmount, TextLink, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalDetails } from '../../api.ts';
import { Moment } from '../../frame/Moment.tsx';
import { textKey } from '../../texts/textKey.ts';
import { AddressGroups } from './AddressGroups.tsx';
import { useReasonName } from './ReasonMark.tsx';
import { isGrave, reasonsOf } from './reasons.ts';
import * as styles from './Withdrawals.module.css';

interface Props {
  readonly details: WithdrawalDetails;
}

/** What makes one look twice, each as a sentence with the facts behind it. */
export function Risks({ details }: Props) {
  const { t } = useTranslation('operator');
  const name = useReasonName();
  const { risks, evidence } = details;
  if (risks.length === 0 && evidence.address.others === 0)
    return (
      <Card title={t('withdrawals.risks')}>
        <Hint>{t('withdrawals.noRisk')}</Hint>
      </Card>
    );
  return (
    <Card title={t('withdrawals.risks')}>
      <ul className={styles.lines}>
        {reasonsOf(risks, evidence.address.others > 0).map((reason) => (
          <li key={reason}>
            <Chip tone={isGrave(reason) ? 'negative' : 'warning'}>{name(reason)}</Chip>
            <span>
              {reason === 'shared' ? (
                t('withdrawals.saysShared', { count: evidence.address.others })
              ) : (
                <>
                  {t(textKey('withdrawals.says', reason))} <Fact risk={reason} details={details} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What a reason rests on: a word makes people tick, a fact makes them look. */
export function Fact({ risk, details: { evidence } }: Props & { risk: WithdrawalRisk }): ReactNode {
  const { t } = useTranslation('operator');
  const { dateTime } = useDates();
  const { address, member, usdValue, largeFrom, balanceBefore, securityChange } = evidence;
  switch (risk) {
    case 'newAddress':
      return (
        <>
          {address.addedAt !== null && t('withdrawals.factAdded', { at: dateTime(address.addedAt) })}{' '}
          {address.paidAt === null
            ? t('withdrawals.factNeverPaid')
            : t('withdrawals.factPaid', { count: address.paid, at: dateTime(address.paidAt) })}
        </>
      );
    case 'firstWithdrawal':
      return t('withdrawals.factMember', {
        since: dateTime(member.since),
        paid: member.paid,
        rejected: member.rejected,
      });
    case 'large':
      return t('withdrawals.factLarge', { value: moneyText(usdValue), from: moneyText(largeFrom) });
    case 'mostOfBalance':
      return t('withdrawals.factMost', { before: moneyText(balanceBefore) });
    case 'securityChange':
      return (
        securityChange &&
        t('withdrawals.factChange', {
          cause: t(textKey('members.lock', securityChange.cause)),
          until: dateTime(securityChange.until),
        })
      );
    case 'velocity':
      return t('withdrawals.factMany', { count: member.inADay, many: member.many });
    default:
      return address.resembles !== null && <AddressGroups address={address.resembles} />;
  }
}

/** The last credits that cover the amount, the oldest first. */
export function Sources({ details: { evidence, username } }: Props) {
  const { t } = useTranslation('operator');
  return (
    <Section
      title={t('withdrawals.sources')}
      action={<TextLink to={`/members/${username}?kind=money`}>{t('withdrawals.history')}</TextLink>}
    >
      {evidence.sources.length === 0 ? (
        <Card>
          <Hint>{t('withdrawals.noSources')}</Hint>
        </Card>
      ) : (
        <>
          <Hint>{t('withdrawals.sourcesText')}</Hint>
          <Rows label={t('withdrawals.sources')}>
            {evidence.sources.map(({ at, record, money, counterparty }, place) => (
              <Row
                // Two credits may be of one moment, and what came before never changes its place.
                key={place}
                title={t([`record.${record}`, 'history.otherKind'])}
                detail={
                  <>
                    <Moment at={at} />
                    {counterparty !== null && (
                      <>
                        {' · '}
                        <TextLink to={`/members/${counterparty}`}>{counterparty}</TextLink>
                      </>
                    )}
                  </>
                }
                end={<SignedAmount money={money} />}
              />
            ))}
          </Rows>
        </>
      )}
    </Section>
  );
}
