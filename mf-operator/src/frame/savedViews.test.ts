import { beforeEach, expect, jest, test } from '@jest/globals';
import { isViewName, mostViews, readViews, removeView, saveView, viewQuery } from './savedViews.ts';

beforeEach(() => {
  localStorage.clear();
  jest.restoreAllMocks();
});

test('a view keeps what the screen knows of its address, and nothing else', () => {
  const address = new URLSearchParams('risk=newAddress&email=a@example.com&view=review&token=1&username=');
  expect(viewQuery('withdrawals', address)).toBe('view=review&risk=newAddress');
});

test('views are one operator’s on one screen, by name, and one name is one view', () => {
  saveView('ann', 'deposits', { name: 'small', query: 'state=below_minimum' });
  saveView('ann', 'deposits', { name: 'done', query: 'state=credited' });
  saveView('ann', 'deposits', { name: 'small', query: 'state=below_minimum&username=hana' });
  expect(readViews('ann', 'deposits')).toEqual([
    { name: 'done', query: 'state=credited' },
    { name: 'small', query: 'state=below_minimum&username=hana' },
  ]);
  expect([readViews('bob', 'deposits'), readViews('ann', 'withdrawals')]).toEqual([[], []]);
  removeView('ann', 'deposits', 'done');
  expect(readViews('ann', 'deposits').map(({ name }) => name)).toEqual(['small']);
});

test('there are at most twenty; one of them can still be set again', () => {
  for (let at = 0; at < mostViews; at += 1)
    expect(saveView('ann', 'audit', { name: `view ${at}`, query: '' })).toBe(true);
  expect(saveView('ann', 'audit', { name: 'one more', query: '' })).toBe(false);
  expect(saveView('ann', 'audit', { name: 'view 3', query: 'actor=start' })).toBe(true);
  expect(readViews('ann', 'audit')).toHaveLength(mostViews);
});

test.each([
  ['', false],
  ['a', true],
  ['x'.repeat(40), true],
  ['x'.repeat(41), false],
  ['ann@example.com', false],
])('%j as a name: %s', (name, good) => {
  expect(isViewName(name)).toBe(good);
  expect(saveView('ann', 'inquiries', { name, query: '' })).toBe(good);
});

test.each(['no JSON', '{}', '[1,null,{"name":"a"},{"name":"b","query":7}]'])(
  'what is no list of views is none: %s',
  (kept) => {
    localStorage.setItem('views audit ann', kept);
    expect(readViews('ann', 'audit')).toEqual([]);
  },
);

test('what somebody wrote into the storage leads nowhere else', () => {
  localStorage.setItem('views audit ann', '[{"name":"a","query":"actor=start&next=https://example.com"}]');
  expect(readViews('ann', 'audit')).toEqual([{ name: 'a', query: 'actor=start' }]);
});

test('a browser that keeps nothing has none, and says that it could not', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  expect(readViews('ann', 'audit')).toEqual([]);
  expect(saveView('ann', 'audit', { name: 'a', query: '' })).toBe(false);
});
