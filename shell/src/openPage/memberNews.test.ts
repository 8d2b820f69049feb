import { expect, test } from '@jest/globals';
import { FakeSource, useFakeSources } from '../../jest/fakeSource.ts';
import { listenToNews } from './memberNews.ts';

useFakeSources();

test('each event tells its own; anything else is passed over', () => {
  const told: unknown[] = [];
  listenToNews(
    () => true,
    { notice: ({ unread }) => void told.push(unread), terms: ({ due }) => void told.push(due) },
    () => undefined,
  );
  const [source] = FakeSource.opened;
  expect(source?.address).toBe('/member-events');
  source?.tell('notice', '{"unread":3}');
  source?.tell('terms', '{"due":"3"}');
  for (const name of ['notice', 'terms', 'balance'])
    for (const data of ['nonsense', 'null', '7', '{"unread":"3","due":1}']) source?.tell(name, data);
  expect(told).toEqual([3, '3']);
});
