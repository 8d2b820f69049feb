import type { Migration } from './migration.ts';

/** The accounts of the house that products ahead pay from: pools, what is promised out of them, and deposit suspense. */
export const productAccounts: Migration = {
  name: '009-accounts',
  sql: `
    INSERT INTO account_kind (code, unit, kind, member, floor) VALUES
      -- Funded by the operator; a reward is promised only out of what is free in its pool.
      (601, 'USD',  'pool:package-reward', false, 0),
      (602, 'USD',  'pool:stake-reward',   false, 0),
      (603, 'USD',  'pool:team-bonus',     false, 0),
      -- Rewards that are promised and not yet paid.
      (604, 'USD',  'committed:reward',    false, 0),
      -- Deposits below the minimum or on an unverified address: somebody's money, never revenue.
      (811, 'USDT', 'suspense',            false, 0);
    INSERT INTO account (id, owner, code, floor) SELECT code, 0, code, floor FROM account_kind
      WHERE code IN (601, 602, 603, 604, 811);
  `,
};
