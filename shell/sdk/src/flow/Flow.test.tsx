import { setTimeout as frame } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type Money, memberContract } from '@trellis/api-contract';
import { isUnfinished } from '@trellis/kit';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { installDialogs } from '../../../jest/dialogs.ts';
import { answer, fakeApi, refusal } from '../../../jest/fakeApi.ts';
import { api } from '../api/api.ts';
import { injectContract } from '../api/injectContract.ts';
import { sessionKnown } from '../session/session.ts';
import { store } from '../store.ts';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { Flow } from './Flow.tsx';

const usd = (amount: string): Money => ({ amount, unit: 'USD' });
const receipt = { id: '7', amount: usd('12.00'), received: usd('11.00'), fee: usd('1.00') };
const open = { factor: 'none', bindFirst: false, passkey: false, lockedUntil: null };
const security = (demand: object) => answer({ actions: { withdrawal: { ...open, ...demand } } });
const continued = jest.fn();

/** A withdrawal with one field, as a feature writes its flow. */
function Example({ takesOver = false, about, summary }: { takesOver?: boolean; about?: string; summary?: string }) {
  const [amount, setAmount] = useState('12.00');
  return (
    <Flow
      title="Withdraw"
      back="/wallet"
      issues={undefined}
      onReview={() => ({ money: usd(amount) })}
      reviewLabel="Review"
      confirm={({ money }: { money: Money }) => ({
        label: 'You get',
        money,
        rows: [{ label: 'Network', value: 'BSC' }],
        fee: usd('1.00'),
        submitLabel: `Withdraw ${money.amount} USD`,
      })}
      endpoint="createWithdrawal"
      {...(about !== undefined && { about })}
      {...(summary !== undefined && { summary: <p>{summary}</p> })}
      body={({ money }) =>
        ({ unit: 'USD', amount: money.amount, address: '0x1', asset: 'USDT', chain: 'BSC', received: '11.00' }) as const
      }
      onRefused={() => takesOver}
      success={({ amount, received, fee }) => ({ amount, fee, received, text: 'in review', rows: [] })}
      continueLabel="Another one"
      onContinue={continued}
    >
      <input aria-label="Amount" value={amount} onChange={(event) => setAmount(event.target.value)} />
    </Flow>
  );
}

let server: ReturnType<typeof fakeApi>;
function show(demand: object = {}, example = <Example />) {
  server = fakeApi({ 'GET /security': security(demand), 'POST /withdrawals': answer(receipt) });
  return render(
    <Provider store={store}>
      <MemoryRouter>{example}</MemoryRouter>
    </Provider>,
  );
}

beforeAll(async () => {
  installDialogs();
  await startTexts('en', sdkTexts);
});
beforeEach(() => {
  jest.useFakeTimers();
  store.dispatch(sessionKnown({ username: 'demo', language: 'en', suspended: false }));
});
afterEach(async () => {
  cleanup();
  await act(async () => void store.dispatch(api.util.resetApiState()));
  jest.useRealTimers();
  jest.restoreAllMocks();
  continued.mockClear();
  sessionStorage.clear();
});

const settle = (milliseconds = 0) =>
  act(async () => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    // The store notifies its readers with the next frame, which no fake timer makes.
    await frame(20);
  });
const button = (name: string) => screen.getByRole('button', { name });
const press = async (name: string) => {
  fireEvent.click(button(name));
  await settle();
};
const review = async () => {
  await settle();
  await press('Review');
};
const sheet = () => within(screen.getByRole('dialog'));
const sent = () => server.calls('POST /withdrawals');

