import { balanceUnits, type RecordKind, recordKinds } from '@trellis/api-contract';
import { useSearchParams } from 'react-router-dom';
import type { RecordFilter } from './RecordList.tsx';

const day = /^\d{4}-\d{2}-\d{2}$/;

/** What the reader has chosen; dates are days of their own calendar. Empty: not narrowed. */
export interface RecordChoice {
  readonly kind: RecordKind | '';
  readonly unit: NonNullable<RecordFilter['unit']> | '';
  readonly from: string;
  readonly to: string;
}

/** The filters of the records, kept in the address: it can be sent, and the way back finds the same list. */
export function useRecordFilter() {
  const [params, setParams] = useSearchParams();
  const text = (name: keyof RecordChoice): string => params.get(name) ?? '';
  const choice: RecordChoice = {
    kind: recordKinds.find((kind) => kind === text('kind')) ?? '',
    unit: balanceUnits.find((unit) => unit === text('unit')) ?? '',
    from: day.test(text('from')) ? text('from') : '',
    to: day.test(text('to')) ? text('to') : '',
  };
  const choose = (change: Partial<RecordChoice>) => {
    const next = Object.entries({ ...choice, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true });
  };
  return { choice, choose, filter: filterOf(choice), clear: () => setParams({}, { replace: true }) };
}

function filterOf({ kind, unit, from, to }: RecordChoice): RecordFilter {
  return {
    ...(kind !== '' && { kind }),
    ...(unit !== '' && { unit }),
    ...(from !== '' && { from: startOf(from, 0) }),
    // The last day is wanted whole.
    ...(to !== '' && { to: startOf(to, 1) }),
  };
}

/** The moment at which a day of the reader's calendar begins, or one some days later. */
function startOf(date: string, later: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth + later).toISOString();
}
