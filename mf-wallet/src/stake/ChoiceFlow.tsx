import { redeem, restakeAll, restakePrincipal, stakePayoutChains } from '@trellis/api-contract';
import { Hint, isZero, moneyText, Notice, Section, type SummaryRow } from '@trellis/kit';
import { useErrorText } from '@trellis/shell-sdk';
import { Flow } from '@trellis/shell-sdk/flow';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressSheets } from '../withdrawal/AddressField.tsx';
import { ConfirmedAddress } from '../withdrawal/ConfirmedAddress.tsx';
import { choiceTexts } from './choiceTexts.ts';
import { MaturityFields } from './MaturityFields.tsx';
import { type ChoiceOrder, noFee, termOf } from './order.ts';
import { RemoveChoice } from './RemoveChoice.tsx';
import { StandingChoice } from './StandingChoice.tsx';
import { type ChoiceParts, useChoiceOrder } from './useChoiceOrder.ts';

interface ChoiceFlowProps extends ChoiceParts {
  /** The contract, above its choice. */
  readonly children: ReactNode;
  readonly below: ReactNode;
}

/** The page of a contract whose choice is open: saved for the end of its term, or carried out at once where it waits. */
export function ChoiceFlow({ children, below, ...parts }: ChoiceFlowProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { stake, stakes } = parts;
  const { id, unlocked } = stake;
  const { available, payoutMinimum } = stakes;
  const order = useChoiceOrder(parts);
  const { ahead, choice, rest, toBalance, payout, moneyOf } = order;
  const { destination } = choice;
  const here = `/wallet/stakeDetail?${new URLSearchParams({ id, option: String(redeem) })}`;
  const withdrawal = `/wallet/withdrawal?${new URLSearchParams({ amount: available.amount, next: here })}`;

  const rowsOf = (chosen: ChoiceOrder): SummaryRow[] => {
    const term = termOf(chosen.option, ahead);
    return [
      { label: t('stake.maturity'), value: t(choiceTexts[chosen.option], { count: term?.days ?? 0 }) },
      ...(chosen.option === restakePrincipal ? [{ label: t('stake.payTo'), value: t(payeeTexts[choice.payTo]) }] : []),
      ...(rest ? [{ label: t('stake.remainder'), value: rest }] : []),
      ...(term && chosen.option === restakePrincipal ? [{ label: t('stake.stakedAgain'), value: term.cp }] : []),
      ...(term ? [{ label: t('stake.rewardAhead'), value: term.reward }] : []),
      ...(payout.received
        ? [{ label: t(unlocked ? 'withdrawal.received' : 'stake.receivedNow'), value: payout.received }]
        : []),
    ];
  };

  return (
    <Flow
      title={t('stakeDetail.title')}
      back="/wallet/stake"
      issues={order.checked}
      onReview={order.onReview}
      // The act is there once there is something to save.
      reviewLabel={
        choice.option === undefined ? undefined : t(unlocked ? 'stake.maturity.review' : 'stake.maturity.save')
      }
      reviewBusy={choice.checking || (!toBalance && payout.busy)}
      guardedAs={choice.guardedAs}
      confirm={(chosen: ChoiceOrder) => ({
        label: t(chosen.option === restakeAll ? 'stake.stakedAgain' : 'stake.paidOut'),
        money: moneyOf(chosen),
        rows: rowsOf(chosen),
        fee: (!toBalance && payout.fee) || noFee,
        more: (
          <>
            {unlocked && <Notice tone="primary" title={t('stake.atOnce')} />}
            {toBalance && !isZero(moneyOf(chosen)) && (
              <Notice tone="primary">
                {t('stake.tooLittle', { amount: moneyText(moneyOf(chosen)), minimum: moneyText(payoutMinimum) })}
              </Notice>
            )}
            {chosen.address !== undefined && destination.known && (
              <ConfirmedAddress label={t('stake.receivingAddress')} destination={destination.known} />
            )}
          </>
        ),
        submitLabel: !unlocked
          ? t('stake.maturity.save')
          : chosen.option === restakeAll
            ? t('stake.submit', { amount: moneyText(moneyOf(chosen)) })
            : t('withdrawal.submit', { amount: moneyText(moneyOf(chosen)) }),
      })}
      endpoint="chooseForStake"
      about={id}
      body={(chosen) => ({
        id,
        ...chosen,
        ...(chosen.address !== undefined && payout.fee && { shownFee: payout.fee.amount }),
      })}
      onRefused={order.onRefused}
      onDone={order.onDone}
      below={
        <>
          {below}
          <AddressSheets chains={stakePayoutChains} destination={destination} />
        </>
      }
    >
      {children}
      {order.changed && <Notice tone="warning" urgent title={errorText('stake.terms_changed')} />}
      <Section title={t('stake.maturity')}>
        <StandingChoice
          stake={stake}
          changeable
          action={
            stake.choice !== null && (
              <RemoveChoice id={id} chosenAt={stake.choice.chosenAt} onRemoved={order.onRemoved} />
            )
          }
        />
        {unlocked && <Hint>{t('stake.atOnce')}</Hint>}
        <MaturityFields
          choice={choice}
          ahead={ahead}
          payoutMinimum={payoutMinimum}
          available={available}
          withdrawal={unlocked ? withdrawal : undefined}
          usdRefused={order.usdRefused}
        />
      </Section>
    </Flow>
  );
}

const payeeTexts = { balance: 'stake.payBalance', address: 'stake.payAddress' } as const;
