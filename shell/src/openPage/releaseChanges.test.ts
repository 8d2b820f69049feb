import { expect, test } from '@jest/globals';
import { FakeSource, useFakeSources } from '../../jest/fakeSource.ts';
import type { Releases } from './offer.ts';
import { listenToReleases } from './releaseChanges.ts';

useFakeSources();

test('a message reports releases; anything else is passed over', () => {
  const reported: Releases[] = [];
  listenToReleases(
    'member',
    () => true,
    (releases) => void reported.push(releases),
  );
  const [source] = FakeSource.opened;
  expect(source?.address).toBe('/member-events');
  for (const data of [
    '{"shell":"3","features":{"wallet":"2","outsider":"1","team":7}}',
    'nonsense',
    'null',
    '{"features":[]}',
  ])
    source?.send('registry', data);
  expect(reported).toEqual([{ shell: '3', wallet: '2' }, {}]);
});
