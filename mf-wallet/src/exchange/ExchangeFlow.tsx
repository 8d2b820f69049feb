import { isAbout, type Output } from '@trellis/api-contract';
import { amountText, IconButton, moneyText, Notice, rateText, TextLink, Tips, useDates } from '@trellis/kit';
import { AmountChoices, AmountInput, Available, TextInput, UnitChoice, UnitShown } from '@trellis/kit/form';
import { type ApiFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow, useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answers } from '../help/Answers.tsx';
import { exchangeIcon } from '../icons.ts';
import { RecordLink } from '../records/RecordLink.tsx';
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
  const { dateTime } = useDates();
  const [chosen, choose] = useDraft('exchange.from');
  const [text, setText] = useDraft('exchange.amount');
  const [issues, setIssues] = useState({});
  const usual = pairs.find(({ from }) => from === 'USD') ?? pairs[0];
  const terms = pairs.find(({ from }) => from === chosen) ?? usual;
  const { from, to } = terms;
  const back = pairs.find((pair) => pair.from === to && pair.to === from);
  const into = pairs.find((pair) => pair.from === to);
  const amount = useAmountIssue(text, from, terms);
  const { reading } = amount;
  const fits = amount.issue === undefined && reading.kind === 'ok' && terms.rate !== null;
  const quote = useQuote(fits ? { from, to, amount: reading.money.amount } : undefined);
  const { state } = quote;

  const onReview = (): Quote | undefined => {
    amount.check();
    setIssues({});
    if (state.kind === 'live') return state.quote;
    if (fits && state.kind !== 'asking') void quote.ask();
    return undefined;
  };
  const onRefused = (failure: ApiFailure): boolean => {
    if (failure.kind === 'network') return false;
    const { code } = failure.problem;
    if (code === 'exchange.quote_expired') quote.giveUp();
    // Asked again, it says until when.
    else if (code === 'rate.resting') void quote.ask();
    else if (isAbout(code, 'amount')) amount.refuse(failure);
    else return false;
    setIssues({});
    return true;
  };
  const shown = state.kind === 'live' || state.kind === 'over' ? amountText(state.quote.credit.amount) : '';
  return (
    <Flow
      title={t('exchange.title')}
      back="/wallet"
      action={<TextLink to="/wallet/records">{t('record.title')}</TextLink>}
      issues={issues}
      onReview={onReview}
      reviewLabel={
        state.kind === 'live' || !fits
          ? fits
            ? t('exchange.submit', { amount: moneyText(reading.money) })
            : t('exchange.review')
          : t(state.kind === 'over' ? 'exchange.getNew' : 'exchange.getQuote')
      }
      confirm={({ given, credit, fee, rate, validSeconds }: Quote) => ({
        label: t('exchange.received'),
        money: credit,
        rows: [
          { label: t('exchange.amount'), value: given },
          { label: t('exchange.rate'), value: rateText(given.unit, rate, credit.unit) },
          {
            label: t('exchange.yours'),
            value:
              state.kind === 'live' ? (
                <Ring left={state.secondsLeft} seconds={validSeconds} />
              ) : (
                t('exchange.overShort')
              ),
          },
        ],
        fee,
        submitLabel: t('exchange.submit', { amount: moneyText(given) }),
        instead: state.kind === 'live' ? undefined : { label: t('exchange.getNew'), onClick: () => void quote.ask() },
      })}
      endpoint="createExchange"
      body={({ id }) => ({ quote: id })}
      onRefused={onRefused}
      success={(receipt) => ({
        amount: receipt.given,
        fee: receipt.fee,
        received: receipt.credit,
        text: t('exchange.success'),
        rows: [
          { label: t('exchange.rate'), value: rateText(receipt.given.unit, receipt.rate, receipt.credit.unit) },
          { label: t('exchange.balanceAfter'), value: receipt.balanceAfter, own: true },
          { label: t('exchange.date'), value: dateTime(receipt.at) },
          { label: t('transfer.reference'), value: <RecordLink reference={receipt.reference} /> },
        ],
      })}
      continueLabel={t('exchange.continue')}
      onContinue={() => {
        setText('');
        amount.begin();
      }}
      below={
        <>
          <Tips
            items={[
              t('exchange.limits', {
                minimum: moneyText(terms.minimum),
                maximum: moneyText(terms.maximum),
                left: moneyText(terms.dayLeft),
              }),
              t('exchange.tipLocked'),
              t('exchange.tipDay', { maximum: moneyText(terms.dayMaximum) }),
            ]}
          />
          <Answers to={['units', 'limits']} />
          <ExchangeRecords />
        </>
      }
    >
      <div className={styles.swap}>
        <AmountInput
          look="part"
          label={t('exchange.from')}
          spoken={t('exchange.amount')}
          unit={from}
          unitChoice={
            <UnitChoice
              label={t('exchange.given')}
              value={from}
              onChange={choose}
              options={pairs.map((pair) => ({ value: pair.from, label: pair.from }))}
            />
          }
          value={text}
          onChange={setText}
          error={amount.error}
          available={terms.available}
        />
        <IconButton
          label={t('exchange.swap')}
          icon={exchangeIcon}
          disabled={back === undefined}
          onClick={() => choose(to)}
        />
        <TextInput
          label={t('exchange.to')}
          aside={into && <Available money={into.available} />}
          size="part"
          readOnly
          value={shown}
          onChange={() => undefined}
          placeholder="–"
          start={<UnitShown unit={to} />}
        />
      </div>
      <AmountChoices maximum={terms.exchangeable} shares onChoose={setText} />
      {terms.rate === null ? (
        <Notice tone="warning" title={errorText('rate.unavailable')} />
      ) : (
        <QuoteCard state={state} onAsk={() => void quote.ask()} />
      )}
    </Flow>
  );
}
