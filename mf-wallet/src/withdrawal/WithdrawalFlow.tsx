import { referenceText } from '@trellis/api-contract';
import {
  Card,
  Code,
  Hint,
  moneyText,
  Notice,
  rateText,
  Summary,
  shownText,
  TextLink,
  Tips,
  useDates,
} from '@trellis/kit';
import { AmountInput, ChipGroup, TextInput, UnitChoice } from '@trellis/kit/form';
import { useErrorText } from '@trellis/shell-sdk';
import { Flow } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { Answers } from '../help/Answers.tsx';
import { AddressField, AddressSheets } from './AddressField.tsx';
import { ConfirmedAddress } from './ConfirmedAddress.tsx';
import {
  nameOf,
  type Payout,
  type Source,
  unopened,
  useWithdrawalOrder,
  type WithdrawalOrder,
} from './useWithdrawalOrder.ts';
import { WithdrawalList } from './WithdrawalList.tsx';
import { networkText } from './withdrawalTexts.ts';

interface WithdrawalFlowProps {
  readonly sources: readonly [Source, ...Source[]];
  readonly payouts: readonly [Payout, ...Payout[]];
  readonly hours: number;
  /** Nothing is sent for now: no time is promised. */
  readonly frozen: boolean;
  /** So much USD is asked for by the page that sent the member here. */
  readonly wantedUsd?: string | undefined;
  /** Where it leads back to. */
  readonly back: string;
}

