import { Code, Hint, moneyText, Panel } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { AddressGroups } from './AddressGroups.tsx';
import { withdrawalsApi } from './api.ts';
import { amountOf, receivedOf, WithdrawalSheet, type WithdrawalSheetProps } from './WithdrawalSheet.tsx';
import { livePayout } from './withdrawalTexts.ts';

/** One person's approval, with the address to be compared once more. */
export function ApproveSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const { file } = props;
  const [approve] = withdrawalsApi.useApproveWithdrawalMutation();
  const amount = amountOf(file);
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.approveTitle', { amount })}
      consequence={t('withdrawals.approveText', { received: moneyText(file.today ?? file.received) })}
      submitLabel={t('withdrawals.approveAct', { amount })}
      asksCode
      reasons={[t('withdrawals.reasonCompared'), t('withdrawals.reasonSource'), t('withdrawals.reasonAnswered')]}
      run={({ id, revision, reason, code }) => approve({ id, revision, reason, code })}
    >
      <Panel>
        <AddressGroups address={file.address} />
      </Panel>
    </WithdrawalSheet>
  );
}

/** The second person's word that a payout was sent, where no chain is asked. */
export function ConfirmSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const [confirm] = withdrawalsApi.useConfirmPayoutMutation();
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.confirmTitle')}
      consequence={t('withdrawals.confirmText', { received: receivedOf(props.file) })}
      submitLabel={t('withdrawals.confirm')}
      asksCode
      reasons={[t('withdrawals.reasonSeen')]}
      run={({ id, revision, reason, code }) => confirm({ id, revision, reason, code })}
    >
      <Named {...props} />
    </WithdrawalSheet>
  );
}

/** Asks for a payout to be voided that no chain has seen, or approves it as the second person. */
export function VoidSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const [voidPayout] = withdrawalsApi.useVoidPayoutMutation();
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.voidTitle')}
      consequence={t('withdrawals.voidText')}
      submitLabel={t('withdrawals.void')}
      danger
      asksCode
      reasons={[t('withdrawals.reasonMistyped'), t('withdrawals.reasonNeverSent')]}
      run={({ id, revision, reason, code }) => voidPayout({ id, revision, reason, code })}
    >
      <Named {...props} />
    </WithdrawalSheet>
  );
}

function Named({ file }: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const payout = livePayout(file);
  if (!payout) return null;
  return (
    <Panel>
      <Hint>{t('withdrawals.tx')}</Hint>
      <Code>{payout.tx}</Code>
      <AddressGroups address={file.address} />
    </Panel>
  );
}
