import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { HiddenAmounts } from '@trellis/kit';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import type { Balances } from '../balances/byState.ts';
import { WalletProducts } from './WalletProducts.tsx';

beforeAll(() => startParts({ namespace: 'wallet', load: () => import('../texts/en.json') }));
afterEach(cleanup);

const loop = (dueOn: string, released: boolean) => ({ dueOn, released });
const balances = {
  stakes: {
    ...{ staked: { amount: '7300.00', unit: 'CP' }, reward: { amount: '84.00', unit: 'USDP' }, remainingDays: 12 },
    ...{ unlocksFrom: '2026-03-09T12:00:00.000Z', unlocksOn: '2026-04-09' },
  },
  packages: {
    next: {
      ...{ id: 'p', level: 'Gold', name: 'Gold #00009', serial: 9, startedOn: '2026-01-01' },
      ...{ loops: [loop('2026-02-01', true), loop('2026-03-01', false)], brings: { amount: '343.00', unit: 'USDP' } },
      ...{ back: { amount: '343.00', unit: 'USDP' }, all: { amount: '686.00', unit: 'USDP' } },
    },
    ...{ running: 1, sold: null },
  },
} as unknown as Balances;
const textOf = (isCovered: boolean) =>
  showPart(
    <HiddenAmounts value={isCovered}>
      <WalletProducts balances={balances} disabledBecause={undefined} />
    </HiddenAmounts>,
  ).container.textContent;

test('no amount of the own products is seen where amounts are covered', () => {
  const amounts = ['7,300.00', '84.00', '343.00', '686.00'];
  const open = textOf(false);
  expect(amounts.filter((amount) => open?.includes(amount))).toEqual(amounts);
  cleanup();
  const covered = textOf(true);
  expect(amounts.filter((amount) => covered?.includes(amount))).toEqual([]);
  expect(covered).toContain('•••••');
});
