import { expect, test } from '@jest/globals';
import { FakeSource, useFakeSources } from '../../jest/fakeSource.ts';
import { listenToMemberEvents } from './memberEvents.ts';

useFakeSources();

test('each event reports its own; anything else is passed over', () => {
  const reported: unknown[] = [];
  listenToMemberEvents(
    () => true,
    {
      notice: ({ unread }) => void reported.push(unread),
      session: ({ suspended }) => void reported.push(suspended),
      balances: ({ mark }) => void reported.push(`balances ${mark}`),
      deposits: ({ mark }) => void reported.push(`deposits ${mark}`),
      withdrawals: ({ mark }) => void reported.push(`withdrawals ${mark}`),
      stakes: ({ mark }) => void reported.push(`stakes ${mark}`),
      team: ({ mark }) => void reported.push(`team ${mark}`),
      announcements: ({ mark }) => void reported.push(`announcements ${mark}`),
      terms: ({ due }) => void reported.push(due),
    },
    () => undefined,
  );
  const [source] = FakeSource.opened;
  expect(source?.address).toBe('/member-events');
  source?.send('notice', '{"unread":3}');
  source?.send('session', '{"suspended":true}');
  source?.send('terms', '{"due":"3"}');
  source?.send('balances', '{"mark":"7"}');
  source?.send('deposits', '{"mark":"8"}');
  source?.send('withdrawals', '{"mark":"9"}');
  source?.send('stakes', '{"mark":"10"}');
  source?.send('team', '{"mark":"11"}');
  source?.send('announcements', '{"mark":"12"}');
  const marked = ['balances', 'deposits', 'withdrawals', 'stakes', 'team', 'announcements'];
  for (const name of ['notice', 'session', 'terms', ...marked, 'weather'])
    for (const data of ['nonsense', 'null', '7', '{"unread":"3","suspended":1,"due":1,"mark":1}'])
      source?.send(name, data);
  expect(reported).toEqual([
    3,
    true,
    '3',
    'balances 7',
    'deposits 8',
    'withdrawals 9',
    'stakes 10',
    'team 11',
    'announcements 12',
  ]);
});
