import { expect, test } from '@jest/globals';
import { Random } from '../../api/src/testing/index.ts';
import { runLoad } from '../load/load.ts';

test('thirty members at once on mixed flows: every balance is what its owner was shown, and the verifier is content', async () => {
  const { seed } = new Random();
  const again = `npm run load -- --members 30 --seconds 5 --seed ${seed}`;
  const proven = ['transfer 201', 'exchange 201', 'withdrawal 201', 'cancel 200', 'read 200'];
  const { outcomes, faults } = await runLoad({ members: 30, seconds: 5, seed, until: proven });
  expect({ again, faults }).toEqual({ again, faults: [] });
  expect({ again, missing: proven.filter((name) => !outcomes.get(name)) }).toEqual({ again, missing: [] });
});
