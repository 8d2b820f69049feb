import { dayOf } from '@trellis/api-contract';
import { Amount } from '@trellis/kit';
import { productNow } from '@trellis/shell-sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Balances } from '../balances/byState.ts';
import * as styles from './WalletHead.module.css';

const dayMs = 86_400_000;

/** What comes next for certain, and in how many days: a part of a package, or the end of a stake. */
export function NextEvent({ balances: { packages, stakes } }: { balances: Balances }) {
  const { t } = useTranslation('wallet');
  const loop = packages.next?.loops.find(({ released }) => !released);
  if (packages.next && loop) {
    const today = dayOf(new Date(productNow()).toISOString());
    const days = Math.max(0, Math.round((Date.parse(loop.dueOn) - Date.parse(today)) / dayMs));
    return (
      <Link viewTransition className={styles.next} to={`/plan/packages/${packages.next.id}`}>
        {t('ahead.next')}
        <strong>
          +<Amount money={packages.next.brings} />
        </strong>
        <span>{t('ahead.days', { count: days })}</span>
      </Link>
    );
  }
  if (stakes.remainingDays === null) return null;
  return (
    <Link viewTransition className={styles.next} to="/wallet/stakeDetail">
      {t('ahead.unlocks')}
      <span>{t('ahead.days', { count: stakes.remainingDays })}</span>
    </Link>
  );
}
