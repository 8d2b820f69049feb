import { Button, Card, Empty, Filters, Section } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listIcon } from '../icons.ts';
import { kindText, NoRecords, type RecordKind, RecordList } from './RecordList.tsx';

const kinds: readonly RecordKind[] = [
  'transfer_in',
  'transfer_out',
  'exchange_in',
  'exchange_out',
  'withdrawal',
  'withdrawal_return',
  'opening',
];

/** The member's records with a filter by kind. */
export function Records() {
  const { t } = useTranslation('wallet');
  const [kind, setKind] = useState<RecordKind | 'all'>('all');
  const nothing =
    kind === 'all' ? (
      <NoRecords />
    ) : (
      <Empty
        icon={listIcon}
        text={t('record.filteredEmpty')}
        action={
          <Button kind="quiet" size="small" onClick={() => setKind('all')}>
            {t('record.showAll')}
          </Button>
        }
      />
    );
  return (
    <Section title={t('record.title')}>
      <Filters
        label={t('record.filter')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'all', label: t('record.all') },
          ...kinds.map((value) => ({ value, label: t(kindText[value]) })),
        ]}
      />
      <RecordList
        // Another filter starts again at its first page.
        key={kind}
        kind={kind === 'all' ? undefined : kind}
        empty={<Card>{nothing}</Card>}
      />
    </Section>
  );
}
