import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { memberContract } from '@trellis/api-contract';
import { useState } from 'react';
import { answer, fakeApi, refusal } from '../../../jest/fakeApi.ts';
import { injectContract } from '../api/injectContract.ts';
import { sessionEntered } from '../session/session.ts';
import { store } from '../store.ts';
import { sdkTexts } from '../texts/sdkTexts.ts';
import { startTexts } from '../texts/texts.ts';
import { useKeptCall } from './keptCall.tsx';

/** Of an audience whose server keeps what becomes of a change. */
const contract = { ...memberContract, audience: 'operator' } as unknown as typeof memberContract;
const { endpoints } = injectContract(contract, ['savePreferences']);

/** Sends an answer, and shows what is known of it. */
function Example() {
  const { settle, open, notice } = useKeptCall(contract);
  const [said, setSaid] = useState('nothing yet');
  const send = async () => {
    const call = store.dispatch(endpoints.savePreferences.initiate({ language: 'en' }));
    const { error } = await settle(call);
    setSaid(error === undefined ? 'done' : 'kind' in error && error.kind === 'problem' ? error.problem.code : 'lost');
  };
  return (
    <>
      {notice}
      {!open && (
        <button type="button" onClick={() => void send()}>
          Send
        </button>
      )}
      <output>{said}</output>
    </>
  );
}

let server: ReturnType<typeof fakeApi>;
const post = 'POST /profile/preferences';
const settle = (milliseconds = 0) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
const said = () => screen.getByText(/^[a-z_.]+( yet)?$/).textContent;
const sent = () => server.seen.filter(({ call }) => call.startsWith('POST'));
beforeAll(() => startTexts('en', sdkTexts));
beforeEach(async () => {
  jest.useFakeTimers();
  store.dispatch(sessionEntered({ username: 'demo', language: 'en', suspended: false }));
  server = fakeApi({ [post]: answer({}) });
  render(<Example />);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const send = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await settle();
};

test('what is answered is what it says; the call says whose page it is of, and has a key', async () => {
  await send();
  expect(said()).toBe('done');
  expect(sent()).toMatchObject([{ key: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

test.each([
  ['done', answer({ state: 'done', status: 200, answer: null }), 'done'],
  [
    'refused',
    answer({ state: 'done', status: 409, answer: (refusal('inquiry.closed', 409) as { body: unknown }).body }),
    'inquiry.closed',
  ],
  ['not done', answer({ state: 'unknown' }), 'idempotency.closed'],
] as const)('without an answer nothing is said before it is known, by its key: %s', async (_how, reported, becomes) => {
  server.queue(post, 'lost');
  server.queue('GET /operations/*', answer({ state: 'in_flight' }), reported);
  await send();
  expect(said()).toBe('nothing yet');
  expect(screen.getByText('Checking the result')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  await settle(3_000);
  expect(said()).toBe(becomes);
  expect(sent()).toHaveLength(1);
  expect(server.calls('GET /operations').every(({ call }) => call.endsWith(sent()[0]?.key ?? ''))).toBe(true);
});

test('what broke on the server is not known to be undone: it is asked for as well', async () => {
  server.queue(post, refusal('server.error', 500));
  server.queue('GET /operations/*', answer({ state: 'done', status: 200, answer: null }));
  await send();
  expect(said()).toBe('nothing yet');
  await settle(1_000);
  expect(said()).toBe('done');
});

test('while it cannot be asked, it stays open, and is asked when asked to', async () => {
  server.queue(post, 'lost');
  await send();
  await settle(60_000);
  expect(said()).toBe('nothing yet');
  server.queue('GET /operations/*', answer({ state: 'done', status: 200, answer: null }));
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await settle(1_000);
  expect(said()).toBe('done');
});
