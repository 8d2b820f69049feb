import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import { RecordList } from './RecordList.tsx';

beforeAll(startParts);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const money = (amount: string) => ({ amount, unit: 'USD' });
const record = (id: string, at: string) => ({
  id,
  kind: 'team_bonus',
  money: money('1.00'),
  balanceAfter: money('1.00'),
  at,
  reference: id,
});

test('a page that has looked so far and found nothing says so, and looks further; nothing in all is reported at the end', async () => {
  const answers: object[] = [
    { records: [], next: 'a', lookedTo: '2026-03-09T12:00:00.000Z' },
    { records: [record('101-7', '2026-02-01T12:00:00.000Z')], next: 'b', lookedTo: '2026-01-09T12:00:00.000Z' },
    { records: [], next: null },
  ];
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => ({ ok: true, status: 200, json: async () => answers.shift() }) as Response);
  showPart(<RecordList filter={{ kind: 'team_bonus' }} empty={<p>nothing at all</p>} />);
  fireEvent.click(await screen.findByRole('button', { name: 'record.lookFurther' }));
  expect(await screen.findByRole('link')).not.toBeNull();
  expect(screen.getAllByText('record.lookedTo')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'record.lookFurther' }));
  // What the page before it said of how far it came is over.
  await waitFor(() => expect(screen.queryByText('record.lookedTo')).toBeNull());
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('nothing at all')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('a line says which package or stake it is of, and how a withdrawal stands', async () => {
  const records = [
    { ...record('101-9', '2026-02-01T12:00:00.000Z'), kind: 'package_purchase', level: 'Bronze' },
    { ...record('101-8', '2026-02-01T11:00:00.000Z'), kind: 'stake_redeem', stakeSince: '2026-01-01T12:00:00.000Z' },
    { ...record('101-7', '2026-02-01T10:00:00.000Z'), kind: 'withdrawal', status: 'pending_review', step: 'review' },
  ];
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => ({ ok: true, status: 200, json: async () => ({ records, next: null }) }) as Response,
    );
  showPart(<RecordList filter={{ unit: 'USD' }} empty={null} />);
  const lines = (await screen.findAllByRole('link')).map(({ textContent }) => textContent ?? '');
  expect(lines[0]).toContain('Bronze');
  expect(lines[1]).toContain('record.ofStake');
  expect(lines[2]).toContain('withdrawal.pendingReview');
});
