import { Card, Section, Segmented } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindText, NoRecords, RecordList } from '../records/RecordList.tsx';

/** Transfers that went out, or that came in. */
export function TransferRecords() {
  const { t } = useTranslation('wallet');
  const [kind, setKind] = useState<'transfer_out' | 'transfer_in'>('transfer_out');
  return (
    <Section title={t('transfer.records')}>
      <Segmented
        label={t('record.filter')}
        labelHidden
        value={kind}
        onChange={setKind}
        options={[
          { value: 'transfer_out', label: t(kindText.transfer_out) },
          { value: 'transfer_in', label: t(kindText.transfer_in) },
        ]}
      />
      <RecordList
        key={kind}
        kind={kind}
        empty={
          <Card>
            <NoRecords />
          </Card>
        }
      />
    </Section>
  );
}
