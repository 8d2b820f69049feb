import { depositNetworks } from '@trellis/api-contract';
import { Amount, Card, Code, Hint, Stack } from '@trellis/kit';
import { Meter } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import * as styles from './Confirming.module.css';
import type { Deposit } from './useArrivals.ts';

/** Deposits that are seen and not yet credited: how far each has come, and about how long it still takes. */
export function Confirming({ deposits }: { deposits: readonly Deposit[] }) {
  const { t } = useTranslation('wallet');
  return deposits.map(({ id, chain, received, confirmations, needed, transaction }) => {
    const seconds = Math.ceil((needed - confirmations) * depositNetworks[chain].blockSeconds);
    return (
      <Card
        key={id}
        title={confirmations === 0 ? t('topup.stateDetected') : t('topup.stateConfirming')}
        action={<Amount money={received} />}
      >
        <div role="status">
          <Stack>
            <Meter share={confirmations / needed} />
            <p className={styles.axis}>
              <span>{t('topup.confirmations', { confirmations, needed })}</span>
              <span>{t('topup.left', { seconds })}</span>
            </p>
          </Stack>
        </div>
        <Hint>
          {t('topup.transaction')} <Code>{shortened(transaction.id)}</Code>
        </Hint>
      </Card>
    );
  });
}

/** Enough to find it elsewhere. */
const shortened = (transaction: string): string => `${transaction.slice(0, 10)}…${transaction.slice(-6)}`;
