import { type Overview, operatorApi } from '../api.ts';

/** How much waits for the operator at a place, and whether one of it is nearly due. */
export interface WorkCount {
  readonly count: number;
  readonly isDue: boolean;
}

type Kind = Overview['work'][number]['kind'];

const placeOfKind = {
  review: '/withdrawals',
  pay: '/withdrawals',
  faults: '/deposits',
  inquiries: '/inquiries',
  approvals: '/approvals',
} as const satisfies Record<Kind, string>;

/** Of these kinds the moment is a deadline; of the others it is since when somebody waits. */
const haveDeadlines: readonly Kind[] = ['review', 'pay', 'approvals'];
const dueMs = 12 * 60 * 60_000;

/** What waits for the operator by place, of the overview that the bar has read. */
export function workCounts(work: Overview['work'], now: number): ReadonlyMap<string, WorkCount> {
  const counts = new Map<string, WorkCount>();
  for (const { kind, count, at } of work) {
    const to = placeOfKind[kind];
    const before = counts.get(to);
    const isDue = haveDeadlines.includes(kind) && at !== null && Date.parse(at) - now < dueMs;
    counts.set(to, { count: count + (before?.count ?? 0), isDue: isDue || before?.isDue === true });
  }
  return counts;
}

/** The overview for the frame: nothing is read where there is no frame. */
export const useFrameOverview = (isFrame: boolean): Overview | undefined =>
  operatorApi.useGetOverviewQuery({}, { skip: !isFrame }).data;
