import { afterAll, expect, test } from '@jest/globals';
import { Random } from '../../api/src/testing/index.ts';
import { runLoad } from '../load/load.ts';
import { earlierBuild } from '../support/earlierBuild.ts';

const earlier = earlierBuild();
const where = typeof earlier === 'string' ? ` (only in this build: ${earlier})` : '';
afterAll(() => {
  if (typeof earlier !== 'string') earlier.remove();
});

test(`thirty members at once on mixed flows, half of them in the build before: every balance is what its owner was shown${where}`, async () => {
  const { seed } = new Random();
  const again = `npm run load -- --members 30 --seconds 5 --seed ${seed} --earlier`;
  const proven = ['transfer 201', 'exchange 201', 'withdrawal 201', 'cancel 200', 'read 200'];
  const { root, version } = typeof earlier === 'string' ? {} : earlier;
  const { outcomes, faults } = await runLoad({ members: 30, seconds: 5, seed, earlier: root, until: proven });
  expect({ again, version, faults }).toEqual({ again, version, faults: [] });
  expect({ again, missing: proven.filter((name) => !outcomes.get(name)) }).toEqual({ again, missing: [] });
});
