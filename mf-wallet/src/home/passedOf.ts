import type { Day } from '@trellis/api-contract';
import { productNow } from '@trellis/shell-sdk';

/** How much of the time between two days, which begin in UTC, has passed: from 0 to 1. */
export function passedOf(from: Day, to: Day): number {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return Math.min(1, Math.max(0, (productNow() - begin) / (end - begin)));
}
