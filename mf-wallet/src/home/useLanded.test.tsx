import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { ToastProvider } from '@trellis/kit';
import { store } from '@trellis/shell-sdk';
import { answer, fakeApi } from '../../../shell/jest/fakeApi.ts';
import { showPart, startParts } from '../../../shell/jest/showPart.tsx';
import { walletApi } from '../api.ts';
import { useLanded } from './useLanded.ts';

beforeAll(startParts);
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

const record = (id: string, kind: string, amount: string) => ({ id, kind, money: { amount, unit: 'USD' } });

function Landed({ isNew = false, isCovered = false }) {
  useLanded(isNew, isCovered);
  return null;
}

const status = () => screen.getByRole('status').textContent;
const settle = () => act(async () => void (await new Promise((done) => setTimeout(done, 20))));

/** What is said on a page with some records, and after others have come in. */
async function said(before: readonly object[], came: readonly object[], props: Parameters<typeof Landed>[0] = {}) {
  const api = fakeApi({ 'GET /records': answer({ records: [...came, ...before], next: null }) });
  api.queue('GET /records', answer({ records: before, next: null }));
  showPart(
    <ToastProvider>
      <Landed {...props} />
    </ToastProvider>,
  );
  await settle();
  const first = status();
  await act(async () => void store.dispatch(walletApi.util.invalidateTags(['Record'])));
  await settle();
  return [first, status()];
}

test.each([
  ['money from others, as it comes', [record('2', 'transfer_in', '25.00')], {}, 'record.other +25.00\u00a0USD'],
  [
    'without how much it was, where that is covered',
    [record('2', 'transfer_in', '25.00')],
    { isCovered: true },
    'record.other',
  ],
  ['nothing of what the member did', [record('2', 'transfer_out', '-25.00')], {}, ''],
  [
    'what came before an act of theirs',
    [record('3', 'transfer_out', '-1.00'), record('2', 'team_bonus', '4.00')],
    {},
    'record.other +4.00\u00a0USD',
  ],
] as const)('it says %s', async (_what, came, props, text) => {
  expect(await said([record('1', 'deposit', '5.00')], came, props)).toEqual(['', text]);
});

test('the first money of all comes in, too', async () => {
  expect(await said([], [record('1', 'deposit', '5.00')])).toEqual(['', 'record.other +5.00\u00a0USD']);
});
