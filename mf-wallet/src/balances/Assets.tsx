import { Coin, Icon, SkeletonRows } from '@trellis/kit';
import { Loaded } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { hasRoom } from '../hasRoom.ts';
import { HowComputed } from '../home/HowComputed.tsx';
import { useStored } from '../home/useStored.ts';
import { AssetRows } from './AssetRows.tsx';
import * as styles from './Assets.module.css';
import { addedUnits } from './byState.ts';

/**
 * What the member has, by unit and state, and how the total is made of it: one line that opens, and that stays as the
 * reader left it, because the states above say most days what is wanted.
 */
export function Assets() {
  const { t } = useTranslation('wallet');
  const query = walletApi.useGetBalancesQuery({});
  const { data } = query;
  // With a pane of its own it is open until the reader closes it.
  const [isOpen, setOpen] = useStored('assetsOpen', hasRoom());
  return (
    <details
      className={styles.assets}
      open={isOpen}
      // The browser reports it too where nobody pressed, and opens it itself for what is looked for in the page.
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setOpen(open)}
    >
      <summary>
        <h2>{t('asset.title')}</h2>
        <span className={styles.coins}>
          {data && addedUnits(data.balances).map((unit) => <Coin key={unit} unit={unit} size="small" />)}
        </span>
        <Icon icon="down" />
      </summary>
      <div className={styles.body}>
        {data && <HowComputed balances={data} />}
        <Loaded query={query} waiting={<SkeletonRows />}>
          {({ balances }) => <AssetRows balances={balances} />}
        </Loaded>
      </div>
    </details>
  );
}
