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
  useSecondColumn,
  zoneHere,
} from '@trellis/kit';
import { SuspensionNotice, useDownload } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { walletApi } from '../api.ts';
import { depositIcon, listIcon } from '../icons.ts';
import { FilterSheet } from '../records/FilterSheet.tsx';
import { MonthlyStatements } from '../records/MonthlyStatements.tsx';
import { chosenKinds, kindText, NoRecords, RecordList } from '../records/RecordList.tsx';
import { RecordPage } from '../records/RecordPage.tsx';
import { RecordPanel } from '../records/RecordPanel.tsx';
import { RecordSheet } from '../records/RecordSheet.tsx';
import { useOpenRecord } from '../records/useOpenRecord.ts';
import { useRecordFilter } from '../records/useRecordFilter.ts';

/** `/wallet/records` and, where there is room for the list alongside it, `/wallet/records/{id}`. */
export function Component() {
  const { id } = useParams();
  const hasPanel = useSecondColumn(true);
  return id === undefined || hasPanel ? <Records id={id} hasPanel={hasPanel} /> : <RecordPage key={id} id={id} />;
}

interface RecordsProps {
  /** The record that the address names. */
  readonly id: string | undefined;
  /** A record opens alongside the list; else over it. */
  readonly hasPanel: boolean;
}

/** Everything that moved, narrowed as the address says; to keep as CSV, or month by month as PDF. */
function Records({ id, hasPanel }: RecordsProps) {
  const { t } = useTranslation('wallet');
  const { onClick, notice } = useDownload();
  const { choice, choose, filter, clear } = useRecordFilter();
  const [record, setRecord] = useState<string>();
  const { isOpened, open: openAlongside, close } = useOpenRecord(id);
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
          onOpen={hasPanel ? openAlongside : setRecord}
        />
        {record !== undefined && !hasPanel && <RecordSheet id={record} onClose={() => setRecord(undefined)} />}
      </Pane>
      <Pane>
        {id !== undefined && <RecordPanel key={id} id={id} focused={isOpened} onClose={close} />}
        {id === undefined && hasPanel && kinds.length > 0 && (
          <Card>
            <Empty icon={listIcon} text={t('record.choose')} />
          </Card>
        )}
        {id === undefined && <MonthlyStatements />}
      </Pane>
    </Screen>
  );
}
