import { expect, test } from '@jest/globals';
import type { BalanceState } from '@trellis/api-contract';
import { type BalanceUnit, money } from '@trellis/api-contract';
import { addedUnits, type Balance, percentages, totalsByState } from './byState.ts';

const balance = (unit: BalanceUnit, state: BalanceState, amount: string): Balance => ({
  unit,
  state,
  money: { amount, unit },
  changedAt: null,
});
/** Of contracts bought at one USD for a CP, unless something else is said. */
const held = (balances: readonly Balance[], basis?: string) => ({
  balances: [...balances],
  stakes: {
    staked: money(0n, 'CP'),
    basis: { amount: basis ?? balances.find(({ unit }) => unit === 'CP')?.money.amount ?? '0.00', unit: 'USD' },
    reward: money(0n, 'USD'),
    unlocksOn: null,
    remainingDays: null,
  } as const,
});
const written = (balances: readonly Balance[]) =>
  totalsByState(held(balances)).map(({ kind, money }) => `${kind} ${money.amount} ${money.unit}`);

test('every unit stands for itself, and none is added to another', () => {
  const balances = [
    balance('USD', 'available', '1640.50'),
    balance('USDT', 'available', '200.00'),
    balance('USDP', 'available', '300.00'),
    balance('USDP', 'locked', '2000.00'),
    balance('CP', 'staked', '3500.00'),
  ];
  expect(written(balances)).toEqual([
    'available 1640.50 USD',
    'available 200.00 USDT',
    'available 300.00 USDP',
    'locked 2000.00 USDP',
    'staked 3500.00 CP',
  ]);
});

test('one unit alone keeps its name', () => {
  expect(written([balance('USDT', 'available', '5.00'), balance('USD', 'available', '0.00')])[0]).toBe(
    'available 5.00 USDT',
  );
});

test('an empty wallet shows three zeros', () => {
  expect(written([])).toEqual(['available 0.00 USD', 'locked 0.00 USDP', 'staked 0.00 CP']);
});

test('RP and what is pending have lines of their own while there is some', () => {
  const lines = written([balance('RP', 'available', '12.40'), balance('USD', 'pending', '120.00')]);
  expect(lines).toContain('points 12.40 RP');
  expect(lines).toContain('pending 120.00 USD');
});

test('the total says which units it adds', () => {
  const some = [
    balance('USD', 'available', '1.00'),
    balance('USDP', 'locked', '2.00'),
    balance('USDP', 'available', '3.00'),
  ];
  expect(addedUnits([...some, balance('RP', 'available', '0.00')])).toEqual(['USD', 'USDP']);
});

test('percentages of nothing are zero, not a division by zero', () => {
  expect(percentages(totalsByState(held([])))).toEqual([0, 0, 0]);
  const balances = [balance('USD', 'available', '1.00'), balance('CP', 'staked', '3.00')];
  expect(percentages(totalsByState(held(balances)))).toEqual([25, 0, 75]);
  // What is owed is no part of what is there.
  const owed = [balance('USD', 'available', '-1.00'), balance('CP', 'staked', '3.00')];
  expect(percentages(totalsByState(held(owed)))).toEqual([0, 0, 100]);
  // CP are as much of the whole as they cost.
  expect(percentages(totalsByState(held(balances, '9.00')))).toEqual([10, 0, 90]);
});
