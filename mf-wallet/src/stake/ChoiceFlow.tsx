import { type MaturityOption, type Money, minorOf, type Output, stakePayoutChains } from '@trellis/api-contract';
import { Hint, isZero, moneyText, Notice, Section, type SummaryRow } from '@trellis/kit';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow } from '@trellis/shell-sdk/flow';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { type AddressSheet, AddressSheets } from '../withdrawal/AddressField.tsx';
import { ConfirmedAddress } from '../withdrawal/ConfirmedAddress.tsx';
import { aheadOf, isLess, plus } from './ahead.ts';
import type { OwnStake, Stakes } from './api.ts';
import { choiceTexts } from './choiceTexts.ts';
import { firstChoiceOf } from './firstChoice.ts';
import { MaturityFields } from './MaturityFields.tsx';
import type { Outcome } from './OutcomeNotice.tsx';
import { type ChoiceOrder, isTooLittle, payoutOf, termOf } from './order.ts';
import { RemoveChoice } from './RemoveChoice.tsx';
import { StandingChoice } from './StandingChoice.tsx';
import { useMaturityChoice } from './useMaturityChoice.ts';
import { usePayout } from './usePayout.ts';

interface ChoiceFlowProps {
  readonly stake: OwnStake;
  readonly stakes: Stakes;
  /** The contract, above its choice. */
  readonly children: ReactNode;
  readonly below: ReactNode;
  readonly onChanged: () => void;
  /** What came of the choice; `undefined`: another is being made. */
  readonly onOutcome: (outcome: Outcome | undefined) => void;
}

const noFee: Money = { amount: '0.00', unit: 'USD' };

