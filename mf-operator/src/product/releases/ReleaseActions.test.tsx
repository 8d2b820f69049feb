import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, fakeApi } from '../../../../shell/jest/fakeApi.ts';
import { showPart, startParts } from '../../../../shell/jest/showPart.tsx';
import type { FeatureReleases } from '../../api.ts';
import { ReleaseActions } from './ReleaseActions.tsx';

beforeAll(startParts);
afterEach(cleanup);

const releases: FeatureReleases = {
  ...{ feature: 'team', stored: ['1', '2'], stable: '1', candidate: null, pinned: null, floor: null, off: false },
  ...{ back: null, tried: ['1'], securityFixes: [], loads: [], refusedCalls: [] },
};
const call = 'POST /ops/releases/team/members';
const show = (change: Partial<FeatureReleases> = {}) => {
  cleanup();
  showPart(<ReleaseActions releases={{ ...releases, ...change }} />, { name: 'rita', roles: ['releases'] });
};
const openNames = (): HTMLTextAreaElement => {
  fireEvent.click(screen.getByRole('button', { name: 'releases.nameMembers' }));
  return screen.getByLabelText<HTMLTextAreaElement>('releases.membersNames');
};
const submit = () => {
  fireEvent.change(screen.getByLabelText('action.reason'), { target: { value: 'they try it' } });
  const [, code] = screen.getAllByRole<HTMLInputElement>('textbox').filter(({ tagName }) => tagName === 'INPUT');
  if (code) fireEvent.change(code, { target: { value: '123456' } });
  const form = screen.getByLabelText('action.reason').closest('form');
  if (form) fireEvent.submit(form);
};

test('names members by what is typed, with who was named before', async () => {
  const api = fakeApi({ [call]: answer({ ...releases, candidate: { release: '2', share: 0, members: ['hana'] } }) });
  show({ candidate: { release: '2', share: 500, members: ['ren', 'yuna'] } });
  const names = openNames();
  expect(names.value).toBe('ren yuna');
  submit();
  expect((await screen.findByText('releases.membersSame')).getAttribute('role')).toBe('alert');
  fireEvent.change(names, { target: { value: 'hana,  yuna\nhana' } });
  submit();
  await waitFor(() => expect(api.calls(call)).toHaveLength(1));
  expect(api.calls(call)[0]?.body).toEqual({
    release: '2',
    members: ['hana', 'yuna'],
    from: ['ren', 'yuna'],
    reason: 'they try it',
    code: '123456',
  });
});

test('nobody is named where nothing is live, and of what operators have', () => {
  fakeApi({});
  const isOffered = () => screen.queryByRole('button', { name: 'releases.nameMembers' }) !== null;
  show();
  expect(isOffered()).toBe(true);
  show({ stable: null });
  expect(isOffered()).toBe(false);
  show({ feature: 'operator' });
  expect(isOffered()).toBe(false);
});

test('a roll-out is taken back without a code, though the sheet opens with a share that takes one', async () => {
  const rollOut = 'POST /ops/releases/team/rollout';
  const api = fakeApi({ [rollOut]: answer(releases) });
  show({ candidate: { release: '2', share: 500, members: [] } });
  fireEvent.click(screen.getByRole('button', { name: 'releases.changeShare' }));
  fireEvent.click(screen.getByRole('button', { name: '0%' }));
  fireEvent.change(screen.getByLabelText('action.reason'), { target: { value: 'it is slow' } });
  fireEvent.click(screen.getByRole('button', { name: 'releases.takeBack' }));
  await waitFor(() => expect(api.calls(rollOut)).toHaveLength(1));
  expect(api.calls(rollOut)[0]?.body).toEqual({ release: '2', share: 0, from: 500, reason: 'it is slow' });
});
