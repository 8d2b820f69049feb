import type { Job } from '../../platform/jobs/job.ts';
import type { Solvency } from './solvency.ts';

/** Measures coverage once a minute, for its line over days. Nobody has to have the page open for that. */
export const coverageMeasuring = (solvency: Solvency): Job => ({
  name: 'coverage measuring',
  everyMs: 60_000,
  async run() {
    await solvency.measure();
    return false;
  },
});
