import { Amount, Coin, HiddenAmounts, Hint, isZero, Meter, Product, Products, shownText } from '@trellis/kit';
import { Gem } from '@trellis/kit/gem';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balances } from '../balances/byState.ts';
import { OwnPackage } from './OwnPackage.tsx';
import { passedOf } from './passedOf.ts';
import * as styles from './WalletProducts.module.css';

interface WalletProductsProps {
  readonly balances: Balances;
  /** Id of the text that says why nothing can be bought now. */
  readonly disabledBecause: string | undefined;
}

/** What the member has that grows by steps: the package that brings something next, what is staked, and what is sold. */
export function WalletProducts({ balances, disabledBecause }: WalletProductsProps) {
  const { t } = useTranslation('wallet');
  const hidden = useContext(HiddenAmounts);
  const { stakes, packages } = balances;
  const isStaked = !isZero(stakes.staked);
  return (
    <Products label={t('shortcut.products')}>
      {packages.next && <OwnPackage own={packages.next} />}
      <Product
        look="tile"
        title={t('staked.title')}
        to={isStaked ? '/wallet/stakeDetail' : '/wallet/stake'}
        mark={<Coin unit="CP" size="small" />}
        disabledBecause={isStaked ? undefined : disabledBecause}
      >
        <strong className={styles.figure}>
          <Amount money={stakes.staked} />
        </strong>
        {stakes.unlocksFrom !== null && stakes.unlocksOn !== null && (
          <Meter share={passedOf(stakes.unlocksFrom, stakes.unlocksOn)} />
        )}
        <Hint>
          {!(hidden && isStaked) && (
            <>
              {t('staked.rewards', { reward: isStaked ? shownText(stakes.reward) : t('staked.none') })}
              <br />
            </>
          )}
          {t('staked.days', { days: isStaked ? (stakes.remainingDays ?? 0) : t('staked.none') })}
        </Hint>
      </Product>
      <Product
        look="tile"
        title={t('shortcut.package')}
        to="/plan"
        mark={
          <span className={styles.stones}>
            <Gem level="ruby" serial={1} />
            <Gem level="sapphire" serial={1} />
            <Gem level="emerald" serial={1} />
          </span>
        }
        disabledBecause={disabledBecause}
      >
        {packages.sold ? (
          <>
            <strong className={styles.figure}>{t('shortcut.levels', { count: packages.sold.levels })}</strong>
            <Hint>
              {t('shortcut.from', { amount: shownText(packages.sold.from) })}
              <br />
              {t('shortcut.rate', { percent: packages.sold.mostPercent })}
            </Hint>
          </>
        ) : (
          <Hint>{t('shortcut.packageText')}</Hint>
        )}
      </Product>
    </Products>
  );
}
