import { Code, Hint, Panel, Summary } from '@trellis/kit';
import { TextInput } from '@trellis/kit/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressGroups } from './AddressGroups.tsx';
import { withdrawalsApi } from './api.ts';
import { receivedOf, WithdrawalSheet, type WithdrawalSheetProps } from './WithdrawalSheet.tsx';
import { lastSix, networkTexts } from './withdrawalTexts.ts';

const txPattern = /^(?:0x)?[0-9a-fA-F]{64}$/;

/** Names the transaction that was sent from custody; its end is read back, to be compared with where it was sent from. */
export function RecordSheet(props: WithdrawalSheetProps) {
  const { t } = useTranslation('operator');
  const { file } = props;
  const [typed, setTyped] = useState('');
  const [record] = withdrawalsApi.useRecordPayoutMutation();
  const tx = typed.trim();
  const isTx = txPattern.test(tx);
  const received = receivedOf(file);
  return (
    <WithdrawalSheet
      {...props}
      title={t('withdrawals.recordTitle', { received })}
      consequence={t('withdrawals.recordText')}
      submitLabel={t('withdrawals.recordAct', { received })}
      asksCode
      reasons={[t('withdrawals.reasonSent')]}
      blocked={isTx ? undefined : t('withdrawals.txWrong')}
      run={({ id, revision, reason, code }) => record({ id, revision, tx, reason, code })}
    >
      <Summary
        rows={[
          { label: t('withdrawals.receives'), value: file.received },
          { label: t('withdrawals.network'), value: t(networkTexts[file.chain]) },
        ]}
      />
      <AddressGroups address={file.address} />
      <TextInput label={t('withdrawals.tx')} maxLength={80} whole value={typed} onChange={setTyped} />
      {isTx && (
        <Panel>
          <Hint>{t('withdrawals.txEnds')}</Hint>
          <Code>{lastSix(tx)}</Code>
        </Panel>
      )}
    </WithdrawalSheet>
  );
}
