import type { AnswerOf } from '@trellis/api-contract/schemas';
import { csvHead, csvLines } from '../../platform/http/csvLines.ts';

const columns = [
  'day',
  'left_sales',
  'right_sales',
  'left_people',
  'right_people',
  'left_stock',
  'right_stock',
  'matched',
  'direct_points',
  'direct',
  'pairing',
  'cap',
  'cut',
  'over_limit',
  'due',
  'factor',
  'paid',
  'usdp',
  'rp',
] as const;

/**
 * The days of a month as CSV (RFC 4180, UTF-8), the latest first, so that whoever keeps a sheet of their own can compare. Amounts
 * are plain decimals, of USD but for the last two; what is not known of a day is empty.
 */
export async function* performanceCsv({ days }: AnswerOf<'member', 'getTeamPerformance'>): AsyncGenerator<string> {
  const rows = days.map(({ day, left, right, bonus }) => [
    day,
    left.sales.amount,
    right.sales.amount,
    String(left.people),
    String(right.people),
    ...(bonus
      ? [
          bonus.stock.left.amount,
          bonus.stock.right.amount,
          bonus.matched.amount,
          bonus.directPoints.amount,
          bonus.direct.amount,
          bonus.pairing.amount,
          bonus.cap.amount,
          bonus.cut.amount,
          bonus.overLimit.amount,
          bonus.due.amount,
          bonus.factor ?? '',
          bonus.paid.amount,
          bonus.usdp.amount,
          bonus.rp.amount,
        ]
      : Array.from({ length: 14 }, () => '')),
  ]);
  yield csvHead(columns);
  yield csvLines(rows);
}
