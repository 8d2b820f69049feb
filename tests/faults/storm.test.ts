import { expect, test } from '@jest/globals';
import { Random } from '../../api/src/testing/index.ts';
import { misfortunes } from '../storm/plan.ts';
import { runStorm } from '../storm/storm.ts';

// The time is no measure of speed: only what hangs for ever shall end.
test('a storm of every misfortune loses nothing, doubles nothing and changes no answer', async () => {
  const { seed } = new Random();
  const again = `npm run storm -- --api 2 --postgres 1 --sockets 100 --seed ${seed}`;
  const { figures, faults, skipped } = await runStorm({ apiKills: 2, postgresKills: 1, sockets: 100, seed });
  for (const sentence of skipped) process.stderr.write(`skipped ${sentence}\n`);
  expect({ again, faults }).toEqual({ again, faults: [] });
  expect(figures).toMatchObject({ lost: 0, doubled: 0 });
  // A run without these would have proven little.
  const events = misfortunes.map((name) => `event${name[0]?.toUpperCase()}${name.slice(1)}`);
  const effects = ['roleMoves', 'wrongAnswers', 'droppedAnswers', 'retries', 'replays', 'doneUnknown'];
  const flows = [
    'transfer',
    'exchange',
    'withdrawal',
    'acknowledged',
    'deposits',
    'codesRequested',
    'mailsTaken',
    'seals',
  ];
  const proven = [...events, ...effects, ...flows, 'refusedForRoom'].filter(
    (name) => skipped.length === 0 || !['eventFullDisk', 'refusedForRoom'].includes(name),
  );
  expect({ again, missing: proven.filter((name) => !figures[name]) }).toEqual({ again, missing: [] });
}, 480_000);
