import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import { PayoutNotices } from './PayoutNotices.tsx';

beforeAll(startParts);
afterEach(cleanup);

const payouts = [
  { id: '7', amount: { amount: '505.00', unit: 'CP' }, deadlineAt: '2026-03-09T12:00:00.000Z' },
] as unknown as Parameters<typeof PayoutNotices>[0]['payouts'];

test.each([
  [false, false, 'stake.pendingText'],
  [true, false, 'stake.pendingFrozen'],
  [false, true, null],
])('payouts frozen: %s, suspended: %s; only what can be said of its time is', (payoutsFrozen, suspended, said) => {
  showPart(<PayoutNotices payouts={payouts} payoutsFrozen={payoutsFrozen} suspended={suspended} />);
  expect(screen.queryByText(/^stake\.pending/)?.textContent ?? null).toBe(said);
});
