import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { answer, fakeApi, refusal } from '../../../../shell/jest/fakeApi.ts';
import { showPart, startParts } from '../../../../shell/jest/showPart.tsx';
import type { CallChanges } from '../../api.ts';
import { NewCalls } from './NewCalls.tsx';

beforeAll(startParts);
afterEach(cleanup);

const changes: CallChanges = {
  ...{ release: '2', declared: 3, live: { release: '1', declared: 2 } },
  ...{ added: [{ name: 'createTransfer', effect: 'money' }], removed: [{ name: 'getInvite', effect: null }] },
};
const show = (change: Partial<CallChanges> = {}) => {
  cleanup();
  fakeApi({ 'GET /ops/releases/team/calls': answer({ ...changes, ...change }) });
  showPart(<NewCalls feature="team" release="2" />, { name: 'rita', roles: ['releases'] });
};
const toneOf = (text: string) => screen.getByText(text).closest('[data-tone]')?.getAttribute('data-tone');

test('names what is new, with what it can do, and what goes', async () => {
  show();
  expect((await screen.findByText('createTransfer')).parentElement?.textContent).toContain('releases.calls.money');
  expect(toneOf('releases.callsNew')).toBe('warning');
  expect(screen.getByText('releases.callsGone')).toBeTruthy();
});

test('a release of before may call everything, and one that only adds nothing says so', async () => {
  show({ declared: null, added: [], removed: [] });
  await screen.findByText('releases.callsAll');
  expect(toneOf('releases.callsAll')).toBe('negative');
  show({ added: [], removed: [] });
  await screen.findByText('releases.callsSame');
  show({ live: { release: '1', declared: null }, added: [], removed: [] });
  await screen.findByText('releases.callsFirst');
  show({ live: null });
  await screen.findByText('releases.callsNoneLive');
});

test('what is not known is said, with a way to ask again', async () => {
  fakeApi({ 'GET /ops/releases/team/calls': refusal('server.busy', 503) });
  showPart(<NewCalls feature="team" release="2" />, { name: 'rita', roles: ['releases'] });
  expect(await screen.findByRole('button')).toBeTruthy();
});