/** The page of a contract whose choice is open: saved for the end of its term, or carried out at once where it waits. */
export function ChoiceFlow({ stake, stakes, children, below, onChanged, onOutcome }: ChoiceFlowProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const [params, setParams] = useSearchParams();
  const [checked, setChecked] = useState<object>();
  const [sheet, setSheet] = useState<AddressSheet>();
  const [changed, setChanged] = useState(false);
  const { id, unlocked } = stake;
  const { available, payoutMinimum } = stakes;
  const ahead = aheadOf(stake);
  const choice = useMaturityChoice({
    draft: `stake.${id}`,
    first: firstChoiceOf(stake, params.get('option')),
    later: false,
    ahead,
  });
  const { option, destination } = choice;
  const usdFirst = unlocked && option === 3 && !isLess(available, payoutMinimum);
  const here = `/wallet/stakeDetail?${new URLSearchParams({ id, option: '3' })}`;
  const withdrawal = `/wallet/withdrawal?${new URLSearchParams({ amount: available.amount, next: here })}`;

  const onReview = (): ChoiceOrder | undefined => {
    const isChosen = choice.check();
    setChecked({});
    setChanged(false);
    onOutcome(undefined);
    return isChosen && !usdFirst ? choice.order() : undefined;
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (choice.refuse(failure)) setChecked({});
    else if (code === 'stake.terms_changed' || code === 'stake.usd_first') {
      setChanged(code === 'stake.terms_changed');
      onChanged();
    } else return false;
    return true;
  };
  const onDone = ({ outcome: done, stake: after }: Output<'chooseForStake'>): void => {
    setChecked(undefined);
    choice.forget();
    // What one came back for is done.
    if (params.has('option')) setParams({ id }, { replace: true });
    onOutcome({ kind: done, until: after.choiceClosesAt });
  };

  /** What is paid out with it: USD that are too few for a withdrawal of their own. */
  const remainder = unlocked && option === 3 && minorOf(available) > 0n ? available : undefined;
  const rowsOf = (order: ChoiceOrder): SummaryRow[] => {
    const term = termOf(order.option, ahead);
    return [
      { label: t('stake.maturity'), value: t(choiceTexts[order.option]) },
      ...(order.option === 2 ? [{ label: t('stake.payTo'), value: t(payeeTexts[choice.payTo]) }] : []),
      ...(remainder ? [{ label: t('stake.remainder'), value: remainder }] : []),
      ...(term && order.option === 2 ? [{ label: t('stake.stakedAgain'), value: term.cp }] : []),
      ...(term ? [{ label: t('stake.rewardAhead'), value: term.reward }] : []),
      ...(payout.received
        ? [{ label: t(unlocked ? 'withdrawal.received' : 'stake.receivedNow'), value: payout.received }]
        : []),
    ];
  };
  const goesToBalance = option !== undefined && isTooLittle({ option, payTo: choice.payTo }, ahead, payoutMinimum);
  const paidOut = (chosen: MaturityOption): Money | undefined => {
    const amount = payoutOf(chosen, ahead);
    return amount && remainder ? plus(amount, remainder) : amount;
  };
  const moneyOf = (order: ChoiceOrder): Money => paidOut(order.option) ?? ahead.grown.cp;
  const payout = usePayout(
    choice.toAddress ? destination.chain : undefined,
    option === undefined || goesToBalance ? undefined : paidOut(option),
  );
  return (
    <Flow
      title={t('stakeDetail.title')}
      back="/wallet/stake"
      issues={checked}
      onReview={onReview}
      reviewLabel={t(unlocked ? 'stake.maturity.review' : 'stake.maturity.save')}
      reviewBusy={!goesToBalance && payout.busy}
      guardedAs={option === 2 || option === 3 ? 'stakePayout' : 'stake'}
      confirm={(order: ChoiceOrder) => ({
        label: t(order.option === 1 ? 'stake.stakedAgain' : 'stake.paidOut'),
        money: moneyOf(order),
        rows: rowsOf(order),
        fee: (!goesToBalance && payout.fee) || noFee,
        more: (
          <>
            {unlocked && <Notice tone="primary" title={t('stake.atOnce')} />}
            {goesToBalance && !isZero(moneyOf(order)) && (
              <Notice tone="primary">
                {t('stake.tooLittle', { amount: moneyText(moneyOf(order)), minimum: moneyText(payoutMinimum) })}
              </Notice>
            )}
            {order.address !== undefined && destination.found && (
              <ConfirmedAddress label={t('stake.receivingAddress')} destination={destination.found} />
            )}
          </>
        ),
        submitLabel: !unlocked
          ? t('stake.maturity.save')
          : order.option === 1
            ? t('stake.submit', { amount: moneyText(moneyOf(order)) })
            : t('withdrawal.submit', { amount: moneyText(moneyOf(order)) }),
      })}
      endpoint="chooseForStake"
      about={id}
      body={(order) => ({
        id,
        ...order,
        ...(order.address !== undefined && payout.fee && { shownFee: payout.fee.amount }),
      })}
      onRefused={onRefused}
      onDone={onDone}
      below={
        <>
          {below}
          <AddressSheets
            open={sheet}
            chains={stakePayoutChains}
            destination={destination}
            onOpen={setSheet}
            onClose={() => setSheet(undefined)}
          />
        </>
      }
    >
      {children}
      {changed && <Notice tone="warning" urgent title={errorText('stake.terms_changed')} />}
      <Section title={t('stake.maturity')}>
        <StandingChoice
          stake={stake}
          changeable
          action={
            stake.choice !== null && <RemoveChoice id={id} chosenAt={stake.choice.chosenAt} onRemoved={choice.forget} />
          }
        />
        {unlocked && <Hint>{t('stake.atOnce')}</Hint>}
        <MaturityFields
          choice={choice}
          ahead={ahead}
          payoutMinimum={payoutMinimum}
          available={available}
          withdrawal={unlocked ? withdrawal : undefined}
          usdRefused={usdFirst && checked !== undefined}
          onOpen={setSheet}
        />
      </Section>
    </Flow>
  );
}

const payeeTexts = { balance: 'stake.payBalance', address: 'stake.payAddress' } as const;