test('input, confirmation with the fee, success with the receipt, and empty fields for the next', async () => {
  show();
  await review();
  expect(sheet().getByText('Network').nextSibling?.textContent).toBe('BSC');
  expect(sheet().getByText('Fee').nextSibling?.textContent).toBe('1.00 USD');
  expect(sent()).toEqual([]);
  await press('Withdraw 12.00 USD');
  expect(sent()).toHaveLength(1);
  expect(sent()[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent()[0]?.body).toMatchObject({ amount: '12.00', address: '0x1' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('status', { name: 'Operation successful' }).textContent).toContain('11.00');
  expect(document.activeElement?.textContent).toBe('Operation successful');
  expect(continued).toHaveBeenCalledTimes(1);
  await press('Another one');
  expect(button('Review')).not.toBeNull();
});

test('a second press while the answer is awaited sends nothing, and the page counts as busy', async () => {
  show();
  await review();
  const send = button('Withdraw 12.00 USD');
  fireEvent.click(send);
  expect(isUnfinished()).toBe(true);
  fireEvent.click(send);
  fireEvent.click(screen.getByRole('button', { name: 'Submitting…' }));
  await settle();
  expect(sent()).toHaveLength(1);
  expect(isUnfinished()).toBe(false);
});

test('a lost answer is asked for by its key, never sent again, and what the call made stale is read again', async () => {
  show();
  const { endpoints } = injectContract(memberContract, ['listWithdrawals', 'listNotices']);
  server.queue('GET /withdrawals', answer({ withdrawals: [], next: null }), answer({ withdrawals: [], next: null }));
  server.queue('GET /notices', answer({ notices: [], next: null }), answer({ notices: [], next: null }));
  const readers = [
    store.dispatch(endpoints.listWithdrawals.initiate({})),
    store.dispatch(endpoints.listNotices.initiate({})),
  ];
  server.queue('POST /withdrawals', 'lost');
  server.queue('GET /operations/*', 'lost', answer({ state: 'in_flight' }), answer({ state: 'done', answer: receipt }));
  await review();
  await press('Withdraw 12.00 USD');
  expect(sheet().getByText('Checking the result')).not.toBeNull();
  expect(sheet().queryByRole('button', { name: 'Close' })).toBeNull();
  await settle(6_000);
  expect(screen.getByRole('status', { name: 'Operation successful' })).not.toBeNull();
  expect(sent()).toHaveLength(1);
  expect(server.calls('GET /operations').map(({ call }) => call)).toEqual(
    Array.from({ length: 3 }, () => `GET /operations/${sent()[0]?.key}`),
  );
  expect([server.calls('GET /withdrawals'), server.calls('GET /notices')].map(({ length }) => length)).toEqual([2, 1]);
  for (const reader of readers) reader.unsubscribe();
});

test('what turned out not to be done is sent again as another act: its key was closed by asking', async () => {
  show();
  server.queue('POST /withdrawals', 'lost', 'lost');
  server.queue('GET /operations/*', answer({ state: 'unknown' }), answer({ state: 'unknown' }));
  await review();
  await press('Withdraw 12.00 USD');
  await settle(1_000);
  expect(sheet().getByText('It didn’t go through')).not.toBeNull();
  await press('Withdraw 12.00 USD');
  await settle(1_000);
  await press('Close');
  await press('Review');
  await press('Withdraw 12.00 USD');
  expect(new Set(sent().map(({ key }) => key)).size).toBe(3);
  expect(sent()).toHaveLength(3);
  expect(screen.getByRole('status', { name: 'Operation successful' })).not.toBeNull();
});

test('other entries are another act: their key is new', async () => {
  show();
  server.queue('POST /withdrawals', 'lost');
  server.queue('GET /operations/*', answer({ state: 'unknown' }));
  await review();
  await press('Withdraw 12.00 USD');
  await settle(1_000);
  await press('Close');
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '13.00' } });
  await press('Review');
  await press('Withdraw 13.00 USD');
  expect(new Set(sent().map(({ key }) => key)).size).toBe(2);
});

test('when the result cannot be asked for, the sheet stays and asks when asked to', async () => {
  show();
  server.queue('POST /withdrawals', 'lost');
  await review();
  await press('Withdraw 12.00 USD');
  await settle(40_000);
  expect(sheet().getByText('We don’t know the result yet')).not.toBeNull();
  expect(sheet().queryByRole('button', { name: 'Close' })).toBeNull();
  expect(sheet().queryByRole('button', { name: 'Withdraw 12.00 USD' })).toBeNull();
  server.queue('GET /operations/*', answer({ state: 'done', answer: receipt }));
  await press('Check again');
  await settle(1_000);
  expect(screen.getByRole('status', { name: 'Operation successful' })).not.toBeNull();
  expect(sent()).toHaveLength(1);
});

