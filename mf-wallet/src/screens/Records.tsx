import { apiBase, balanceUnits, recordKinds } from '@trellis/api-contract';
import {
  Button,
  Card,
  Empty,
  Filters,
  IconDownload,
  LinkButton,
  MoreFilters,
  Pane,
  Screen,
  zoneHere,
} from '@trellis/kit';
import { SuspensionNotice, useDownload } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { depositIcon } from '../icons.ts';
import { FilterSheet } from '../records/FilterSheet.tsx';
import { MonthlyStatements } from '../records/MonthlyStatements.tsx';
import { chosenKinds, kindText, NoRecords, RecordList } from '../records/RecordList.tsx';
import { RecordSheet } from '../records/RecordSheet.tsx';
import { useRecordFilter } from '../records/useRecordFilter.ts';

/** `/wallet/records`: everything that moved, narrowed as the address says; to keep as CSV, or month by month as PDF. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { onClick, notice } = useDownload();
  const { choice, choose, filter, clear } = useRecordFilter();
  const [record, setRecord] = useState<string>();
  // Until it is known what fits, only what is chosen is offered.
  const { data: fitting } = walletApi.useGetRecordFiltersQuery({});
  const fits = <Value extends string>(value: Value, options: readonly Value[] | undefined, chosen: string) =>
    value === chosen || (options?.includes(value) ?? false);
  const kinds = chosenKinds(recordKinds).filter((value) => fits(value, fitting?.kinds, choice.kind));
  const [open, setOpen] = useState(false);
  const further = [choice.unit, choice.from || choice.to].filter((value) => value !== '').length;
  const narrowed = Object.keys(filter).length > 0;
  const nothing = narrowed ? (
    <Empty
      text={t('record.filteredEmpty')}
      action={
        <Button kind="quiet" size="small" onClick={clear}>
          {t('record.showAll')}
        </Button>
      }
    />
  ) : (
    <NoRecords
      action={
        <LinkButton to="/wallet/topup" size="small">
          {t('topup.title')}
        </LinkButton>
      }
    />
  );
  return (
    <Screen
      title={t('record.title')}
      back="/wallet"
      layout="panes"
      action={
        <IconDownload
          label={t('record.csv')}
          icon={depositIcon}
          onClick={onClick}
          href={`${apiBase}/records.csv?${new URLSearchParams(Object.entries({ ...filter, timeZone: zoneHere() }).map(([name, value]) => [name, String(value)]))}`}
        />
      }
    >
      <Pane>
        <SuspensionNotice />
        {notice}
        <Filters
          label={t('record.filter')}
          more={<MoreFilters label={t('record.filters')} count={further} onClick={() => setOpen(true)} />}
          value={choice.kind}
          onChange={(kind) => choose({ kind })}
          options={[
            { value: '', label: t('record.all') },
            ...kinds.map((value) => ({ value, label: t(kindText(value)) })),
          ]}
        />
        {open && (
          <FilterSheet
            choice={choice}
            filter={filter}
            kinds={kinds}
            units={balanceUnits.filter((value) => fits(value, fitting?.units, choice.unit))}
            onChoose={choose}
            onClear={clear}
            onClose={() => setOpen(false)}
          />
        )}
        <RecordList
          // Another filter starts again at its first page.
          key={JSON.stringify(filter)}
          filter={filter}
          empty={<Card>{nothing}</Card>}
          onOpen={setRecord}
        />
        {record !== undefined && <RecordSheet id={record} onClose={() => setRecord(undefined)} />}
      </Pane>
      <Pane>
        <MonthlyStatements />
      </Pane>
    </Screen>
  );
}
