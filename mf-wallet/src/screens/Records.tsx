import { apiBase, balanceUnits, recordKinds } from '@trellis/api-contract';
import { Button, Card, Empty, ExternalLink, Filters, Screen, Select } from '@trellis/kit';
import { TextInput } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { listIcon } from '../icons.ts';
import { MonthlyStatements } from '../records/MonthlyStatements.tsx';
import { kindText, NoRecords, RecordList } from '../records/RecordList.tsx';
import { useRecordFilter } from '../records/useRecordFilter.ts';
import * as styles from './Records.module.css';

/** `/wallet/records`: everything that moved, narrowed as the address says; to keep as CSV, or month by month as PDF. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { choice, choose, filter, clear } = useRecordFilter();
  const narrowed = Object.keys(filter).length > 0;
  const nothing = narrowed ? (
    <Empty
      icon={listIcon}
      text={t('record.filteredEmpty')}
      action={
        <Button kind="quiet" size="small" onClick={clear}>
          {t('record.showAll')}
        </Button>
      }
    />
  ) : (
    <NoRecords />
  );
  return (
    <Screen title={t('record.title')} back="/wallet">
      <Filters
        label={t('record.filter')}
        value={choice.kind}
        onChange={(kind) => choose({ kind })}
        options={[
          { value: '', label: t('record.all') },
          ...recordKinds.map((value) => ({ value, label: t(kindText(value)) })),
        ]}
      />
      <div className={styles.filters}>
        <Select
          label={t('record.unit')}
          value={choice.unit}
          onChange={(unit) => choose({ unit })}
          options={[{ value: '', label: t('record.all') }, ...balanceUnits.map((value) => ({ value, label: value }))]}
        />
        <TextInput type="date" label={t('record.from')} value={choice.from} onChange={(from) => choose({ from })} />
        <TextInput type="date" label={t('record.to')} value={choice.to} onChange={(to) => choose({ to })} />
      </div>
      <RecordList
        // Another filter starts again at its first page.
        key={JSON.stringify(filter)}
        filter={filter}
        empty={<Card>{nothing}</Card>}
      />
      <p>
        <ExternalLink
          href={`${apiBase}/records.csv?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`}
          download
        >
          {t('record.csv')}
        </ExternalLink>
      </p>
      <MonthlyStatements />
    </Screen>
  );
}
