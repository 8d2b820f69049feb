import { Coin, Icon, SkeletonRows } from '@trellis/kit';
import { LoadFailure, lazyPart, usePart } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { hasRoom } from '../hasRoom.ts';
import { useStored } from '../home/useStored.ts';
import * as styles from './Assets.module.css';
import { addedUnits } from './byState.ts';

/** Home comes without what is folded. */
const list = lazyPart('wallet', () => import(/* webpackChunkName: "assets" */ './AssetList.tsx'));

/**
 * What the member has, as one line that opens, and that stays as the reader left it, because the states above say most
 * days what is wanted.
 */
export function Assets() {
  const { t } = useTranslation('wallet');
  const { data } = walletApi.useGetBalancesQuery({});
  // With a pane of its own it is open until the reader closes it.
  const [isOpen, setOpen] = useStored('assetsOpen', hasRoom());
  return (
    <details
      className={styles.assets}
      open={isOpen}
      // The browser reports it too where nobody pressed.
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setOpen(open)}
    >
      <summary>
        <h2>{t('asset.title')}</h2>
        <span className={styles.coins}>
          {data && addedUnits(data.balances).map((unit) => <Coin key={unit} unit={unit} size="small" />)}
        </span>
        <Icon icon="down" />
      </summary>
      <div className={styles.body}>{isOpen && <List />}</div>
    </details>
  );
}

function List() {
  const [part, retry] = usePart(list);
  if (part?.failure) return <LoadFailure failure={part.failure} onRetry={retry} />;
  return part?.module ? <part.module.AssetList /> : <SkeletonRows />;
}
