import { amountText, HiddenAmounts, Ladder, Product, SignedAmount, shownMoney, useDates } from '@trellis/kit';
import { Gem, stoneOf } from '@trellis/kit/gem';
import { productNow } from '@trellis/shell-sdk';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balances } from '../balances/byState.ts';
import { passedOf } from './passedOf.ts';

/** So long a step is news. */
const newsMs = 86_400_000;

type Own = NonNullable<Balances['packages']['next']>;

/** The package that brings something next: its stone, its steps, and what comes when. */
export function OwnPackage({ own }: { own: Own }) {
  const { t } = useTranslation('wallet');
  const { day } = useDates();
  const hidden = useContext(HiddenAmounts);
  const { loops } = own;
  const at = loops.findIndex(({ released }) => !released);
  const next = loops[at];
  if (next === undefined) return null;
  const last = loops[at - 1];
  const isNews = last !== undefined && productNow() - Date.parse(last.dueOn) < newsMs;
  return (
    <Product
      look="wide"
      title={own.level}
      to={`/plan/packages/${own.id}`}
      mark={<Gem level={stoneOf(own.level)} serial={own.serial ?? 1} />}
      detail={own.name?.split(' ').at(-1)}
      end={<SignedAmount money={own.brings} />}
      endDetail={t('ahead.loop', { date: day(next.dueOn), n: at + 1, all: loops.length })}
    >
      <Ladder
        size="product"
        label={t('ahead.loops', { released: at, all: loops.length })}
        steps={loops.map(({ dueOn }, index) => ({
          state: index < at ? 'done' : index === at ? 'next' : 'open',
          label: day(dueOn),
        }))}
        passed={passedOf(last?.dueOn ?? own.startedOn, next.dueOn)}
        taken={isNews ? `${own.id} ${at}` : undefined}
        axis={[
          day(own.startedOn),
          hidden
            ? null
            : t('ahead.back', {
                back: amountText(shownMoney(own.back).amount),
                all: amountText(shownMoney(own.all).amount),
              }),
          day(loops.at(-1)?.dueOn ?? next.dueOn),
        ]}
      />
    </Product>
  );
}