test('a refusal stands in the sheet and is not repeated; the form may take it over instead', async () => {
  const { unmount } = show();
  server.queue('POST /withdrawals', refusal('money.insufficient_balance'));
  await review();
  await press('Withdraw 12.00 USD');
  expect(sheet().getByText('No money moved.')).not.toBeNull();
  expect(sheet().queryByRole('button', { name: 'Withdraw 12.00 USD' })).toBeNull();
  await press('Edit details');
  expect(screen.queryByRole('dialog')).toBeNull();
  unmount();
  show({}, <Example takesOver />);
  server.queue('POST /withdrawals', refusal('money.insufficient_balance'));
  await review();
  await press('Withdraw 12.00 USD');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a busy server may be asked again at once, with the same key', async () => {
  show();
  server.queue('POST /withdrawals', refusal('server.busy', 503));
  await review();
  await press('Withdraw 12.00 USD');
  await press('Withdraw 12.00 USD');
  expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  expect(sent()).toHaveLength(2);
});

test('a member who has to bind an authenticator first, or has to wait, is shown that and not asked', async () => {
  const { unmount } = show({ bindFirst: true });
  await review();
  expect(sheet().getByRole('link', { name: 'Set up Google Authenticator' })).not.toBeNull();
  expect(sheet().queryByRole('button', { name: 'Withdraw 12.00 USD' })).toBeNull();
  unmount();
  await act(async () => void store.dispatch(api.util.resetApiState()));
  show({ lockedUntil: '2026-03-09T15:04:00Z' });
  await review();
  expect(sheet().getByRole('heading').textContent).toContain('9 Mar 2026');
  expect(sent()).toEqual([]);
});

test('what keeps the member from the end is said before the form', async () => {
  const { unmount } = show({ bindFirst: true });
  const notice = await screen.findByRole('region', { name: 'Please Bind Google Authenticator First' });
  expect(within(notice).getByRole('link').getAttribute('href')).toBe('/account/googleAuth?next=%2F');
  unmount();
  await act(async () => void store.dispatch(api.util.resetApiState()));
  show({ lockedUntil: '2026-03-09T15:04:00Z' });
  expect(await screen.findByRole('region', { name: /^Locked for your safety until 9 Mar 2026/ })).not.toBeNull();
});

test.each([undefined, 'one'])(
  'an act that an earlier page left behind, about %s, is asked for first; until then nothing can be sent',
  async (about) => {
    sessionStorage.setItem(`act demo createWithdrawal${about ? `/${about}` : ''} left-key`, String(Date.now()));
    // Left behind at another thing: it is reported there.
    sessionStorage.setItem('act demo createWithdrawal/two key-of-two', String(Date.now()));
    // So old that nobody keeps its answer: of it nothing is said.
    sessionStorage.setItem('act demo createWithdrawal a-key-of-last-year', '0');
    // Left behind by another flow that asks for the same code: its receipt is none of this one.
    sessionStorage.setItem('act demo withdrawal other-key', String(Date.now()));
    show({}, <Example {...(about !== undefined && { about })} />);
    server.queue('GET /operations/*', answer({ state: 'done', answer: receipt }));
    await settle();
    expect(screen.getByText('Checking the result')).not.toBeNull();
    expect(button('Review').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button('Review'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await settle(1_000);
    expect(screen.getByRole('status', { name: 'Operation successful' })).not.toBeNull();
    expect(Object.keys({ ...sessionStorage }).sort()).toEqual([
      'act demo createWithdrawal a-key-of-last-year',
      'act demo createWithdrawal/two key-of-two',
      'act demo withdrawal other-key',
    ]);
    expect(server.calls('GET /operations').map(({ call }) => call)).toEqual(['GET /operations/left-key']);
    expect(sent()).toEqual([]);
  },
);

test.each([
  ['a phone', false, ['summary', 'Amount', 'Review']],
  ['a wide screen', true, ['Amount', 'summary', 'Review']],
])('on %s what the entries come to stands once, and the button sends the form', async (_, isWide, order) => {
  window.matchMedia = () =>
    ({ matches: isWide, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  show({}, <Example summary="what it comes to" />);
  const summary = screen.getByText('what it comes to');
  const parts = { summary, Amount: screen.getByRole('textbox', { name: 'Amount' }), Review: button('Review') };
  const all = [...document.querySelectorAll('*')];
  const at = (part: string) => all.indexOf(parts[part as keyof typeof parts]);
  expect(Object.keys(parts).toSorted((one, other) => at(one) - at(other))).toEqual(order);
  expect(summary.closest('form') === null).toBe(isWide);
  await review();
  expect(sheet().getByRole('heading').textContent).not.toBe('');
});
