import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import type { OwnStake } from './api.ts';
import { StakeRows } from './StakeRows.tsx';

beforeAll(startParts);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

/** As much of one as a row shows. */
const own = (id: string): OwnStake =>
  ({
    ...{ id, cp: { amount: '100', unit: 'CP' }, status: 'ended', termination: 'terminated', unlocked: false },
    ...{ maturesOn: null, startedAt: '2026-03-09T12:00:00.000Z', choice: null, payouts: [] },
  }) as unknown as OwnStake;

test('older contracts are asked for page by page, each after the last that is shown', async () => {
  const answers = [
    { stakes: [own('b')], older: 'b' },
    { stakes: [own('c')], older: null },
  ];
  const spy = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => ({ ok: true, status: 200, json: async () => answers.shift() }) as Response);
  showPart(<StakeRows stakes={[own('a')]} older="a" />);
  expect(spy).not.toHaveBeenCalled();
  for (const shown of [2, 3]) {
    fireEvent.click(screen.getByRole('button', { name: 'stake.more' }));
    await waitFor(() => expect(screen.getAllByRole('link')).toHaveLength(shown));
  }
  expect(screen.queryByRole('button')).toBeNull();
  expect(spy.mock.calls.map(([url]) => new URL(String(url)).search)).toEqual(['?after=a', '?after=b']);
});
