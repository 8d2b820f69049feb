import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import { nextOf } from '../../platform/http/nextOf.ts';
import { BonusCorrections } from './bonusCorrections.ts';
import { bonusExportEndpoints } from './bonusExports.ts';
import { type BonusHoldParts, BonusHolds } from './bonusHolds.ts';
import { BonusRuns } from './bonusRuns.ts';

/** Each reads a whole day of everybody. */
const computing: RateLimit = { points: 20, seconds: 60 };
const defaultLimit = 50;

/** The team bonus: seen by whoever looks after the books, held by one reviewer and let go by another, corrected by two treasurers. */
export function bonusOperatorEndpoints(parts: BonusHoldParts): OperatorEndpoints {
  const holds = new BonusHolds(parts);
  const runs = new BonusRuns(parts.database);
  const corrections = new BonusCorrections(parts);
  return [
    ...bonusExportEndpoints(parts.database, holds),
    endpoint('operator', 'listBonusDays', {
      handle: async ({ before, limit = defaultLimit }) => ({ body: { days: await runs.list({ before, limit }) } }),
    }),
    endpoint('operator', 'getBonusDay', {
      transaction: 'own',
      handle: async ({ day }, caller) => ({ body: await runs.read(day, actorOf(caller)) }),
    }),
    endpoint('operator', 'dryRunBonus', {
      limit: computing,
      transaction: 'own',
      handle: async ({ day, ...terms }) => ({ body: await runs.dryRun(day, terms) }),
    }),
    endpoint('operator', 'getBonusLinks', {
      limit: computing,
      transaction: 'own',
      handle: async (_input, caller) => ({ body: await runs.links(actorOf(caller)) }),
    }),
    endpoint('operator', 'listBonusHolds', {
      transaction: 'own',
      async handle({ state, after, limit = defaultLimit }, caller) {
        const page = await holds.list({ state, before: after, limit }, actorOf(caller));
        return { body: { holds: page, next: nextOf(page, limit) } };
      },
    }),
    endpoint('operator', 'holdBonus', {
      transaction: 'own',
      handle: async ({ reason, ...wanted }, caller) => ({
        body: await holds.hold(wanted, { ...actorOf(caller), reason }),
      }),
    }),
    endpoint('operator', 'releaseBonusHold', {
      transaction: 'own',
      handle: async ({ id, reason }, caller) => ({
        body: await holds.release(id, { ...actorOf(caller), reason }),
      }),
    }),
    endpoint('operator', 'askBonusCorrection', {
      transaction: 'own',
      handle: async ({ reason, ...wanted }, caller) => ({
        body: presentAsked(await corrections.ask(wanted, { ...actorOf(caller), reason })),
      }),
    }),
  ];
}
