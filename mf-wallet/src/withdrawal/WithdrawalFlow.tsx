import type { Money, Output } from '@trellis/api-contract';
import {
  Card,
  Hint,
  moneyText,
  Notice,
  Panel,
  Segmented,
  Select,
  Summary,
  TextLink,
  Tips,
  useDates,
} from '@trellis/kit';
import { AmountInput, parseAmountInput } from '@trellis/kit/form';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow, useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { AddressField, type AddressSheet, AddressSheets } from './AddressField.tsx';
import { AddressGroups } from './AddressGroups.tsx';
import { LookAlike } from './LookAlike.tsx';
import { type Destination, useDestination } from './useDestination.ts';
import { WithdrawalList } from './WithdrawalList.tsx';
import { networkText, type WithdrawalTerms } from './withdrawalTexts.ts';

type Source = WithdrawalTerms['sources'][number];
type Payout = WithdrawalTerms['payouts'][number];
type Quote = Output<'getWithdrawalQuote'>;

/** What the member decided on. */
interface WithdrawalInput {
  readonly unit: Source['unit'];
  readonly money: Money;
  readonly payout: Payout;
  readonly quote: Quote;
  readonly destination: Destination;
}

interface WithdrawalFlowProps {
  readonly sources: readonly [Source, ...Source[]];
  readonly payouts: readonly [Payout, ...Payout[]];
  readonly hours: number;
}

