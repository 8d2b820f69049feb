import { isAbout, type Money, minorOf, type Output, referenceText } from '@trellis/api-contract';
import {
  amountText,
  Card,
  Code,
  Hint,
  moneyText,
  Notice,
  rateText,
  Summary,
  TextLink,
  Tips,
  useDates,
} from '@trellis/kit';
import { AmountInput, ChipGroup, TextInput, UnitChoice } from '@trellis/kit/form';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow, useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { Answers } from '../help/Answers.tsx';
import { AddressField, type AddressSheet, AddressSheets } from './AddressField.tsx';
import { ConfirmedAddress } from './ConfirmedAddress.tsx';
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
  /** Nothing is sent for now: no time is promised. */
  readonly frozen: boolean;
  /** So much USD is asked for by the page that sent the member here. */
  readonly asked?: string | undefined;
  /** Where it leads back to. */
  readonly back: string;
}

/** Withdraw through the flow template: what, where to, how much; then the whole address once more, and a code. */
export function WithdrawalFlow({ sources, payouts, hours, frozen, asked, back }: WithdrawalFlowProps) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const [chosenUnit, chooseUnit] = useDraft('withdrawal.unit');
  const [chosenPayout, choosePayout] = useDraft('withdrawal.payout');
  const [text, setText] = useDraft('withdrawal.amount');
  const [issues, setIssues] = useState({});
  const [sheet, setSheet] = useState<AddressSheet>();
  useEffect(() => {
    const usd = sources.find(({ unit }) => unit === 'USD');
    if (asked === undefined || !usd) return;
    const wanted: Money = { amount: asked, unit: 'USD' };
    const most = minorOf(wanted) > minorOf(usd.withdrawable) ? usd.withdrawable : wanted;
    chooseUnit('USD');
    setText(amountText(most.amount));
    // Once, as the page opens: what is typed then is the member's.
  }, []);
  const source = sources.find(({ unit }) => unit === chosenUnit) ?? sources[0];
  const payout = payouts.find((each) => nameOf(each) === chosenPayout) ?? payouts[0];
  const isUnopened = chosenPayout === unopened;
  const { unit } = source;
  const { asset, chain } = payout;
  const destination = useDestination(chain);
  const amount = useAmountIssue(text, unit, source);
  const { reading } = amount;
  const isAmount = reading.kind === 'ok' && amount.issue === undefined;
  const quote = walletApi.useGetWithdrawalQuoteQuery(
    { unit, amount: isAmount ? reading.money.amount : '0', asset, chain },
    { skip: !isAmount, refetchOnMountOrArgChange: true },
  );
  const promised = isAmount ? quote.currentData : undefined;
  const quoteError = isAmount && quote.error ? errorText(quote.error) : undefined;
  const arrival = frozen ? t('withdrawal.afterFreeze') : t('withdrawal.within', { hours });
  const network = (each: Payout): string =>
    t('withdrawal.assetOn', { asset: each.asset, network: t(networkText[each.chain]) });

  const onReview = (): WithdrawalInput | undefined => {
    if (isUnopened) {
      setIssues({});
      return undefined;
    }
    const wrongAmount = amount.check();
    const wrongAddress = destination.issue();
    setIssues({});
    const { found } = destination;
    if (wrongAmount ?? wrongAddress ?? quoteError) return undefined;
    if (reading.kind !== 'ok' || !found || !promised) return undefined;
    return { unit, money: reading.money, payout, quote: promised, destination: found };
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (isAbout(code, 'address')) {
      destination.lookAgain();
      destination.refuse(errorText(failure));
    } else if (isAbout(code, 'amount', 'rate') || code === 'withdrawal.terms_changed') {
      void quote.refetch();
      amount.refuse(failure);
    } else return false;
    setIssues({});
    return true;
  };
  return (
    <Flow
      title={t('withdrawal.title')}
      back={back}
      action={<TextLink to="/wallet/records">{t('record.title')}</TextLink>}
      issues={issues}
      onReview={onReview}
      reviewLabel={
        isAmount ? t('withdrawal.reviewAmount', { amount: moneyText(reading.money) }) : t('withdrawal.review')
      }
      confirm={(input: WithdrawalInput) => ({
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
      body={({ unit: from, money, payout: { asset, chain }, quote, destination: to }) => ({
        unit: from,
        amount: money.amount,
        address: to.address,
        asset,
        chain,
        received: quote.received.amount,
        ...(quote.acceptsFrom && { acceptsFrom: quote.acceptsFrom.amount }),
      })}
      onRefused={onRefused}
      success={(receipt) => ({
        amount: receipt.amount,
        fee: receipt.fee,
        received: receipt.received,
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
      onContinue={() => {
        setText('');
        amount.begin();
      }}
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
          <AddressSheets
            open={sheet}
            chains={[chain]}
            destination={destination}
            onOpen={setSheet}
            onClose={() => setSheet(undefined)}
          />
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
        label={t('withdrawal.amount')}
        unit={unit}
        unitChoice={
          sources.length > 1 && (
            <UnitChoice
              label={t('withdrawal.source')}
              value={unit}
              onChange={chooseUnit}
              options={sources.map((each) => ({ value: each.unit, label: each.unit }))}
            />
          )
        }
        value={text}
        onChange={setText}
        error={amount.error ?? quoteError}
        available={source.available}
        maximum={source.withdrawable}
      />
      <ChipGroup
        label={t('withdrawal.chain')}
        value={isUnopened ? unopened : nameOf(payout)}
        onChange={choosePayout}
        options={[
          ...payouts.map((each) => ({ value: nameOf(each), label: shortName(each), unit: each.asset })),
          { value: unopened, label: unopened },
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
          <AddressField asset={asset} chains={[chain]} destination={destination} onOpen={setSheet} />
          <Card>
            <Summary
              total
              rows={[
                { label: t('withdrawal.network'), value: network(payout) },
                ...(promised?.rate
                  ? [{ label: t('withdrawal.rate'), value: rateText(unit, promised.rate, asset) }]
                  : []),
                { label: t('withdrawal.fee'), value: promised?.fee ?? payout.fee },
                { label: t('withdrawal.arrival'), value: arrival },
                {
                  label: t(promised?.acceptsFrom ? 'withdrawal.receivedAbout' : 'withdrawal.received'),
                  value: promised?.received ?? { amount: '0.00', unit: asset },
                },
              ]}
            />
            {promised?.acceptsFrom && (
              <Hint>{t('withdrawal.rateAtApproval', { least: moneyText(promised.acceptsFrom) })}</Hint>
            )}
          </Card>
        </>
      )}
    </Flow>
  );
}

/** A network that is named, and takes nothing yet: what is sent there without a memo can be lost. */
const unopened = 'TON';

const nameOf = ({ asset, chain }: Payout): string => `${asset}-${chain}`;

/** Asset and chain as the chips name them; the whole name of the network stands in the result. */
const shortName = ({ asset, chain }: Payout): string => (asset === chain ? asset : `${asset} ${chain}`);
