import { beforeEach, expect, jest, test } from '@jest/globals';
import { memberContract } from '@trellis/api-contract';
import { store } from '../store.ts';
import { logOut } from './access.ts';

beforeEach(() => {
  jest.restoreAllMocks();
  // The new document that follows is nothing that this environment can open.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  sessionStorage.setItem('draft hana inquiry', 'what was typed and not sent');
  localStorage.setItem('theme', 'dark');
});

/** What the server says to the log-out. */
const answered = (result: object) =>
  jest
    .spyOn(store, 'dispatch')
    .mockReturnValue(Promise.resolve(result) as unknown as ReturnType<typeof store.dispatch>);

test('a log-out leaves nothing of its user in the browser’s storage, and the reader’s own choices where they are', async () => {
  answered({ data: {} });
  expect(await logOut(memberContract)).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('one that did not reach the server takes nothing away: the session goes on', async () => {
  answered({ error: { status: 'FETCH_ERROR', error: 'offline' } });
  expect(await logOut(memberContract)).toBeDefined();
  expect(sessionStorage).toHaveLength(1);
});
