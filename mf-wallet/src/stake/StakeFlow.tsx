import { isAbout, type Money, minorOf, stakePayoutChains } from '@trellis/api-contract';
import { Hint, isZero, moneyText, Notice, Section, TextLink, useDates } from '@trellis/kit';
import { AmountInput, Checkbox, useSettled } from '@trellis/kit/form';
import { type ApiFailure, failureOf, ReadFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow, useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordLink } from '../records/RecordLink.tsx';
import { type AddressSheet, AddressSheets } from '../withdrawal/AddressField.tsx';
import { ConfirmedAddress } from '../withdrawal/ConfirmedAddress.tsx';
import { aheadOfQuote } from './ahead.ts';
import { type StakeQuote, type Stakes, stakeApi } from './api.ts';
import { choiceTexts } from './choiceTexts.ts';
import { MaturityFields } from './MaturityFields.tsx';
import { type ChoiceOrder, payoutOf } from './order.ts';
import { StakeCases } from './StakeCases.tsx';
import { StakeFigures } from './StakeFigures.tsx';
import { StakeNotes } from './StakeNotes.tsx';
import { StakeTotals } from './StakeTotals.tsx';
import { noFigures } from './shownQuote.ts';
import { useMaturityChoice } from './useMaturityChoice.ts';
import { usePayout } from './usePayout.ts';

interface StakeFlowProps {
  readonly offer: Stakes;
  /** The rate or what the member has is another by now. */
  readonly onChanged: () => void;
}

/** What the member decided on. */
interface Order {
  readonly quote: StakeQuote;
  readonly choice: ChoiceOrder | undefined;
}

const noFee: Money = { amount: '0.00', unit: 'USD' };

