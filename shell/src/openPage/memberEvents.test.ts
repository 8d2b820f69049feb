import { expect, test } from '@jest/globals';
import { FakeSource, useFakeSources } from '../../jest/fakeSource.ts';
import { listenToMemberEvents } from './memberEvents.ts';

useFakeSources();

test('each event tells its own; anything else is passed over', () => {
  const told: unknown[] = [];
  listenToMemberEvents(
    () => true,
    {
      notice: ({ unread }) => void told.push(unread),
      session: ({ suspended }) => void told.push(suspended),
      balances: ({ mark }) => void told.push(`balances ${mark}`),
      deposits: ({ mark }) => void told.push(`deposits ${mark}`),
      withdrawals: ({ mark }) => void told.push(`withdrawals ${mark}`),
      stakes: ({ mark }) => void told.push(`stakes ${mark}`),
      team: ({ mark }) => void told.push(`team ${mark}`),
      announcements: ({ mark }) => void told.push(`announcements ${mark}`),
      terms: ({ due }) => void told.push(due),
    },
    () => undefined,
  );
  const [source] = FakeSource.opened;
  expect(source?.address).toBe('/member-events');
  source?.tell('notice', '{"unread":3}');
  source?.tell('session', '{"suspended":true}');
  source?.tell('terms', '{"due":"3"}');
  source?.tell('balances', '{"mark":"7"}');
  source?.tell('deposits', '{"mark":"8"}');
  source?.tell('withdrawals', '{"mark":"9"}');
  source?.tell('stakes', '{"mark":"10"}');
  source?.tell('team', '{"mark":"11"}');
  source?.tell('announcements', '{"mark":"12"}');
  const marked = ['balances', 'deposits', 'withdrawals', 'stakes', 'team', 'announcements'];
  for (const name of ['notice', 'session', 'terms', ...marked, 'weather'])
    for (const data of ['nonsense', 'null', '7', '{"unread":"3","suspended":1,"due":1,"mark":1}'])
      source?.tell(name, data);
  expect(told).toEqual([
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
