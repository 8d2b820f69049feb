import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { Solvency } from './solvency.ts';

const reading: RateLimit = { points: 120, seconds: 60 };

/** What is held against what is owed, for whoever looks after the books. */
export function solvencyOperatorEndpoints(solvency: Solvency): OperatorEndpoints {
  return [
    endpoint('operator', 'getSolvency', { limit: reading, handle: async () => ({ body: await solvency.read() }) }),
  ];
}