/** Beginning a stake: what it brings at best and at worst, and what becomes of it, stand there before it is confirmed. */
export function StakeFlow({ offer, onChanged }: StakeFlowProps) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const errorText = useErrorText();
  const [text, setText] = useDraft('stake.amount');
  const [agrees, setAgrees] = useState(false);
  const [checked, setChecked] = useState<object>();
  const [changed, setChanged] = useState(false);
  const [sheet, setSheet] = useState<AddressSheet>();

  const { minimum, maximum, most } = offer;
  const amount = useAmountIssue(text, 'CP', {
    minimum,
    maximum,
    dayMaximum: maximum,
    dayLeft: maximum,
    available: maximum,
  });
  const wanted = amount.issue === undefined && amount.reading.kind === 'ok' ? amount.reading.money : undefined;
  const asked = wanted?.amount ?? '';
  const settled = useSettled(asked);
  const query = stakeApi.useGetStakeQuoteQuery({ cp: settled }, { skip: settled === '' });
  const isCurrent = asked !== '' && settled === asked;
  const quote = isCurrent && !query.isFetching ? query.currentData : undefined;
  const failure = isCurrent && query.error ? failureOf(query.error) : undefined;
  /** Said of the amount itself. */
  const refused =
    failure?.kind === 'problem' && isAbout(failure.problem.code, 'amount', 'stake') ? errorText(failure) : undefined;
  const tooMuch =
    wanted !== undefined && minorOf(wanted) > minorOf(most)
      ? errorText({ path: 'amount', code: 'money.insufficient_balance' })
      : undefined;
  const isZeroReward = quote !== undefined && isZero(quote.reward);
  const notAgreed = checked !== undefined && isZeroReward && !agrees ? errorText('field.required') : undefined;
  // What was there last stays until the next is there: the figures do not jump while one types.
  const shown = wanted === undefined || refused !== undefined ? undefined : (quote ?? query.data);
  const ahead = aheadOfQuote(shown ?? noFigures);
  const choice = useMaturityChoice({ draft: 'stake', later: true, ahead: quote && aheadOfQuote(quote) });
  const { option, destination } = choice;
  const paidOut = option === undefined ? undefined : quote && payoutOf(option, aheadOfQuote(quote));
  const payout = usePayout(choice.toAddress ? destination.chain : undefined, paidOut);

  const onReview = (): Order | undefined => {
    amount.check();
    const isChosen = choice.check();
    setChecked({});
    setChanged(false);
    if (!wanted || !quote || !isChosen || tooMuch !== undefined || (isZeroReward && !agrees)) return undefined;
    return { quote, choice: choice.order() };
  };
  const onRefused = (problem: ApiFailure): boolean => {
    if (problem.kind === 'network') return false;
    const { code } = problem.problem;
    if (code === 'stake.terms_changed') {
      setChanged(true);
      onChanged();
      void query.refetch();
    } else if (choice.refuse(problem)) setChecked({});
    else if (isAbout(code, 'amount', 'rate')) {
      onChanged();
      amount.refuse(problem);
    } else return false;
    setChecked({});
    return true;
  };
  const chosenText = (chosen: ChoiceOrder | undefined): string =>
    chosen ? t(choiceTexts[chosen.option]) : t('stake.maturity.later');
  const unlockDate = shown && day(shown.maturesOn);

  return (
    <Flow
      title={t('stake.title')}
      back="/wallet"
      action={<TextLink to="/wallet/stakeDetail">{t('stake.contracts')}</TextLink>}
      issues={checked}
      onReview={onReview}
      reviewLabel={wanted ? t('stake.submit', { amount: moneyText(wanted) }) : t('stake.review')}
      reviewBusy={asked !== '' && (!isCurrent || query.isFetching)}
      guardedAs={option === 2 || option === 3 ? 'stakePayout' : 'stake'}
      confirm={({ quote: agreed, choice: chosen }: Order) => ({
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
            {chosen?.address !== undefined && destination.found && (
              <ConfirmedAddress label={t('stake.receivingAddress')} destination={destination.found} />
            )}
          </>
        ),
        rows: [
          { label: t('stake.amount'), value: agreed.cp },
          { label: t('stake.rate'), value: t('stake.rateValue', { rate: agreed.rate }) },
          { label: t('stake.reward'), value: agreed.reward },
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
      onRefused={onRefused}
      success={(started) => ({
        amount: started.cost,
        fee: noFee,
        received: started.cp,
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
      onContinue={() => {
        setText('');
        setChecked(undefined);
        setAgrees(false);
        amount.begin();
        choice.forget();
      }}
      below={
        <>
          <StakeTotals stakes={offer} />
          <StakeNotes stakes={offer} />
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
      {changed && quote && (
        <Notice
          tone="warning"
          urgent
          title={t('stake.quoteChanged', { rate: quote.rate, reward: moneyText(quote.reward) })}
        />
      )}
      <AmountInput
        look="hero"
        label={t('stake.amount')}
        unit="CP"
        value={text}
        onChange={setText}
        error={amount.error ?? refused ?? tooMuch}
        available={offer.available}
        maximum={most}
      />
      {query.error && failure && refused === undefined ? (
        <ReadFailure error={query.error} retrying={query.isFetching} onRetry={query.refetch} />
      ) : (
        <StakeFigures offer={offer} quote={shown} busy={asked !== '' && quote === undefined} />
      )}
      {isZeroReward && (
        <>
          <Notice tone="warning">{t('stake.zeroNow')}</Notice>
          <Checkbox checked={agrees} onChange={setAgrees} error={notAgreed}>
            {t('stake.zeroConsent')}
          </Checkbox>
        </>
      )}
      <Section title={t('stake.maturity')}>
        <MaturityFields
          choice={choice}
          ahead={ahead}
          pending={quote === undefined}
          later={
            unlockDate === undefined ? t('stake.maturity.laterText') : t('stake.maturity.none', { date: unlockDate })
          }
          payoutMinimum={offer.payoutMinimum}
          available={offer.available}
          onOpen={setSheet}
        />
      </Section>
    </Flow>
  );
}
