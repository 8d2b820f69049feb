import { Random } from '../../../api/src/testing/index.ts';
import type { BenchCluster } from './cluster.ts';
import type { Contender, Run } from './contender.ts';
import type { Sample } from './report.ts';
import { feeMinor, type Workload } from './workload.ts';

const maximumTries = 3;
const random = new Random();

export const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Each contender's turn in each of so many rounds, and one more before them that is not counted. */
export async function runCell(
  cluster: BenchCluster,
  contenders: readonly Contender[],
  workload: Workload,
  clients: number,
  rounds: number,
  sliceMs = 1_000,
): Promise<Sample[]> {
  await cluster.setFee(workload === 'hot' ? feeMinor : 0n);
  const samples: Sample[] = [];
  // The first round warms up connections, plans and caches.
  for (let round = 0; round <= rounds; round += 1) {
    const alongside = Symbol('round');
    for (const contender of random.shuffle(contenders)) {
      await contender.prepare?.();
      const before = await cluster.meter();
      const run = await untilItRuns(() => contender.run(workload, clients, sliceMs), contender.name);
      const after = await cluster.meter();
      if (round > 0) samples.push({ contender: contender.name, workload, clients, alongside, run, before, after });
    }
  }
  return samples;
}

/** On a busy machine a second may pass without anything: then once more, and it is said. */
async function untilItRuns(run: () => Promise<Run>, name: string): Promise<Run> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === maximumTries) throw error;
      say(`${name} was run again: ${error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)}`);
    }
  }
}
