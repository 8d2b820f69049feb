import { Hero, IconButton, Shortcuts } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balances } from '../balances/byState.ts';
import { depositIcon, exchangeIcon, transferIcon, withdrawIcon } from '../icons.ts';
import { DisplayValue } from './DisplayValue.tsx';
import * as styles from './WalletHead.module.css';

interface WalletHeadProps {
  /** `undefined` until they are there. */
  readonly balances: Balances | undefined;
  readonly stamp: ReactNode;
  readonly hidden: boolean;
  readonly onToggleHidden: () => void;
  /** Id of the text that says why no money can be moved now. */
  readonly disabledBecause: string | undefined;
}

/** What leads on the wallet: everything the member has, and where it can go. */
export function WalletHead({ balances, stamp, hidden, onToggleHidden, disabledBecause }: WalletHeadProps) {
  const { t } = useTranslation('wallet');
  return (
    <div className={styles.head}>
      <section aria-label={t('total.label')}>
        <Hero
          label={t('total.label')}
          money={balances?.total}
          action={<IconButton label={t(hidden ? 'home.show' : 'home.hide')} icon="eye" onClick={onToggleHidden} />}
        >
          <DisplayValue total={balances?.total} />
          {stamp}
        </Hero>
      </section>
      <Shortcuts
        label={t('shortcut.label')}
        disabledBecause={disabledBecause}
        items={[
          { to: '/wallet/topup', icon: depositIcon, label: t('topup.title') },
          { to: '/wallet/withdrawal', icon: withdrawIcon, label: t('withdrawal.title') },
          { to: '/wallet/exchange', icon: exchangeIcon, label: t('exchange.title') },
          { to: '/wallet/transfer', icon: transferIcon, label: t('transfer.title') },
        ]}
      />
    </div>
  );
}