/** Withdraw through the flow template: what, where to, how much; then the whole address once more, and a code. */
export function WithdrawalFlow({ sources, payouts, hours }: WithdrawalFlowProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const amountIssue = useAmountIssue();
  const { dateTime } = useDates();
  const [chosenUnit, chooseUnit] = useDraft('withdrawal.unit');
  const [chosenPayout, choosePayout] = useDraft('withdrawal.payout');
  const [amount, setAmount] = useDraft('withdrawal.amount');
  const [amountError, setAmountError] = useState<string>();
  const [issues, setIssues] = useState({});
  const [sheet, setSheet] = useState<AddressSheet>();
  const source = sources.find(({ unit }) => unit === chosenUnit) ?? sources[0];
  const payout = payouts.find((each) => nameOf(each) === chosenPayout) ?? payouts[0];
  const { unit } = source;
  const { asset, chain } = payout;
  const destination = useDestination(chain);
  const reading = parseAmountInput(amount, unit);
  const isAmount = reading.kind === 'ok' && amountIssue(reading, source) === undefined;
  const quote = walletApi.useGetWithdrawalQuoteQuery(
    { unit, amount: isAmount ? reading.money.amount : '0', asset, chain },
    { skip: !isAmount, refetchOnMountOrArgChange: true },
  );
  const promised = isAmount ? quote.currentData : undefined;
  const quoteError = isAmount && quote.error ? errorText(quote.error) : undefined;
  const network = (each: Payout): string => `${each.asset}, ${t(networkText[each.chain])}`;

  const onReview = (): WithdrawalInput | undefined => {
    const wrongAmount = amountIssue(reading, source);
    const wrongAddress = destination.issue();
    setAmountError(wrongAmount);
    setIssues({});
    const { found } = destination;
    if (wrongAmount ?? wrongAddress ?? quoteError) return undefined;
    if (reading.kind !== 'ok' || !found || !promised) return undefined;
    return { unit, money: reading.money, payout, quote: promised, destination: found };
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (code.startsWith('withdrawal.') && code.includes('address')) {
      destination.lookAgain();
      destination.refuse(errorText(failure));
    } else if (/^(?:money|rate)\.|^withdrawal\.(?:terms_changed|below_fee)$/.test(code)) {
      void quote.refetch();
      setAmountError(errorText(failure));
    } else return false;
    setIssues({});
    return true;
  };
  return (
    <Flow
      title={t('withdrawal.title')}
      back="/wallet"
      issues={issues}
      onReview={onReview}
      reviewLabel={t('withdrawal.review')}
      confirm={(input: WithdrawalInput) => ({
        label: t('withdrawal.received'),
        money: input.quote.received,
        rows: [
          { label: t('withdrawal.amount'), value: input.money },
          { label: t('withdrawal.network'), value: network(input.payout) },
          { label: t('withdrawal.arrival'), value: t('withdrawal.within', { hours }) },
        ],
        fee: input.quote.fee,
        more: <ConfirmedAddress destination={input.destination} />,
        submitLabel: t('withdrawal.submit', { amount: moneyText(input.money) }),
      })}
      endpoint="createWithdrawal"
      body={({ unit: from, money, payout: { asset, chain }, quote, destination: to }) => ({
        unit: from,
        amount: money.amount,
        address: to.address,
        asset,
        chain,
        received: quote.received.amount,
      })}
      onRefused={onRefused}
      success={(receipt) => ({
        money: receipt.received,
        text: t('withdrawal.success', { hours }),
        rows: [
          { label: t('withdrawal.amount'), value: receipt.amount },
          { label: t('withdrawal.status'), value: t('withdrawal.pendingReview') },
          { label: t('withdrawal.deadline'), value: dateTime(receipt.deadlineAt) },
          {
            label: t('withdrawal.record'),
            value: <TextLink to={`/wallet/withdrawal?id=${receipt.id}`}>{t('withdrawal.follow')}</TextLink>,
          },
        ],
        fee: receipt.fee,
      })}
      continueLabel={t('withdrawal.continue')}
      onContinue={() => setAmount('')}
      below={
        <>
          <Tips items={[t('withdrawal.tipHours', { hours }), t('withdrawal.tipCancel')]} />
          <WithdrawalList />
          <AddressSheets open={sheet} chain={chain} destination={destination} onClose={() => setSheet(undefined)} />
        </>
      }
    >
      <Segmented
        label={t('withdrawal.source')}
        value={unit}
        onChange={(next) => {
          chooseUnit(next);
          setAmountError(undefined);
        }}
        options={sources.map((each) => ({ value: each.unit, label: each.unit }))}
      />
      <Select
        label={t('withdrawal.chain')}
        value={nameOf(payout)}
        onChange={choosePayout}
        options={payouts.map((each) => ({ value: nameOf(each), label: network(each) }))}
      />
      {payout.closed && <Notice tone="warning" title={errorText('rate.unavailable')} />}
      <AddressField asset={asset} destination={destination} onOpen={setSheet} />
      <AmountInput
        label={t('withdrawal.amount')}
        unit={unit}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          setAmountError(undefined);
        }}
        error={amountError ?? quoteError}
        available={source.available}
        maximum={source.withdrawable}
        hint={t('withdrawal.limits', {
          minimum: moneyText(source.minimum),
          maximum: moneyText(source.maximum),
          left: moneyText(source.dayLeft),
        })}
      />
      <Card>
        <Summary
          total
          rows={[
            ...(promised?.rate
              ? [{ label: t('withdrawal.rate'), value: `1 ${unit} = ${promised.rate} ${asset}` }]
              : []),
            { label: t('withdrawal.fee'), value: promised?.fee ?? payout.fee },
            { label: t('withdrawal.received'), value: promised?.received ?? { amount: '0.00', unit: asset } },
          ]}
        />
      </Card>
    </Flow>
  );
}

/** The whole address once more, in groups: what is sent to another cannot be brought back. */
function ConfirmedAddress({ destination: { address, book, looksLike } }: { destination: Destination }) {
  const { t } = useTranslation('wallet');
  return (
    <>
      {looksLike && <LookAlike address={address} twin={looksLike} />}
      <Panel>
        <Hint>
          {t('withdrawal.address')}
          {': '}
          <strong translate="no">{book?.label}</strong>
        </Hint>
        <AddressGroups address={address} />
        <Hint>{t('withdrawal.compare')}</Hint>
      </Panel>
    </>
  );
}

const nameOf = ({ asset, chain }: Payout): string => `${asset}-${chain}`;
