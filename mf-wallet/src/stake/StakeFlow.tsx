import { stakePayoutChains } from '@trellis/api-contract';
import { Hint, isZero, moneyText, Notice, Section, TextLink, useDates } from '@trellis/kit';
import { AmountInput, Checkbox } from '@trellis/kit/form';
import { ReadFailure } from '@trellis/shell-sdk';
import { Flow } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { RecordLink } from '../records/RecordLink.tsx';
import { AddressSheets } from '../withdrawal/AddressField.tsx';
import { ConfirmedAddress } from '../withdrawal/ConfirmedAddress.tsx';
import type { Stakes } from './api.ts';
import { choiceTexts } from './choiceTexts.ts';
import { MaturityFields } from './MaturityFields.tsx';
import { type ChoiceOrder, noFee } from './order.ts';
import { StakeCases } from './StakeCases.tsx';
import { StakeFigures } from './StakeFigures.tsx';
import { StakeNotes } from './StakeNotes.tsx';
import { StakeTotals } from './StakeTotals.tsx';
import { type StakeOrder, useStakeOrder } from './useStakeOrder.ts';

interface StakeFlowProps {
  readonly offer: Stakes;
  /** The rate or what the member has is another by now. */
  readonly onChanged: () => void;
}

/** Beginning a stake: what it brings at best and at worst, and what becomes of it, stand there before it is confirmed. */
export function StakeFlow({ offer, onChanged }: StakeFlowProps) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const order = useStakeOrder(offer, onChanged);
  const { wanted, quote, shown, unread, choice, payout } = order;
  const { destination } = choice;
  const chosenText = (chosen: ChoiceOrder | undefined): string =>
    chosen ? t(choiceTexts[chosen.option], { count: offer.termDays }) : t('stake.maturity.later');

  return (
    <Flow
      title={t('stake.title')}
      back="/wallet"
      action={<TextLink to="/wallet/stakeDetail">{t('stake.contracts')}</TextLink>}
      issues={order.checked}
      onReview={order.onReview}
      reviewLabel={wanted ? t('stake.submit', { amount: moneyText(wanted) }) : t('stake.review')}
      reviewBusy={order.busy || choice.checking}
      guardedAs={choice.guardedAs}
      before={
        order.missing && {
          label: t('stake.depositFirst', { amount: moneyText(order.missing) }),
          to: `/wallet/topup?amount=${order.missing.amount}`,
        }
      }
      confirm={({ quote: agreed, choice: chosen }: StakeOrder) => ({
        label: t('stake.cost'),
        money: agreed.cost,
        more: (
          <>
            <StakeCases quote={agreed} days={agreed.termDays} />
            <Hint>
              {t('stake.term', { days: agreed.termDays, date: day(agreed.maturesOn) })}
              {!isZero(agreed.reward) && (
                <>
                  <br />
                  {t('stake.rewardText', { reward: moneyText(agreed.reward) })}
                </>
              )}
            </Hint>
            {chosen?.address !== undefined && destination.known && (
              <ConfirmedAddress label={t('stake.receivingAddress')} destination={destination.known} />
            )}
          </>
        ),
        rows: [
          { label: t('stake.amount'), value: agreed.cp },
          { label: t('stake.rate'), value: t('stake.rateValue', { rate: agreed.rate }) },
          { label: t('stake.rewardToCome'), value: agreed.reward },
          { label: t('stake.maturity'), value: chosenText(chosen) },
          ...(chosen?.address !== undefined && payout.fee ? [{ label: t('stake.payoutFee'), value: payout.fee }] : []),
          ...(chosen?.address !== undefined && payout.received
            ? [{ label: t('stake.receivedNow'), value: payout.received }]
            : []),
        ],
        fee: noFee,
        submitLabel: t('stake.submit', { amount: moneyText(agreed.cp) }),
      })}
      endpoint="startStake"
      body={({ quote: agreed, choice: chosen }) => ({
        cp: agreed.cp.amount,
        shownRate: agreed.rate,
        shownReward: agreed.reward.amount,
        shownMaturesOn: agreed.maturesOn,
        ...(chosen && {
          choice: {
            ...chosen,
            ...(chosen.address !== undefined && payout.fee && { shownFee: payout.fee.amount }),
          },
        }),
      })}
      onRefused={order.onRefused}
      success={(started) => ({
        amount: started.cost,
        fee: noFee,
        received: started.cp,
        headline: t('stake.headline', { amount: moneyText(started.cp) }),
        text: t('stake.success'),
        rows: [
          { label: t('stake.reward'), value: started.reward },
          { label: t('stake.unlocks'), value: day(started.maturesOn) },
          {
            label: t('stake.contract'),
            value: <TextLink to={`/wallet/stakeDetail?id=${started.id}`}>{t('stake.see')}</TextLink>,
          },
          { label: t('record.reference'), value: <RecordLink reference={started.reference} /> },
        ],
      })}
      continueLabel={t('stake.continue')}
      onContinue={order.begin}
      below={
        <>
          <StakeTotals stakes={offer} />
          <StakeNotes stakes={offer} />
          <AddressSheets chains={stakePayoutChains} destination={destination} />
        </>
      }
    >
      {order.changed && quote && (
        <Notice
          tone="warning"
          urgent
          title={t('stake.quoteChanged', { rate: quote.rate, reward: moneyText(quote.reward) })}
        />
      )}
      <AmountInput
        look="hero"
        shares
        label={t('stake.amount')}
        unit="CP"
        value={order.text}
        onChange={order.setText}
        error={order.amountError}
        available={offer.available}
        maximum={offer.most}
      />
      {unread ? (
        <ReadFailure {...unread} />
      ) : (
        <StakeFigures
          offer={offer}
          quote={shown}
          isExample={order.isExample}
          busy={wanted !== undefined && quote === undefined}
        />
      )}
      {order.isZeroReward && (
        <>
          <Notice tone="warning">{t('stake.zeroNow')}</Notice>
          <Checkbox checked={order.agrees} onChange={order.setAgrees} error={order.notAgreed}>
            {t('stake.zeroConsent')}
          </Checkbox>
        </>
      )}
      <Section
        title={t('stake.maturity')}
        action={
          shown && <Hint>{t(order.isExample ? 'stake.example' : 'stake.with', { amount: moneyText(shown.cp) })}</Hint>
        }
      >
        <MaturityFields
          choice={choice}
          ahead={order.ahead}
          pending={quote === undefined}
          later={t('stake.maturity.laterText')}
          payoutMinimum={offer.payoutMinimum}
          available={offer.available}
        />
      </Section>
    </Flow>
  );
}
