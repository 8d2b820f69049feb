import { expect, test } from '@jest/globals';
import { FakeSource, useFakeSources } from '../../jest/fakeSource.ts';
import type { Releases } from './offer.ts';
import { listenToReleases } from './releaseChanges.ts';

useFakeSources();

test('a message tells releases; anything else is passed over', () => {
  const told: Releases[] = [];
  listenToReleases(
    'member',
    () => true,
    (releases) => void told.push(releases),
  );
  const [source] = FakeSource.opened;
  expect(source?.address).toBe('/member-events');
  for (const data of [
    '{"shell":"3","features":{"wallet":"2","stranger":"1","team":7}}',
    'nonsense',
    'null',
    '{"features":[]}',
  ])
    source?.tell('registry', data);
  expect(told).toEqual([{ shell: '3', wallet: '2' }, {}]);
});
