import type { DepositChain } from '@trellis/api-contract';
import { addressOfAccount } from '@trellis/api-contract/addresses';
import { refuseOwnAccount } from '../../governance/approvals/approvals.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { type DepositRules, type DepositValue, valueAt } from './depositValue.ts';

/** A deposit in suspense, too little or for its reason, locked. */
export interface SuspenseDeposit {
  readonly id: string;
  readonly member: string;
  readonly username: string;
  readonly chain: DepositChain;
  /** As its journals name it. */
  readonly name: string;
  /** In minor units. */
  readonly usdt: string;
  readonly block_time: Date;
  /** Its owner was erased: nobody could use it. */
  readonly erased: boolean;
}

/**
 * Locks one for whoever decides about it, inside the running transaction.
 * @throws AppError request.not_found, deposit.not_aside, approval.own_account
 */
export async function lockInSuspense(database: Database, id: string, actor: string): Promise<SuspenseDeposit> {
  const row = await database.one<SuspenseDeposit & { readonly state: string }>(
    `SELECT d.id, d.member_id AS member, m.username, d.chain, d.usdt, d.block_time, d.state, m.erased_at IS NOT NULL AS erased,
            d.chain || ' ' || encode(d.transaction, 'hex') || ' ' || d.ordinal AS name
       FROM deposit_transfer d JOIN member m ON m.id = d.member_id WHERE d.id = $1 FOR UPDATE OF d`,
    [id],
  );
  if (!row) throw new AppError('request.not_found');
  if (row.state !== 'below_minimum' && row.state !== 'suspense') throw new AppError('deposit.not_aside');
  await refuseOwnAccount(database, actor, row.member);
  return row;
}

/** Who sent a deposit, and by which chain: what a second person compares with what they are asked for. */
export async function senderOf(
  database: Database,
  deposit: string,
): Promise<{ readonly chain?: DepositChain; readonly sender?: string }> {
  const row = await database.one<{ chain: DepositChain; sender: Buffer }>(
    'SELECT chain, sender FROM deposit_transfer WHERE id = $1',
    [deposit],
  );
  return row ? { chain: row.chain, sender: addressOfAccount(row.chain, row.sender) } : {};
}

/** Sees that nothing else was asked for a locked deposit. @throws AppError deposit.release_asked, deposit.return_asked */
export async function refuseAsked(database: Database, id: string, now: Date): Promise<void> {
  const open = await database.one<{ action: string }>(
    `SELECT action FROM approval WHERE action IN ('deposit.release', 'deposit.return') AND payload ->> 'deposit' = $1
        AND closed_at IS NULL AND expires_at > $2 LIMIT 1`,
    [id, now],
  );
  if (open) throw new AppError(open.action === 'deposit.return' ? 'deposit.return_asked' : 'deposit.release_asked');
}

/**
 * What it is worth at the rate of its block, as of any other, or of now where none was usable then; without a fee, which would
 * take most of it.
 * @throws AppError deposit.worthless, rate.unavailable
 */
export async function usdValueOf(
  { usdt, block_time: at }: SuspenseDeposit,
  rules: DepositRules,
  now: Date,
): Promise<DepositValue> {
  const value = valueAt(BigInt(usdt), 0n, await rules.depositRate(at, now));
  if (value.usd <= 0n) throw new AppError('deposit.worthless');
  return value;
}