/** Withdraw through the flow template: what, where to, how much; then the whole address once more, and a code. */
export function WithdrawalFlow({ sources, payouts, hours, frozen, wantedUsd, back }: WithdrawalFlowProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const order = useWithdrawalOrder({ sources, payouts, wantedUsd });
  const { source, payout, isUnopened, money, quote, destination } = order;
  const { unit } = source;
  const { asset, chain } = payout;
  const arrival = frozen ? t('withdrawal.afterFreeze') : t('withdrawal.within', { hours });
  const network = (each: Payout): string =>
    t('withdrawal.assetOn', { asset: each.asset, network: t(networkText[each.chain]) });

  return (
    <Flow
      title={t('withdrawal.title')}
      back={back}
      action={<TextLink to="/wallet/records">{t('record.title')}</TextLink>}
      issues={order.issues}
      onReview={order.onReview}
      reviewBusy={order.busy}
      reviewLabel={money ? t('withdrawal.reviewAmount', { amount: moneyText(money) }) : t('withdrawal.review')}
      confirm={(input: WithdrawalOrder) => ({
        label: t(input.quote.acceptsFrom ? 'withdrawal.receivedAbout' : 'withdrawal.received'),
        money: input.quote.received,
        rows: [
          { label: t('withdrawal.amount'), value: input.money },
          { label: t('withdrawal.network'), value: network(input.payout) },
          ...(input.quote.acceptsFrom ? [{ label: t('withdrawal.least'), value: input.quote.acceptsFrom }] : []),
          { label: t('withdrawal.arrival'), value: arrival },
        ],
        fee: input.quote.fee,
        more: (
          <>
            {input.quote.acceptsFrom && (
              <Hint>{t('withdrawal.rateAtApproval', { least: moneyText(input.quote.acceptsFrom) })}</Hint>
            )}
            <ConfirmedAddress destination={input.destination} />
          </>
        ),
        submitLabel: t('withdrawal.submit', { amount: moneyText(input.money) }),
      })}
      endpoint="createWithdrawal"
      body={(input) => ({
        unit: input.unit,
        amount: input.money.amount,
        address: input.destination.address,
        asset: input.payout.asset,
        chain: input.payout.chain,
        received: input.quote.received.amount,
        ...(input.quote.acceptsFrom && { acceptsFrom: input.quote.acceptsFrom.amount }),
      })}
      onRefused={order.onRefused}
      success={(receipt) => ({
        amount: receipt.amount,
        fee: receipt.fee,
        received: receipt.received,
        headline: t('withdrawal.headline', { amount: moneyText(receipt.received) }),
        text: [
          frozen ? t('withdrawal.frozenText') : t('withdrawal.success', { hours }),
          ...(receipt.acceptsFrom ? [t('withdrawal.rateAtApproval', { least: moneyText(receipt.acceptsFrom) })] : []),
        ].join(' '),
        rows: [
          { label: t('withdrawal.status'), value: t('withdrawal.pendingReview') },
          ...(frozen ? [] : [{ label: t('withdrawal.deadline'), value: dateTime(receipt.deadlineAt) }]),
          { label: t('record.reference'), value: <Code>{referenceText(receipt.reference)}</Code> },
          {
            label: t('withdrawal.record'),
            value: <TextLink to={`/wallet/withdrawal?id=${receipt.id}`}>{t('withdrawal.follow')}</TextLink>,
          },
        ],
      })}
      continueLabel={t('withdrawal.continue')}
      onContinue={order.begin}
      below={
        <>
          <Tips
            items={[
              ...(frozen ? [] : [t('withdrawal.tipHours', { hours })]),
              t('withdrawal.limits', {
                minimum: moneyText(source.minimum),
                maximum: moneyText(source.maximum),
                left: moneyText(source.dayLeft),
              }),
              t('withdrawal.tipCancel'),
            ]}
          />
          <Answers to={['day', 'limits']} />
          <WithdrawalList />
          <AddressSheets chains={[chain]} destination={destination} />
        </>
      }
    >
      {frozen && (
        <Notice tone="warning" title={t('withdrawal.frozen')}>
          {t('withdrawal.frozenText')}
        </Notice>
      )}
      <AmountInput
        look="hero"
        shares
        label={t('withdrawal.amount')}
        unit={unit}
        unitChoice={
          sources.length > 1 && (
            <UnitChoice
              label={t('withdrawal.source')}
              value={unit}
              onChange={order.chooseUnit}
              options={sources.map((each) => ({ value: each.unit, label: each.unit }))}
            />
          )
        }
        value={order.text}
        onChange={order.setText}
        error={order.amountError}
        available={source.available}
        maximum={source.withdrawable}
      />
      <ChipGroup
        label={t('withdrawal.asset')}
        value={asset}
        onChange={(wanted) => order.choosePayout(nameOf(firstOf(payouts, wanted)))}
        options={[...new Set(payouts.map((each) => each.asset))].map((each) => ({
          value: each,
          label: each,
          unit: each,
        }))}
      />
      <ChipGroup
        label={t('withdrawal.chain')}
        value={isUnopened ? unopened : nameOf(payout)}
        onChange={order.choosePayout}
        options={[
          ...payouts
            .filter((each) => each.asset === asset)
            .map((each) => ({
              value: nameOf(each),
              label: t(networkText[each.chain]),
              detail: t('withdrawal.chainFee', { fee: shownText(each.fee) }),
            })),
          ...(asset === 'ON' ? [{ value: unopened, label: unopened, detail: t('withdrawal.chainClosed') }] : []),
        ]}
        error={isUnopened ? t('withdrawal.notOpenTON') : undefined}
      />
      {isUnopened ? (
        <TextInput
          label={t('withdrawal.address')}
          value=""
          onChange={() => undefined}
          placeholder={t('withdrawal.placeholderTON')}
          disabled
        />
      ) : (
        <>
          {payout.closed && <Notice tone="warning" title={errorText('rate.unavailable')} />}
          <AddressField asset={asset} chains={[chain]} destination={destination} />
          <Card>
            <Summary
              total
              rows={[
                { label: t('withdrawal.network'), value: network(payout) },
                ...(quote?.rate ? [{ label: t('withdrawal.rate'), value: rateText(unit, quote.rate, asset) }] : []),
                { label: t('withdrawal.fee'), value: quote?.fee ?? payout.fee },
                { label: t('withdrawal.arrival'), value: arrival },
                {
                  label: t(quote?.acceptsFrom ? 'withdrawal.receivedAbout' : 'withdrawal.received'),
                  value: quote?.received ?? { amount: '0.00', unit: asset },
                },
              ]}
            />
            {quote?.acceptsFrom && (
              <Hint>{t('withdrawal.rateAtApproval', { least: moneyText(quote.acceptsFrom) })}</Hint>
            )}
          </Card>
        </>
      )}
    </Flow>
  );
}

/** The network of an asset that stands first. */
const firstOf = (payouts: readonly [Payout, ...Payout[]], asset: Payout['asset']): Payout =>
  payouts.find((each) => each.asset === asset) ?? payouts[0];
