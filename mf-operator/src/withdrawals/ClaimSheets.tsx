import { moneyText, Panel, Summary } from '@trellis/kit';
import { useTranslation } from 'react-i18next';
import { AddressGroups } from './AddressGroups.tsx';
import { withdrawalsApi } from './api.ts';
import { receivedOf, WithdrawalSheet, type WithdrawalSheetProps } from './WithdrawalSheet.tsx';

/** "I am paying this", before custody signs: from then on nobody rejects it. */
export function ClaimSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const [claim] = withdrawalsApi.useClaimPayoutMutation();
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.claim')}
      consequence={t('withdrawals.claimText', { received: receivedOf(props.file) })}
      submitLabel={t('withdrawals.claim')}
      asksCode
      reasons={[t('withdrawals.reasonNow')]}
      run={({ id, revision, reason, code }) => claim({ id, revision, reason, code })}
    >
      <Panel>
        <AddressGroups address={props.file.address} />
      </Panel>
    </WithdrawalSheet>
  );
}

/** The same where a colleague has said so, who may have sent it already. */
export function TakeOverSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const [claim] = withdrawalsApi.useClaimPayoutMutation();
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.takeOver')}
      consequence={t('withdrawals.takeOverText', { who: props.file.claim?.by ?? '' })}
      submitLabel={t('withdrawals.takeOver')}
      danger
      asksCode
      reasons={[t('withdrawals.reasonNothingSent')]}
      run={({ id, revision, reason, code }) => claim({ id, revision, reason, code })}
    />
  );
}

/** Nothing was sent after all. */
export function UnclaimSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const [release] = withdrawalsApi.useReleasePayoutClaimMutation();
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.unclaim')}
      consequence={t('withdrawals.unclaimText')}
      submitLabel={t('withdrawals.unclaim')}
      asksCode
      reasons={[t('withdrawals.reasonNothingSent')]}
      run={({ id, revision, reason, code }) => release({ id, revision, reason, code })}
    />
  );
}

/** Its member has another amount: asks for it to be settled so, or approves it as the second person. */
export function SettleSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const [settle] = withdrawalsApi.useSettlePayoutMutation();
  const { file } = props;
  const paid = file.payouts.findLast((payout) => payout.paid !== null)?.paid;
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.settle')}
      consequence={t('withdrawals.settleText')}
      submitLabel={t('withdrawals.settle')}
      asksCode
      reasons={[t('withdrawals.reasonSeen')]}
      run={({ id, revision, reason, code }) => settle({ id, revision, reason, code })}
    >
      <Summary
        rows={[
          { label: t('withdrawals.ordered'), value: receivedOf(file) },
          { label: t('withdrawals.paid'), value: paid ? moneyText(paid) : '' },
        ]}
      />
    </WithdrawalSheet>
  );
}
