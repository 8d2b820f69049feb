import { Hero, IconButton, Shortcuts } from '@trellis/kit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Balances } from '../balances/byState.ts';
import { depositIcon, exchangeIcon, lockIcon, transferIcon, withdrawIcon } from '../icons.ts';
import { DisplayValue } from './DisplayValue.tsx';
import { NextEvent } from './NextEvent.tsx';
import * as styles from './WalletHead.module.css';

interface WalletHeadProps {
  /** `undefined` until they are there. */
  readonly balances: Balances | undefined;
  readonly stamp: ReactNode;
  readonly hidden: boolean;
  readonly onToggleHidden: () => void;
  /** Google Authenticator is not bound: without it nothing leaves. */
  readonly unsecured: boolean;
  /** Id of the text that says why no money can be moved now. */
  readonly disabledBecause: string | undefined;
}

/** What leads on the wallet: everything the member has, and where it can go. */
export function WalletHead(props: WalletHeadProps) {
  const { balances, stamp, hidden, onToggleHidden, unsecured, disabledBecause } = props;
  const { t } = useTranslation('wallet');
  const bind = unsecured && disabledBecause === undefined ? { icon: lockIcon, text: t('bind.text') } : undefined;
  return (
    <div className={styles.head}>
      <section aria-label={t('total.label')}>
        <Hero
          label={t('total.label')}
          money={balances?.total}
          action={
            <>
              <IconButton label={t(hidden ? 'home.show' : 'home.hide')} icon="eye" onClick={onToggleHidden} />
              {stamp}
            </>
          }
        >
          <DisplayValue total={balances?.total} />
          {balances && !hidden && <NextEvent balances={balances} />}
        </Hero>
      </section>
      <Shortcuts
        label={t('shortcut.label')}
        disabledBecause={disabledBecause}
        items={[
          { to: '/wallet/topup', icon: depositIcon, label: t('topup.title') },
          { to: '/wallet/withdrawal', icon: withdrawIcon, label: t('withdrawal.title'), first: bind },
          { to: '/wallet/exchange', icon: exchangeIcon, label: t('exchange.title') },
          { to: '/wallet/transfer', icon: transferIcon, label: t('transfer.title'), first: bind },
        ]}
      />
    </div>
  );
}
