import { redeem, restakePrincipal } from '@trellis/api-contract';
import { Code, isZero, moneyText, Notice, useDates } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnStake } from './api.ts';
import { choiceTexts } from './choiceTexts.ts';

interface StandingChoiceProps {
  readonly stake: OwnStake;
  /** The member may change it, as long as it is open. */
  readonly changeable: boolean;
  /** What can be done with it. */
  readonly action?: ReactNode;
}

/** What is to become of a contract as it stands, and until when that can be changed. */
export function StandingChoice({ stake, changeable, action }: StandingChoiceProps) {
  const { t } = useTranslation('wallet');
  const { day, dateTime } = useDates();
  const { choice, choiceClosesAt, maturesOn, open, ahead } = stake;
  if (maturesOn === null) return null;
  const until = open
    ? changeable && choiceClosesAt !== null && t('stake.maturity.until', { until: dateTime(choiceClosesAt) })
    : choiceClosesAt !== null && t('stake.maturity.closed', { time: dateTime(choiceClosesAt) });
  if (choice === null)
    return (
      <Notice tone="warning" title={t('stake.maturity.none', { date: day(maturesOn) })}>
        {until}
      </Notice>
    );
  return (
    <Notice
      tone="primary"
      icon="check"
      title={t(choiceTexts[choice.option], { count: choice.acceptsDays ?? ahead.kept.days })}
      action={action}
    >
      {choice.option === restakePrincipal && choice.payTo === 'balance' && (
        <>
          {t('stake.payBalance')}
          <br />
        </>
      )}
      {choice.address !== null && (
        <>
          {t('stake.paidTo')} <Code>{choice.address}</Code>
          <br />
        </>
      )}
      {choice.option !== redeem && (
        <>
          {isZero(choice.acceptsFrom)
            ? t('stake.acceptsAny')
            : t('stake.acceptsFrom', { reward: moneyText(choice.acceptsFrom) })}
          <br />
        </>
      )}
      {until}
    </Notice>
  );
}
