import { type Pool, pools } from '@trellis/api-contract';
import { type SystemAccount, systemAccounts } from '../../ledger/accounts.ts';

const accounts = {
  package: 'packageRewardPool',
  stake: 'stakeRewardPool',
  team: 'teamBonusPool',
} as const satisfies Record<Pool, SystemAccount>;

/** The platform's account that holds what a pool has free; its id is its code. */
export const codeOf = (pool: Pool): number => systemAccounts[accounts[pool]].code;

/** @throws Error if the database knows a pool more */
export function poolOf(code: number): Pool {
  const pool = pools.find((each) => codeOf(each) === code);
  if (!pool) throw new Error(`no pool has code ${code}`);
  return pool;
}
