import {
  balanceUnits,
  beginningIn,
  type Day,
  dayAfter,
  isDay,
  type RecordKind,
  recordKinds,
} from '@trellis/api-contract';
import { useReaderZone } from '@trellis/kit';
import { useSearchParams } from 'react-router-dom';
import type { RecordFilter } from './RecordList.tsx';

/** What the reader has chosen; dates are days of their own calendar. Empty: not narrowed. */
export interface RecordChoice {
  readonly kind: RecordKind | '';
  readonly unit: NonNullable<RecordFilter['unit']> | '';
  readonly from: Day | '';
  readonly to: Day | '';
}

/** The filters of the records, kept in the address: it can be sent, and the way back finds the same list. */
export function useRecordFilter() {
  const [params, setParams] = useSearchParams();
  const zone = useReaderZone();
  const text = (name: keyof RecordChoice): string => params.get(name) ?? '';
  const choice: RecordChoice = {
    kind: recordKinds.find((kind) => kind === text('kind')) ?? '',
    unit: balanceUnits.find((unit) => unit === text('unit')) ?? '',
    from: isDay(text('from')) ? text('from') : '',
    to: isDay(text('to')) ? text('to') : '',
  };
  const choose = (change: Partial<RecordChoice>) => {
    const next = Object.entries({ ...choice, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true });
  };
  return { choice, choose, filter: filterOf(choice, zone), clear: () => setParams({}, { replace: true }) };
}

/** The days begin and end where the reader is. */
function filterOf({ kind, unit, from, to }: RecordChoice, zone: string | undefined): RecordFilter {
  const startOf = (day: Day): string => beginningIn(day, zone).toISOString();
  return {
    ...(kind !== '' && { kind }),
    ...(unit !== '' && { unit }),
    ...(from !== '' && { from: startOf(from) }),
    // The last day is wanted whole.
    ...(to !== '' && { to: startOf(dayAfter(to, 1)) }),
  };
}
