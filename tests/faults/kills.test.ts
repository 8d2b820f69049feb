import { expect, test } from '@jest/globals';
import { Random } from '../../api/src/testing/index.ts';
import { runKills } from '../kill/harness.ts';

test('four kills of the API and one of Postgres under load lose nothing, double nothing and change no answer', async () => {
  const { seed } = new Random();
  const again = `npm run kill -- --api 4 --postgres 1 --seed ${seed}`;
  const { figures, faults } = await runKills({ apiKills: 4, postgresKills: 1, seed });
  expect({ again, faults }).toEqual({ again, faults: [] });
  expect(figures).toMatchObject({ apiKills: 4, postgresKills: 1, lost: 0, doubled: 0 });
  // A run without these would have proven little.
  const proven = ['acknowledged', 'refused', 'retries', 'replays', 'doneUnknown', 'bonusDays', 'bonusesPaid'];
  expect({ again, missing: proven.filter((name) => !figures[name]) }).toEqual({ again, missing: [] });
});
