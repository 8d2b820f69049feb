import { money } from '@trellis/api-contract';
import { Coin, Hint, isZero, Product, Products, Summary, TextLink } from '@trellis/kit';
import { Gem } from '@trellis/kit/gem';
import { useTranslation } from 'react-i18next';
import type { Balances } from '../balances/byState.ts';

interface WalletProductsProps {
  readonly balances: Balances | undefined;
  /** Id of the text that says why nothing can be bought now. */
  readonly disabledBecause: string | undefined;
}

/** What the wallet can grow into: packages, and what is staked, what it earns, and when it unlocks. */
export function WalletProducts({ balances, disabledBecause }: WalletProductsProps) {
  const { t } = useTranslation('wallet');
  const stakes = balances?.stakes;
  const isStaked = stakes !== undefined && !isZero(stakes.staked);
  return (
    <Products label={t('shortcut.products')}>
      <Product
        title={t('shortcut.package')}
        to="/plan"
        mark={<Gem level="sapphire" serial={1} />}
        disabledBecause={disabledBecause}
      >
        <Hint>{t('shortcut.packageText')}</Hint>
      </Product>
      <Product
        title={t('stake.title')}
        to="/wallet/stake"
        mark={<Coin unit="CP" size="small" />}
        disabledBecause={disabledBecause}
      >
        <Summary
          rows={[
            { label: t('staked.title'), value: stakes?.staked ?? money(0n, 'CP') },
            // A stake has both; without one there is nothing to say.
            { label: t('staked.rewards'), value: stakes && isStaked ? stakes.reward : t('staked.none') },
            {
              label: t('staked.days'),
              value: stakes && isStaked ? String(stakes.remainingDays ?? 0) : t('staked.none'),
            },
          ]}
        />
        <TextLink to="/wallet/stakeDetail">{t('staked.details')}</TextLink>
      </Product>
    </Products>
  );
}
