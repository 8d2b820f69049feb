import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import type { OwnPackage } from '../api.ts';
import { PackageRows } from './PackageRows.tsx';

beforeAll(startParts);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const money = (amount: string, unit: 'USD' | 'RP' | 'USDP' = 'USD') => ({ amount, unit });
const own = (id: string): OwnPackage => ({
  ...{ id, planType: 'level', level: 'Clear', price: money('100.00'), rp: money('0', 'RP'), points: '100', days: 90 },
  ...{
    reward: money('0', 'USDP'),
    startedAt: '2026-03-09T12:00:00.000Z',
    loops: [],
    nextRelease: null,
    remainingDays: 0,
  },
  ...{ released: true, cancelUntil: null, cancelledAt: null, certificate: null },
});

const totals = { purchased: { amount: '900.00', unit: 'USD' }, reward: { amount: '1.25', unit: 'USDP' } } as const;

test('older packages are asked for page by page, each after the last that is shown', async () => {
  const answers = [
    { packages: [own('b')], older: 'b' },
    { packages: [own('c')], older: null },
  ];
  const spy = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => ({ ok: true, status: 200, json: async () => answers.shift() }) as Response);
  showPart(<PackageRows packages={[own('a')]} older="a" totals={totals} />);
  expect(spy).not.toHaveBeenCalled();
  // Of all of them, whichever are shown.
  expect(screen.getByText('package.totalPurchase').closest('div')?.textContent).toContain('900.00');
  for (const shown of [2, 3]) {
    fireEvent.click(screen.getByRole('button', { name: 'package.more' }));
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(shown));
  }
  expect(screen.queryByRole('button')).toBeNull();
  expect(spy.mock.calls.map(([url]) => new URL(String(url)).search)).toEqual(['?after=a', '?after=b']);
});
