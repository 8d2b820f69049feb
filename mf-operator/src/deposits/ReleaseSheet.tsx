import { moneyText, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../frame/ActionDialog.tsx';
import { depositsApi } from './api.ts';
import type { Deposit } from './depositTexts.ts';

/** Asks for a deposit below the minimum to be credited all the same; another treasurer approves. */
export function ReleaseSheet({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const { t } = useTranslation('operator');
  const [ask] = depositsApi.useAskDepositReleaseMutation();
  const { username, received, minimum } = deposit;
  return (
    <ActionDialog
      title={t('deposits.releaseTitle', { amount: moneyText(received), username })}
      consequence={t('deposits.releaseText')}
      submitLabel={t('deposits.releaseAct')}
      reasons={[t('deposits.reasonSeveral'), t('deposits.reasonOurs')]}
      asksCode
      done={t('deposits.releaseDone')}
      onClose={onClose}
      run={(words) => ask({ id: deposit.id, ...words })}
    >
      <Summary
        rows={[
          { label: t('deposits.received'), value: received },
          ...(minimum === null ? [] : [{ label: t('deposits.least'), value: minimum }]),
        ]}
      />
    </ActionDialog>
  );
}
