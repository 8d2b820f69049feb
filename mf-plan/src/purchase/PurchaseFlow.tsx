import { dayOf, type Money } from '@trellis/api-contract';
import { Hint, isZero, moneyText, Notice, SkeletonCard, Subject, TextLink, useDates } from '@trellis/kit';
import { AmountInput, Checkbox } from '@trellis/kit/form';
import { Gem, stoneOf } from '@trellis/kit/gem';
import { ReadFailure } from '@trellis/shell-sdk';
import { Flow } from '@trellis/shell-sdk/flow';
import { useTranslation } from 'react-i18next';
import type { Quote } from '../api.ts';
import { AmountSteps } from './AmountSteps.tsx';
import { ComesBack, Fees, noFee } from './Figures.tsx';
import { GemHead } from './GemHead.tsx';
import { minus, reachedBy } from './order.ts';
import { PackageCases } from './PackageCases.tsx';
import { type Purchase, type PurchaseParts, usePurchaseOrder } from './usePurchaseOrder.ts';
import { useReturnRule } from './useReturnRule.ts';

type Paid = Pick<Quote, 'usd' | 'rp'>;

/** Buying a package: what it brings at best and at worst stands there before anything is confirmed. */
export function PurchaseFlow(props: PurchaseParts) {
  const { t } = useTranslation('plan');
  const { day } = useDates();
  const returnRule = useReturnRule();
  const { offer } = props;
  const order = usePurchaseOrder(props);
  const { payable, rp, quote, shown, shownPrice, buyable, unread } = order;
  const levelOf = (amount: Money): string => reachedBy(amount, offer)?.level ?? offer.levels[0]?.level ?? '';

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
      issues={order.checked}
      onReview={order.onReview}
      reviewLabel={
        buyable
          ? t('package.submit', { level: levelOf(buyable), amount: paidText({ usd: minus(buyable, rp), rp }) })
          : t('package.review')
      }
      reviewBusy={order.busy}
      before={
        order.missing && {
          label: t('package.depositFirst', { amount: moneyText(order.missing) }),
          to: `/wallet/topup?amount=${order.missing.amount}`,
        }
      }
      confirm={({ quote: agreed }: Purchase) => ({
        subject: <Subject mark={<Gem level={stoneOf(agreed.level)} serial={1} />} name={agreed.level} />,
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
          { label: t('package.rewardToCome'), value: agreed.reward },
          { label: t('package.lastLoop'), value: day(agreed.loops.at(-1)?.dueOn ?? '') },
        ],
        fee: noFee,
        submitLabel: t('package.submit', { level: agreed.level, amount: paidText(agreed) }),
      })}
      endpoint="buyPackage"
      body={({ order: ordered, rp: paid, quote: agreed }) => ({
        ...ordered,
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
      onRefused={order.onRefused}
      success={(bought) => ({
        amount: bought.price,
        fee: noFee,
        received: { amount: bought.price.amount, unit: 'USDP' },
        headline: t('package.headline', { level: bought.level }),
        mark: <Gem level={stoneOf(bought.level)} serial={1} />,
        text: t('package.success'),
        rows: [
          // Who knows the level knows the price, and who knows how long it runs nearly so.
          { label: t('package.level'), value: <span data-money>{bought.level}</span> },
          ...paidRows(bought),
          { label: t('package.rewardReserved'), value: bought.reward },
          { label: t('package.firstLoop'), value: day(bought.loops[0]?.dueOn ?? dayOf(bought.at)) },
          {
            label: t('package.lastLoop'),
            value: <span data-money>{day(bought.loops.at(-1)?.dueOn ?? dayOf(bought.at))}</span>,
          },
          {
            label: t('package.details'),
            value: <TextLink to={`/plan/packages/${bought.id}`}>{t('package.see')}</TextLink>,
          },
        ],
      })}
      continueLabel={t('package.continue')}
      onContinue={order.begin}
      summary={
        <>
          {order.changed && quote && (
            <Notice tone="warning" urgent title={t('package.quoteChanged', { reward: moneyText(quote.reward) })} />
          )}
          {unread ? (
            <ReadFailure {...unread} />
          ) : shown ? (
            <ComesBack quote={shown} busy={buyable !== undefined && quote === undefined} />
          ) : (
            <SkeletonCard hero />
          )}
        </>
      }
      below={shown && <Fees quote={shown} />}
    >
      <AmountInput
        label={t('package.amount')}
        hint={t('package.customHint', {
          minimum: moneyText(offer.minimum),
          maximum: moneyText(offer.maximum),
          step: moneyText(offer.step),
        })}
        unit="USD"
        value={order.text}
        onChange={order.setText}
        error={order.amountError}
        available={offer.available}
      />
      <AmountSteps value={buyable ?? shownPrice} bounds={order.bounds} step={offer.step} onChoose={order.setText} />
      {!isZero(payable) && (
        <Checkbox checked={order.paysRp} onChange={order.setPaysRp}>
          {t('package.payRp', { amount: moneyText(payable) })}
          <Hint>{t('package.payRpHint', { percent: offer.rpSharePercent })}</Hint>
        </Checkbox>
      )}
      {order.zeroLoops !== undefined && (
        <>
          <Notice tone="warning">{t('package.zeroNow', { loops: order.zeroLoops })}</Notice>
          <Checkbox checked={order.agrees} onChange={order.setAgrees} error={order.notAgreed}>
            {t('package.zeroConsent')}
          </Checkbox>
        </>
      )}
      {shown && <Hint>{returnRule(shown.cancelUntil)}</Hint>}
    </Flow>
  );
}
