import { money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Explorers } from '../../chain/config/explorers.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { exporting } from '../../governance/audit/exports.ts';
import type { OperatorCaller } from '../../platform/http/caller.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { Payouts } from './payouts.ts';
import type { ReviewService, WithdrawalDetails } from './reviewService.ts';
import { presentRow, withdrawalsCsv } from './withdrawalsCsv.ts';

const changing: RateLimit = { points: 60, seconds: 60 };
const counting: RateLimit = { points: 60, seconds: 60 };
const defaultLimit = 50;

/** The queue of withdrawals, what is decided on them, and their payouts. */
export function withdrawalOperatorEndpoints(
  service: ReviewService,
  payouts: Payouts,
  explorers: Explorers,
): OperatorEndpoints {
  const read = async (id: string, caller: OperatorCaller) => ({
    body: presentFile(explorers, await service.read(id, actorOf(caller))),
  });
  return [
    endpoint('operator', 'listWithdrawalQueue', {
      transaction: 'own',
      async handle({ limit = defaultLimit, ...search }, caller) {
        const { withdrawals, counts, next } = await service.queue(search, limit, actorOf(caller));
        const rows = withdrawals.map((row) => ({ ...presentRow(explorers, row), shared: row.shared }));
        return { body: { withdrawals: rows, counts, next } };
      },
    }),
    endpoint('operator', 'countWithdrawals', {
      limit: counting,
      handle: async (search) => ({ body: await service.count(search) }),
    }),
    endpoint('operator', 'exportWithdrawals', {
      limit: exporting,
      transaction: 'own',
      async handle(search, caller) {
        const pages = await service.export(search, actorOf(caller));
        return { body: { name: 'withdrawals.csv', content: withdrawalsCsv(pages, explorers) } };
      },
    }),
    endpoint('operator', 'readWithdrawal', {
      transaction: 'own',
      handle: ({ id }, caller) => read(id, caller),
    }),
    endpoint('operator', 'approveWithdrawal', {
      limit: changing,
      transaction: 'own',
      handle: async ({ id, revision, reason }, caller) => ({
        body: presentFile(explorers, await service.approve(id, revision, { ...actorOf(caller), reason })),
      }),
    }),
    endpoint('operator', 'rejectWithdrawal', {
      limit: changing,
      transaction: 'own',
      handle: async ({ id, revision, cause, reason }, caller) => ({
        body: presentFile(explorers, await service.reject(id, revision, cause, { ...actorOf(caller), reason })),
      }),
    }),
    endpoint('operator', 'claimPayout', {
      limit: changing,
      transaction: 'own',
      async handle({ id, revision, reason }, caller) {
        await payouts.claim(id, revision, { ...actorOf(caller), reason });
        return read(id, caller);
      },
    }),
    endpoint('operator', 'releasePayoutClaim', {
      limit: changing,
      transaction: 'own',
      async handle({ id, revision, reason }, caller) {
        await payouts.releaseClaim(id, revision, { ...actorOf(caller), reason });
        return read(id, caller);
      },
    }),
    endpoint('operator', 'recordPayout', {
      limit: changing,
      transaction: 'own',
      async handle({ id, revision, tx, reason }, caller) {
        await payouts.record(id, revision, tx, { ...actorOf(caller), reason });
        return read(id, caller);
      },
    }),
    endpoint('operator', 'confirmPayout', {
      limit: changing,
      transaction: 'own',
      async handle({ id, revision, reason }, caller) {
        await payouts.confirm(id, revision, { ...actorOf(caller), reason });
        return read(id, caller);
      },
    }),
    endpoint('operator', 'settlePayout', {
      limit: changing,
      transaction: 'own',
      async handle({ id, revision, reason }, caller) {
        await payouts.settle(id, revision, { ...actorOf(caller), reason });
        return read(id, caller);
      },
    }),
    endpoint('operator', 'voidPayout', {
      limit: changing,
      transaction: 'own',
      async handle({ id, revision, reason }, caller) {
        await payouts.void(id, revision, { ...actorOf(caller), reason });
        return read(id, caller);
      },
    }),
  ];
}

const presentFile = (
  explorers: Explorers,
  { row, language, evidence, timeline, todayMinor, approvals, payouts, claim }: WithdrawalDetails,
): AnswerOf<'operator', 'readWithdrawal'> => ({
  ...presentRow(explorers, row),
  language,
  evidence,
  addressTyped: row.address_typed,
  timeline,
  approvals: approvals,
  payouts: payouts.map(({ recordedAt, paid, ...payout }) => ({
    ...payout,
    paid: paid === null ? null : money(BigInt(paid), row.asset),
    recordedAt,
  })),
  today: todayMinor === undefined ? null : money(todayMinor, row.asset),
  claim: claim ? { by: claim.by, at: claim.at } : null,
});
