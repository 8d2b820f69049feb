import { z } from 'zod';
import { day, money, time } from '../../../schemas/fields.ts';

/** Of members and promised to them. */
export const owedAccounts = [
  'usdAvailable',
  'usdPending',
  'usdtAvailable',
  'usdtPending',
  'reserveUsdp',
  'reserveRp',
  'reserveCp',
  'committedReward',
  'packageRewardPool',
  'stakeRewardPool',
  'teamBonusPool',
  'usdtSuspense',
] as const;
/** Of nobody but the platform. The exchange is what it took in one unit for what it gave in the other. */
export const ownAccounts = ['usdFee', 'usdtFee', 'usdRounding', 'usdtRounding', 'usdExchange', 'usdtExchange'] as const;
export const heldAccounts = ['usdCustody', 'usdtCustody'] as const;

const lines = <const Account extends string>(accounts: readonly [Account, ...Account[]]) =>
  z.array(z.strictObject({ account: z.enum(accounts), amount: money }));

/** Whether what is held covers what is owed. */
export const solvencyOperatorSchemas = {
  getSolvency: {
    summary: 'What the books say is held against what is owed, in total and by account, and when they were checked',
    response: z.strictObject({
      at: time,
      held: lines(heldAccounts),
      owed: lines(owedAccounts),
      own: lines(ownAccounts),
      /** What members have of a unit that is backed one to one, and the reserve for it. */
      backing: z.array(z.strictObject({ unit: z.enum(['USDP', 'RP']), issued: money, reserve: money })),
      /** A USDT in USD. `stale`: it is too old to be quoted by; `null`: there was never one, and so there are no totals. */
      rate: z.strictObject({ rate: z.string(), since: time.nullable(), stale: z.boolean() }).nullable(),
      total: z
        .strictObject({
          held: money,
          owed: money,
          /** Held beyond what is owed; below zero: what is missing. */
          over: money,
          /** Held out of owed in hundredths of a percent, cut; `null`: nothing is owed. */
          coverage: z.int().nullable(),
          state: z.enum(['covered', 'low', 'short']),
        })
        .nullable(),
      /** Up to where deposits are in the books. */
      chains: z.array(
        z.strictObject({
          chain: z.enum(['BSC', 'TRON']),
          /** The last block that was read; `null`: none yet. */
          block: z.string().nullable(),
          lookedAt: time.nullable(),
          halted: z.strictObject({ since: time, reason: z.string() }).nullable(),
        }),
      ),
      /** The last 24 checks of the books, the latest first, each with what was wrong by its name. */
      checks: z.array(z.strictObject({ at: time, broken: z.array(z.string()) })),
      frozen: z.boolean(),
      /** Coverage as it was measured once a minute, by day in UTC. */
      byDay: z.strictObject({
        /** The first day that is on record at all. */
        since: day.nullable(),
        /** Of the last 30 up to today, the earliest first: one on which there was none to measure is not among them. */
        days: z.array(z.strictObject({ day, lowest: z.int(), last: z.int() })),
      }),
    }),
  },
};
