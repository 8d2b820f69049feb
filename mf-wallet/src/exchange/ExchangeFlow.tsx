import type { Output } from '@trellis/api-contract';
import { amountText, IconButton, moneyText, Notice, Segmented, Tips, useDates } from '@trellis/kit';
import { AmountInput, InputEnd, parseAmountInput, TextInput } from '@trellis/kit/form';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow, useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exchangeIcon } from '../icons.ts';
import * as styles from './ExchangeFlow.module.css';
import { ExchangeRecords } from './ExchangeRecords.tsx';
import { QuoteCard } from './QuoteCard.tsx';
import { Ring } from './Ring.tsx';
import { type Quote, useQuote } from './useQuote.ts';

type Terms = Output<'getExchangeTerms'>['pairs'][number];

/** Exchange through the flow template, at a quote that the member can see run out. */
export function ExchangeFlow({ pairs }: { pairs: readonly [Terms, ...Terms[]] }) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const amountIssue = useAmountIssue();
  const { dateTime } = useDates();
  const [chosen, choose] = useDraft('exchange.from');
  const [amount, setAmount] = useDraft('exchange.amount');
  const [amountError, setAmountError] = useState<string>();
  const [issues, setIssues] = useState({});
  const usual = pairs.find(({ from }) => from === 'USD') ?? pairs[0];
  const terms = pairs.find(({ from }) => from === chosen) ?? usual;
  const { from, to } = terms;
  const back = pairs.find((pair) => pair.from === to && pair.to === from);
  const reading = parseAmountInput(amount, from);
  const fits = amountIssue(reading, terms) === undefined && reading.kind === 'ok' && terms.rate !== null;
  const quote = useQuote(fits ? { from, to, amount: reading.money.amount } : undefined);
  const { state } = quote;

  const turnTo = (unit: string): void => {
    choose(unit);
    setAmountError(undefined);
  };
  const onReview = (): Quote | undefined => {
    setAmountError(amountIssue(reading, terms));
    setIssues({});
    if (state.kind === 'live') return state.quote;
    if (fits && state.kind !== 'asking') void quote.ask();
    return undefined;
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (code === 'exchange.quote_expired') quote.giveUp();
    else if (code.startsWith('money.')) setAmountError(errorText(failure));
    else return false;
    setIssues({});
    return true;
  };
  const shown = state.kind === 'live' || state.kind === 'over' ? amountText(state.quote.credit.amount) : '';
  return (
    <Flow
      title={t('exchange.title')}
      back="/wallet"
      issues={issues}
      onReview={onReview}
      reviewLabel={
        state.kind === 'live' || !fits
          ? t('exchange.review', { amount: fits ? moneyText(reading.money) : '' }).trim()
          : t('exchange.getQuote')
      }
      confirm={({ given, credit, fee, rate, validSeconds }: Quote) => ({
        label: t('exchange.amount'),
        money: given,
        rows: [
          { label: t('exchange.rate'), value: `1 ${given.unit} = ${rate} ${credit.unit}` },
          { label: t('exchange.received'), value: credit },
          {
            label: t('exchange.yours'),
            value:
              state.kind === 'live' ? <Ring left={state.secondsLeft} of={validSeconds} /> : t('exchange.overShort'),
          },
        ],
        fee,
        submitLabel: t('exchange.submit', { amount: moneyText(given) }),
      })}
      endpoint="createExchange"
      body={({ id }) => ({ quote: id })}
      onRefused={onRefused}
      success={(receipt) => ({
        money: receipt.credit,
        text: t('exchange.success'),
        rows: [
          { label: t('exchange.amount'), value: receipt.given },
          { label: t('exchange.rate'), value: `1 ${receipt.given.unit} = ${receipt.rate} ${receipt.credit.unit}` },
          { label: t('exchange.balanceAfter'), value: receipt.balanceAfter },
          { label: t('exchange.date'), value: dateTime(receipt.at) },
        ],
        fee: receipt.fee,
      })}
      continueLabel={t('exchange.continue')}
      onContinue={() => setAmount('')}
      below={
        <>
          <Tips items={[t('exchange.tipLocked'), t('exchange.tipDay', { maximum: moneyText(terms.dayMaximum) })]} />
          <ExchangeRecords />
        </>
      }
    >
      <Segmented
        label={t('exchange.from')}
        columns={3}
        value={from}
        onChange={turnTo}
        options={pairs.map((pair) => ({ value: pair.from, label: pair.from }))}
      />
      <div className={styles.swap}>
        <AmountInput
          label={t('exchange.amount')}
          unit={from}
          value={amount}
          onChange={(text) => {
            setAmount(text);
            setAmountError(undefined);
          }}
          error={amountError}
          available={terms.available}
          maximum={terms.exchangeable}
          hint={t('exchange.limits', {
            minimum: moneyText(terms.minimum),
            maximum: moneyText(terms.maximum),
            left: moneyText(terms.dayLeft),
          })}
        />
        <IconButton
          label={t('exchange.swap')}
          icon={exchangeIcon}
          disabled={back === undefined}
          onClick={() => turnTo(to)}
        />
        <TextInput
          label={t('exchange.to')}
          size="amount"
          readOnly
          value={shown}
          onChange={() => undefined}
          placeholder="–"
          end={<InputEnd>{to}</InputEnd>}
        />
      </div>
      {terms.rate === null ? (
        <Notice tone="warning" title={errorText('rate.unavailable')} />
      ) : (
        <QuoteCard state={state} onAsk={() => void quote.ask()} />
      )}
    </Flow>
  );
}
