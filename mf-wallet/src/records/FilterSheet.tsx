import type { RecordKind } from '@trellis/api-contract';
import { Button, Buttons, Hint, readerDay, Sheet, useDates } from '@trellis/kit';
import { Pills, TextInput } from '@trellis/kit/form';
import { productNow } from '@trellis/shell-sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletApi } from '../api.ts';
import { type Period, periodOf, startOfPeriod } from './periods.ts';
import { kindText, type RecordFilter } from './RecordList.tsx';
import type { RecordChoice } from './useRecordFilter.ts';

type Unit = NonNullable<RecordFilter['unit']>;

interface FilterSheetProps {
  readonly choice: RecordChoice;
  readonly filter: RecordFilter;
  /** What any record of the member can be. */
  readonly kinds: readonly RecordKind[];
  readonly units: readonly Unit[];
  readonly onChoose: (change: Partial<RecordChoice>) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** Type, unit and time of the records; the list behind follows at once, and the button says how many there are. */
export function FilterSheet({ choice, filter, kinds, units, onChoose, onClear, onClose }: FilterSheetProps) {
  const { t } = useTranslation('wallet');
  const { zone } = useDates();
  const today = readerDay(productNow());
  const period = periodOf(choice, today);
  const [ownDates, setOwnDates] = useState(period === 'own');
  const { currentData } = walletApi.useListRecordsInfiniteQuery(filter);
  const page = currentData?.pages[0];
  // Of what does not fit on one page nobody has counted the rest.
  const count = page && page.next === null ? page.records.length : undefined;
  const choosePeriod = (next: Period | '') => {
    setOwnDates(next === 'own');
    if (next !== 'own') onChoose({ from: next === '' ? '' : startOfPeriod(next, today), to: '' });
  };
  return (
    <Sheet title={t('record.filters')} onClose={onClose}>
      <Pills
        label={t('record.filter')}
        value={choice.kind}
        onChange={(kind) => onChoose({ kind })}
        options={kinds.map((value) => ({ value, label: t(kindText(value)) }))}
      />
      <Pills
        label={t('record.unit')}
        value={choice.unit}
        onChange={(unit) => onChoose({ unit })}
        options={units.map((value) => ({ value, label: value, unit: value }))}
      />
      <Pills
        label={t('record.period')}
        value={ownDates ? 'own' : period}
        onChange={choosePeriod}
        options={[
          { value: 'week', label: t('record.week') },
          { value: 'month', label: t('record.month') },
          { value: 'year', label: t('record.year') },
          { value: 'own', label: t('record.ownDates') },
        ]}
      />
      {ownDates && (
        <>
          <TextInput type="date" label={t('record.from')} value={choice.from} onChange={(from) => onChoose({ from })} />
          <TextInput type="date" label={t('record.to')} value={choice.to} onChange={(to) => onChoose({ to })} />
          <Hint>{t('record.zone', { zone: zone() })}</Hint>
        </>
      )}
      <Buttons>
        <Button
          kind="quiet"
          onClick={() => {
            setOwnDates(false);
            onClear();
          }}
        >
          {t('record.clear')}
        </Button>
        <Button onClick={onClose}>{count === undefined ? t('record.show') : t('record.showCount', { count })}</Button>
      </Buttons>
    </Sheet>
  );
}
