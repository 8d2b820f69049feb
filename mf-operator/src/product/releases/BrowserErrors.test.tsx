import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { answer, fakeApi, refusal } from '../../../../shell/jest/fakeApi.ts';
import { showPart, startParts } from '../../../../shell/jest/showPart.tsx';
import type { BrowserError } from '../../api.ts';
import { BrowserErrors } from './BrowserErrors.tsx';

beforeAll(() => startParts());
beforeEach(cleanup);
afterEach(cleanup);

const source = { file: './src/home/Home.tsx', line: 12, column: 7, functionName: 'Home' };
const own = { file: 'team/2/home.js', line: 1, column: 5, source };
const shells = { file: 'shell/9/shell.js', line: 1, column: 99, source: null };
const error: BrowserError = {
  ...{ id: '1', screen: '/team', name: 'TypeError', digest: '0123456789abcdef', members: 12 },
  ...{ firstAt: '2026-11-01T08:00:00.000Z', lastAt: '2026-11-28T09:00:00.000Z' },
  ...{ top: own, frames: [shells, own] },
};
const call = 'GET /ops/releases/team/errors';
const show = (said: Parameters<typeof fakeApi>[0][string]) => {
  const api = fakeApi({ [call]: said });
  showPart(<BrowserErrors feature="team" release="2" />, { name: 'rita', roles: ['releases'] });
  return api;
};

test('each kind says what, where in the sources, for how many and when; open, its whole stack', async () => {
  show(answer({ errors: [error] }));
  const summary = (await screen.findByText('releases.thrownPeople')).closest('summary') as HTMLElement;
  expect(within(summary).getByText('releases.errorOn')).toBeTruthy();
  expect(within(summary).getByText('releases.errorFrame')).toBeTruthy();
  expect(summary.querySelector('time')?.dateTime).toBe(error.lastAt);
  fireEvent.click(summary);
  const stack = screen.getByRole('list', { name: 'releases.errorStack' });
  // What no map knows stands as it is in the built file.
  expect(
    within(stack)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['shell/9/shell.js:1:99', 'releases.errorFrame']);
});

test('a file that did not come is named without a place, and an error before there was a screen alone', async () => {
  const file = { file: 'team/2/home.js', line: 0, column: 0, source: null };
  show(answer({ errors: [{ ...error, name: 'chunk missing', screen: '', top: file, frames: [file] }] }));
  const summary = (await screen.findByText('chunk missing')).closest('summary') as HTMLElement;
  expect(within(summary).getByText('team/2/home.js')).toBeTruthy();
});

test('without any it says so', async () => {
  show(answer({ errors: [] }));
  expect(await screen.findByText('releases.errorsNone')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

test('what could not be read is said, and read again on demand', async () => {
  const api = show(refusal('server.busy', 503));
  const retry = await screen.findByRole('button');
  api.queue(call, answer({ errors: [error] }));
  fireEvent.click(retry);
  expect(await screen.findByText('releases.thrownPeople')).toBeTruthy();
});
