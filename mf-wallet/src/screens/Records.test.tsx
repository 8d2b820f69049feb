import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { enterSession, screenRoutes, store } from '@trellis/shell-sdk';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answer, fakeApi } from '../../../shell/jest/fakeApi.ts';
import { startParts } from '../../../shell/jest/showPart.tsx';
import { routes, screens } from '../routes.ts';
import { sharingScreen } from '../sharingScreen.ts';

const record = (id: string) => ({
  id,
  kind: 'transfer_in',
  money: { amount: '1.00', unit: 'USD' },
  balanceAfter: { amount: '1.00', unit: 'USD' },
  at: '2026-02-01T12:00:00.000Z',
  reference: '0193b2c3-d4e5-7f60-9a7b-0123456789ab',
  counterparty: 'hana',
  fee: null,
  withdrawal: null,
  deposit: null,
});
let isWide = true;

beforeAll(async () => {
  window.scrollTo = () => undefined;
  window.matchMedia = () =>
    ({ matches: isWide, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  await startParts();
});
beforeEach(() => {
  fakeApi({
    'GET /records': answer({ records: [record('101-2'), record('101-1')], next: null }),
    'GET /records/101-1': answer(record('101-1')),
    'GET /records/101-2': answer(record('101-2')),
    'GET /records/filters': answer({ kinds: ['transfer_in'], units: ['USD'] }),
    'GET /statements': answer({ months: [] }),
  });
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

async function show(address: string) {
  enterSession({ username: 'demo', language: 'en', suspended: false });
  const router = createMemoryRouter(sharingScreen(screenRoutes('wallet', routes, screens), '/wallet/records'), {
    initialEntries: [address],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { router, at: () => router.state.location.pathname + router.state.location.search };
}
const rows = () => screen.findAllByRole('link', { name: /record.other/ });
const closing = () => screen.findByRole('button', { name: 'Close' });

test('on a wide screen a record opens alongside its list, at its own address; the list stays, and gets the focus back', async () => {
  isWide = true;
  const { router, at } = await show('/wallet/records?kind=transfer_in');
  const [first, second] = await rows();
  second?.focus();
  fireEvent.click(second as HTMLElement);
  await closing();
  expect(at()).toBe('/wallet/records/101-1?kind=transfer_in');
  expect(document.activeElement?.tagName).toBe('H2');
  expect(await rows()).toEqual([first, second]);
  expect(second?.getAttribute('aria-current')).toBe('page');
  fireEvent.click(await closing());
  await waitFor(() => expect(at()).toBe('/wallet/records?kind=transfer_in'));
  expect(document.activeElement).toBe(second);
  await act(() => router.navigate(-1));
  expect(at()).toBe('/wallet/records/101-1?kind=transfer_in');
  expect((await rows())[0]).toBe(first);
});

test('by its address it is there with its list on a wide screen, and alone on a phone', async () => {
  isWide = true;
  await show('/wallet/records/101-2');
  expect((await rows()).map((row) => row.getAttribute('aria-current'))).toEqual(['page', null]);
  await closing();
  cleanup();
  isWide = false;
  await show('/wallet/records/101-2');
  expect(await screen.findByRole('link', { name: 'record.back' })).not.toBeNull();
  expect(screen.queryByRole('link', { name: /record.other/ })).toBeNull();
});
