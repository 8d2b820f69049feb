import { amountText, IconButton, moneyText, Notice, rateText, TextLink, Tips, useDates } from '@trellis/kit';
import { AmountChoices, AmountInput, Available, TextInput, UnitChoice, UnitShown } from '@trellis/kit/form';
import { useErrorText } from '@trellis/shell-sdk';
import { Flow } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import { Answers } from '../help/Answers.tsx';
import { exchangeIcon } from '../icons.ts';
import { RecordLink } from '../records/RecordLink.tsx';
import * as styles from './ExchangeFlow.module.css';
import { ExchangeRecords } from './ExchangeRecords.tsx';
import { QuoteCard } from './QuoteCard.tsx';
import { Ring } from './Ring.tsx';
import { type Pair, useExchangeOrder } from './useExchangeOrder.ts';
import type { Quote } from './useQuote.ts';

/** Exchange through the flow template, at a quote that the member can see run out. */
export function ExchangeFlow({ pairs }: { pairs: readonly [Pair, ...Pair[]] }) {
  const { t } = useTranslation('wallet');
  const errorText = useErrorText();
  const { dateTime } = useDates();
  const order = useExchangeOrder(pairs);
  const { terms, money, state } = order;
  const { from, to } = terms;
  const back = pairs.find((pair) => pair.from === to && pair.to === from);
  const into = pairs.find((pair) => pair.from === to);
  const shown = state.kind === 'live' || state.kind === 'over' ? amountText(state.quote.credit.amount) : '';

  return (
    <Flow
      title={t('exchange.title')}
      back="/wallet"
      action={<TextLink to="/wallet/records">{t('record.title')}</TextLink>}
      issues={order.issues}
      onReview={order.onReview}
      reviewLabel={
        state.kind === 'live' || !money
          ? money
            ? t('exchange.submit', { amount: moneyText(money) })
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
        instead: state.kind === 'live' ? undefined : { label: t('exchange.getNew'), onClick: order.ask },
      })}
      endpoint="createExchange"
      body={({ id }) => ({ quote: id })}
      onRefused={order.onRefused}
      success={(receipt) => ({
        amount: receipt.given,
        fee: receipt.fee,
        received: receipt.credit,
        headline: t('exchange.headline', { amount: moneyText(receipt.credit) }),
        text: t('exchange.success'),
        rows: [
          { label: t('exchange.rate'), value: rateText(receipt.given.unit, receipt.rate, receipt.credit.unit) },
          { label: t('exchange.balanceAfter'), value: receipt.balanceAfter, own: true },
          { label: t('exchange.date'), value: dateTime(receipt.at) },
          { label: t('transfer.reference'), value: <RecordLink reference={receipt.reference} /> },
        ],
      })}
      continueLabel={t('exchange.continue')}
      onContinue={order.begin}
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
              onChange={order.choose}
              options={pairs.map((pair) => ({ value: pair.from, label: pair.from }))}
            />
          }
          value={order.text}
          onChange={order.setText}
          error={order.amountError}
          available={terms.available}
        />
        <IconButton
          label={t('exchange.swap')}
          icon={exchangeIcon}
          disabled={back === undefined}
          onClick={() => order.choose(to)}
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
      <AmountChoices maximum={terms.exchangeable} shares onChoose={order.setText} />
      {terms.rate === null ? (
        <Notice tone="warning" title={errorText('rate.unavailable')} />
      ) : (
        <QuoteCard state={state} onAsk={order.ask} />
      )}
    </Flow>
  );
}
