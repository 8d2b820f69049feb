import { dayOf, isAbout, type Money, minorOf } from '@trellis/api-contract';
import { Hint, isZero, moneyText, Notice, SkeletonCard, TextLink, useDates } from '@trellis/kit';
import { AmountInput, Checkbox, useSettled } from '@trellis/kit/form';
import { type ApiFailure, failureOf, ReadFailure, useErrorText } from '@trellis/shell-sdk';
import { Flow, useAmountIssue, useDraft } from '@trellis/shell-sdk/flow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Offer, planApi, type Quote } from '../api.ts';
import { AmountSteps } from './AmountSteps.tsx';
import { ComesBack, Fees, noFee } from './Figures.tsx';
import { GemHead } from './GemHead.tsx';
import { boundsOf, minus, type Order, orderOf, payableInRp, plus, reachedBy } from './order.ts';
import { PackageCases } from './PackageCases.tsx';
import { useReturnRule } from './useReturnRule.ts';

interface PurchaseFlowProps {
  readonly offer: Offer;
  /** What the amount begins with. */
  readonly price: Money;
  /** It is an amount of one's own, and no level that was opened. */
  readonly own: boolean;
}

interface Purchase {
  readonly order: Order;
  readonly rp: Money;
  readonly quote: Quote;
}

type Paid = Pick<Quote, 'usd' | 'rp'>;

