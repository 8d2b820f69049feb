import { batchMutants } from './batch.ts';
import { codeMutants } from './codes.ts';
import { depositMutants } from './deposits.ts';
import { foundedMutants } from './founded.ts';
import { guardMutants } from './guards.ts';
import { holdMutants } from './holds.ts';
import { jobMutants } from './jobs.ts';
import { limitMutants } from './limits.ts';
import type { Mutant } from './mutant.ts';
import { packageMutants } from './packages.ts';
import { poolMutants } from './pools.ts';
import { postingMutants } from './posting.ts';
import { quoteMutants } from './quotes.ts';
import { statementMutants } from './statements.ts';
import { withdrawalMutants } from './withdrawals.ts';

export const mutants: readonly Mutant[] = [
  ...postingMutants,
  ...foundedMutants,
  ...limitMutants,
  ...batchMutants,
  ...codeMutants,
  ...guardMutants,
  ...holdMutants,
  ...quoteMutants,
  ...statementMutants,
  ...depositMutants,
  ...packageMutants,
  ...poolMutants,
  ...withdrawalMutants,
  ...jobMutants,
];
