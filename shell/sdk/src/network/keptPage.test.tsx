import { expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { contractBaseQuery } from '../api/baseQuery.ts';
import { send } from '../api/callers.ts';
import { isKeptPage, keptAnswer, showKept, useKeptSince } from './keptPage.ts';
import { useOnline } from './useOnline.ts';

test('a page that was made without the server answers what is kept, says since when, and sends nothing', async () => {
  const online = renderHook(() => useOnline());
  const since = renderHook(() => useKeptSince());
  expect([isKeptPage(), online.result.current, since.result.current]).toEqual([false, true, undefined]);
  showKept({
    answers: [
      { endpoint: 'getBalances', args: {}, data: { usd: '1' }, at: 2_000 },
      { endpoint: 'listRecords', args: { kind: 'deposit', unit: 'USD' }, data: [], at: 1_000 },
    ],
    end: async () => undefined,
  });
  online.rerender();
  expect([isKeptPage(), online.result.current]).toEqual([true, false]);

  const ask = (endpoint: string, input: object) =>
    contractBaseQuery(
      { base: '/api/v1', endpoint: { method: 'GET', path: '/x' } as never, input: input as never },
      { endpoint } as never,
      {},
    );
  expect(await ask('getBalances', {})).toEqual({ data: { usd: '1' } });
  await act(() => new Promise((next) => setTimeout(next)));
  expect(since.result.current).toBe(2_000);
  // In whichever order, and whatever is left out.
  expect(keptAnswer('listRecords', { unit: 'USD', kind: 'deposit', after: undefined })?.at).toBe(1_000);
  await act(() => new Promise((next) => setTimeout(next)));
  expect(since.result.current).toBe(1_000);
  expect(await ask('listRecords', { kind: 'deposit', unit: 'USD', after: 'x' })).toEqual({
    error: { kind: 'network' },
  });
  // Of itself, and not for want of a server.
  await expect(send('/api/v1/balances', {})).rejects.toThrow('without the server');
});