/** Buying a package: what it brings at best and at worst stands there before anything is confirmed. */
export function PurchaseFlow({ offer, price, own }: PurchaseFlowProps) {
  const { t } = useTranslation('plan');
  const { day } = useDates();
  const errorText = useErrorText();
  const returnRule = useReturnRule();
  const begin = price.amount.replace(/\.00$/, '');
  const [kept, keep] = useDraft('package.amount');
  const [typed, setTyped] = useState<string>();
  const text = typed ?? ((own && kept) || begin);
  const setText = (next: string) => {
    setTyped(next);
    // Who opens a level wants its price, whatever they typed elsewhere.
    if (own) keep(next);
  };
  const [paysRp, setPaysRp] = useState(false);
  const [agrees, setAgrees] = useState(false);
  const [checked, setChecked] = useState<object>();
  const [changed, setChanged] = useState(false);

  const bounds = boundsOf(offer);
  const amount = useAmountIssue(text, 'USD', {
    ...bounds,
    dayMaximum: bounds.maximum,
    dayLeft: bounds.maximum,
    available: bounds.maximum,
  });
  const wanted = amount.issue === undefined && amount.reading.kind === 'ok' ? amount.reading.money : undefined;
  const payable = payableInRp(wanted ?? price, offer);
  const rp = paysRp ? payable : { amount: '0.00', unit: 'RP' as const };
  const asked = wanted ? JSON.stringify({ ...orderOf(wanted, offer), rp: rp.amount }) : '';
  const settled = useSettled(asked);
  const query = planApi.useGetPackageQuoteQuery(settled === '' ? {} : JSON.parse(settled), {
    skip: settled === '',
  });
  const isCurrent = asked !== '' && settled === asked;
  const quote = isCurrent && !query.isFetching ? query.currentData : undefined;
  const failure = isCurrent && query.error ? failureOf(query.error) : undefined;
  /** Said of the amount itself, such as a step that it does not fit. */
  const refused =
    failure?.kind === 'problem' && isAbout(failure.problem.code, 'amount', 'package') ? errorText(failure) : undefined;
  /** What the figures are of: an amount that was refused has none. */
  const shownPrice = query.data?.price ?? price;
  const buyable = refused === undefined ? wanted : undefined;
  const levelOf = (amount: Money): string => reachedBy(amount, offer)?.level ?? offer.levels[0]?.level ?? '';
  const tooLittle =
    wanted !== undefined && minorOf(wanted) > minorOf(plus(offer.available, rp))
      ? errorText({ path: 'amount', code: 'money.insufficient_balance' })
      : undefined;
  const isZeroReward = quote !== undefined && isZero(quote.reward);
  const notAgreed = checked !== undefined && isZeroReward && !agrees ? errorText('field.required') : undefined;

  const onReview = (): Purchase | undefined => {
    amount.check();
    setChecked({});
    setChanged(false);
    if (!wanted || !quote || tooLittle !== undefined || (isZeroReward && !agrees)) return undefined;
    return { order: orderOf(wanted, offer), rp, quote };
  };
  const onRefused = (problem: ApiFailure): boolean => {
    if (problem.kind === 'network') return false;
    const { code } = problem.problem;
    if (code === 'package.terms_changed') {
      setChanged(true);
      void query.refetch();
    } else if (isAbout(code, 'amount', 'package')) amount.refuse(problem);
    else return false;
    setChecked({});
    return true;
  };

  /** What is taken from each balance: a price that RP pay a part of is more than what leaves any. */
  const paidText = ({ usd, rp: part }: Paid): string =>
    isZero(part) ? moneyText(usd) : t('package.paidBoth', { usd: moneyText(usd), rp: moneyText(part) });
  const paidRows = ({ usd, rp: part }: Paid) =>
    isZero(part)
      ? []
      : [
          { label: t('package.paidUsd'), value: usd },
          { label: t('package.paidRp'), value: part },
        ];

  return (
    <Flow
      title={t('package.title')}
      back="/plan"
      head={<GemHead level={levelOf(shownPrice)} price={shownPrice} levels={offer.levels} />}
      issues={checked}
      onReview={onReview}
      reviewLabel={
        buyable
          ? t('package.submit', { level: levelOf(buyable), amount: paidText({ usd: minus(buyable, rp), rp }) })
          : t('package.review')
      }
      reviewBusy={asked !== '' && (!isCurrent || query.isFetching)}
      confirm={({ quote: agreed }: Purchase) => ({
        label: t('package.purchasePrice'),
        money: agreed.price,
        more: (
          <>
            <PackageCases quote={agreed} />
            <Hint>{returnRule(agreed.cancelUntil)}</Hint>
          </>
        ),
        rows: [
          { label: t('package.level'), value: agreed.level },
          ...paidRows(agreed),
          {
            label: t('package.loops'),
            value: t('package.loopsOf', { loops: agreed.loops.length, days: offer.loopDays }),
          },
          { label: t('package.rewardReserved'), value: agreed.reward },
          { label: t('package.lastLoop'), value: day(agreed.loops.at(-1)?.dueOn ?? '') },
        ],
        fee: noFee,
        submitLabel: t('package.submit', { level: agreed.level, amount: paidText(agreed) }),
      })}
      endpoint="buyPackage"
      body={({ order, rp: paid, quote: agreed }) => ({
        ...order,
        ...(!isZero(paid) && { rp: paid.amount }),
        shownReward: agreed.reward.amount,
        shown: {
          price: agreed.price.amount,
          days: agreed.days,
          loops: agreed.loops.length,
          lastOn: agreed.loops.at(-1)?.dueOn ?? '',
          cancelUntil: agreed.cancelUntil,
        },
      })}
      onRefused={onRefused}
      success={(bought) => ({
        amount: bought.price,
        fee: noFee,
        received: { amount: bought.price.amount, unit: 'USDP' },
        text: t('package.success'),
        rows: [
          { label: t('package.level'), value: bought.level },
          ...paidRows(bought),
          { label: t('package.rewardReserved'), value: bought.reward },
          { label: t('package.firstLoop'), value: day(bought.loops[0]?.dueOn ?? dayOf(bought.at)) },
          { label: t('package.lastLoop'), value: day(bought.loops.at(-1)?.dueOn ?? dayOf(bought.at)) },
          {
            label: t('package.details'),
            value: <TextLink to={`/plan/packages/${bought.id}`}>{t('package.see')}</TextLink>,
          },
        ],
      })}
      continueLabel={t('package.continue')}
      onContinue={() => {
        setTyped(undefined);
        if (own) keep('');
        setChecked(undefined);
        setAgrees(false);
        setPaysRp(false);
        amount.begin();
      }}
      below={query.data && <Fees quote={query.data} />}
    >
      {changed && quote && (
        <Notice tone="warning" urgent title={t('package.quoteChanged', { reward: moneyText(quote.reward) })} />
      )}
      {query.error && failure && refused === undefined ? (
        <ReadFailure error={query.error} retrying={query.isFetching} onRetry={query.refetch} />
      ) : query.data ? (
        <ComesBack quote={query.data} busy={buyable !== undefined && quote === undefined} />
      ) : (
        <SkeletonCard hero />
      )}
      <AmountInput
        label={t('package.amount')}
        hint={t('package.customHint', {
          minimum: moneyText(offer.minimum),
          maximum: moneyText(offer.maximum),
          step: moneyText(offer.step),
        })}
        unit="USD"
        value={text}
        onChange={setText}
        error={amount.error ?? refused ?? tooLittle}
        available={offer.available}
      />
      <AmountSteps value={buyable ?? shownPrice} bounds={bounds} step={offer.step} onChoose={setText} />
      {!isZero(payable) && (
        <Checkbox checked={paysRp} onChange={setPaysRp}>
          {t('package.payRp', { amount: moneyText(payable) })}
          <Hint>{t('package.payRpHint', { percent: offer.rpSharePercent })}</Hint>
        </Checkbox>
      )}
      {isZeroReward && (
        <>
          <Notice tone="warning">{t('package.zeroNow', { loops: quote.loops.length })}</Notice>
          <Checkbox checked={agrees} onChange={setAgrees} error={notAgreed}>
            {t('package.zeroConsent')}
          </Checkbox>
        </>
      )}
      {query.data && <Hint>{returnRule(query.data.cancelUntil)}</Hint>}
    </Flow>
  );
}
