import { type BalanceUnit, type Money, money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { memberAccounts, type SystemAccount, systemAccounts } from '../../ledger/accounts.ts';
import type { Database } from '../../platform/db/database.ts';

type Solvency = AnswerOf<'operator', 'getSolvency'>;
type Pending = 'usdPending' | 'usdtPending';

/** Minor units of what each side has, by account; every figure of one moment. */
export interface HeldAndOwed extends Pick<Solvency, 'held' | 'owed' | 'own' | 'backing'> {
  /** By unit, for the totals. */
  readonly sums: Readonly<Record<'held' | 'owed', Readonly<Record<'USD' | 'USDT', bigint>>>>;
}

/** What the ledger has of the platform, and of what is pending. Minor units by code. */
export interface Figures {
  readonly system: ReadonlyMap<number, { readonly unit: string; readonly balance: bigint }>;
  readonly pending: ReadonlyMap<number, bigint>;
}

/**
 * Reads the platform's two dozen accounts and the open holds, and no account of a member: however many there are, it costs
 * the same. In each unit everything sums to zero, so what members have is what the platform's accounts lack; and what is
 * pending is what open holds hold. The verifier goes through every account and says whether both are so.
 */
export async function readFigures(database: Database): Promise<Figures> {
  const rows = await database.rows<{ code: number; unit: string | null; amount: string }>(
    `SELECT a.code::integer AS code, k.unit, a.balance::text AS amount FROM account a JOIN account_kind k USING (code) WHERE a.id < 1000
     UNION ALL
     SELECT (pending % 1000)::integer, NULL, sum(amount)::text FROM money_hold WHERE state = 'open' GROUP BY 1`,
  );
  const system = new Map<number, { unit: string; balance: bigint }>();
  const pending = new Map<number, bigint>();
  for (const { code, unit, amount } of rows)
    if (unit === null) pending.set(code, BigInt(amount));
    else system.set(code, { unit, balance: BigInt(amount) });
  return { system, pending };
}

/** Each figure on its side. Custody and what is issued are below zero in the ledger, by what the platform has and owes. */
export function heldAndOwed({ system, pending }: Figures): HeldAndOwed {
  const balanceOf = (account: SystemAccount): bigint => system.get(systemAccounts[account].code)?.balance ?? 0n;
  const line = <const Account extends SystemAccount>(account: Account) => ({
    account,
    amount: money(balanceOf(account), systemAccounts[account].unit),
  });
  const inUnit = (unit: BalanceUnit): bigint =>
    [...system.values()].reduce((sum, each) => (each.unit === unit ? sum - each.balance : sum), 0n);
  const waiting = (account: Pending): bigint => pending.get(memberAccounts[account].code) ?? 0n;
  const held = (['usdCustody', 'usdtCustody'] as const).map((account) => ({
    account,
    amount: money(-balanceOf(account), systemAccounts[account].unit),
  }));
  const owed = [
    { account: 'usdAvailable' as const, amount: money(inUnit('USD') - waiting('usdPending'), 'USD') },
    { account: 'usdPending' as const, amount: money(waiting('usdPending'), 'USD') },
    { account: 'usdtAvailable' as const, amount: money(inUnit('USDT') - waiting('usdtPending'), 'USDT') },
    { account: 'usdtPending' as const, amount: money(waiting('usdtPending'), 'USDT') },
    ...(['reserveUsdp', 'reserveRp', 'reserveCp', 'committedReward'] as const).map(line),
    ...(['packageRewardPool', 'stakeRewardPool', 'teamBonusPool', 'usdtSuspense'] as const).map(line),
  ];
  const reserves =
    balanceOf('reserveUsdp') + balanceOf('reserveRp') + balanceOf('reserveCp') + balanceOf('committedReward');
  const pools = balanceOf('packageRewardPool') + balanceOf('stakeRewardPool') + balanceOf('teamBonusPool');
  return {
    held,
    owed,
    own: (['usdFee', 'usdtFee', 'usdRounding', 'usdtRounding', 'usdExchange', 'usdtExchange'] as const).map(line),
    backing: [
      { unit: 'USDP', issued: money(inUnit('USDP'), 'USDP'), reserve: usd(balanceOf('reserveUsdp')) },
      { unit: 'RP', issued: money(inUnit('RP'), 'RP'), reserve: usd(balanceOf('reserveRp')) },
    ],
    sums: {
      held: { USD: -balanceOf('usdCustody'), USDT: -balanceOf('usdtCustody') },
      owed: { USD: inUnit('USD') + reserves + pools, USDT: inUnit('USDT') + balanceOf('usdtSuspense') },
    },
  };
}

const usd = (minor: bigint): Money => money(minor, 'USD');
