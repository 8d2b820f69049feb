import { expect, test } from '@jest/globals';
import { FakeSource, useFakeSources } from '../../jest/fakeSource.ts';
import { listenToNews } from './memberNews.ts';

useFakeSources();

test('each event tells its own; anything else is passed over', () => {
  const told: unknown[] = [];
  listenToNews(
    () => true,
    {
      notice: ({ unread }) => void told.push(unread),
      session: ({ suspended }) => void told.push(suspended),
      terms: ({ due }) => void told.push(due),
    },
    () => undefined,
  );
  const [source] = FakeSource.opened;
  expect(source?.address).toBe('/member-events');
  source?.tell('notice', '{"unread":3}');
  source?.tell('session', '{"suspended":true}');
  source?.tell('terms', '{"due":"3"}');
  for (const name of ['notice', 'session', 'terms', 'weather'])
    for (const data of ['nonsense', 'null', '7', '{"unread":"3","suspended":1,"due":1}']) source?.tell(name, data);
  expect(told).toEqual([3, true, '3']);
});
