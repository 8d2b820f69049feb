import { expect, test } from '@jest/globals';
import { foldedAccess } from './accessRuns.ts';

const row = (number: number, actor: string, action: string, day = '09') => ({
  number: String(number),
  actor,
  action,
  recordedAt: `2026-03-${day}T12:04:00Z`,
});

test('what one person looked at, one after the other, is one entry; what changes something stands alone', () => {
  const runs = foldedAccess(
    [
      row(7, 'operator:bob', 'member.read'),
      row(6, 'operator:bob', 'inquiry.list'),
      row(5, 'operator:ann', 'member.read'),
      row(4, 'operator:bob', 'withdrawal.approve'),
      row(3, 'operator:bob', 'member.timeline'),
      row(2, 'operator:bob', 'bonus.list_holds'),
      row(1, 'operator:bob', 'member.reader_changed'),
      row(0, 'operator:bob', 'member.read', '08'),
      row(-1, 'operator:bob', 'member.read', '07'),
    ],
    (time) => time.slice(0, 10),
  );
  expect(runs.map((run) => run.map(({ number }) => number).join(' '))).toEqual([
    '7 6',
    '5',
    '4',
    '3 2',
    '1',
    '0',
    '-1',
  ]);
});
