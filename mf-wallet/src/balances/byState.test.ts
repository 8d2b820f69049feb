import { expect, test } from '@jest/globals';
import { type BalanceState, type BalanceUnit, money } from '@trellis/api-contract';
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
    unlocksFrom: null,
    remainingDays: null,
  } as const,
});
const written = (balances: readonly Balance[], basis?: string) =>
  totalsByState(held(balances, basis)).map(({ kind, money: { amount, unit } }) => `${kind} ${amount} ${unit}`);

test('what is in one state is one sum, whatever its unit', () => {
  const balances = [
    balance('USD', 'available', '886.75'),
    balance('USDT', 'available', '200.00'),
    balance('USDP', 'available', '300.000001'),
    balance('USDP', 'locked', '1000.00'),
    balance('CP', 'staked', '3500.00'),
  ];
  expect(written(balances)).toEqual(['available 1386.750001 USD', 'locked 1000.00 USD', 'staked 3500.00 USD']);
  // CP are as much as they cost.
  expect(written(balances, '3600.00')).toContain('staked 3600.00 USD');
});

test('an empty wallet has three zeros', () => {
  expect(written([])).toEqual(['available 0.00 USD', 'locked 0.00 USD', 'staked 0.00 USD']);
});

test('RP and what is pending have lines of their own while there is some', () => {
  const lines = written([
    balance('RP', 'available', '12.40'),
    balance('USD', 'pending', '120.00'),
    balance('USDT', 'pending', '0.00'),
  ]);
  expect(lines).toContain('points 12.40 USD');
  expect(lines).toContain('pending 120.00 USD');
  expect(lines).toContain('available 0.00 USD');
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
  expect(percentages(totalsByState(held(balances, '9.00')))).toEqual([10, 0, 90]);
});
