import type { AnswerOf } from '@trellis/api-contract/schemas';
import { actorOf } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { percentOf } from '../../ledger/decimalRatio.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import {
  type MemberPackage,
  type PackageDetails,
  PackageDirectory,
  type PackageDirectoryParts,
} from './packageDirectory.ts';
import { presentOwn } from './packagePresenter.ts';

const defaultLimit = 50;

/** What members have bought: seen by whoever looks after the books, changed by nobody. */
export function packageOperatorEndpoints({
  clock,
  ...parts
}: PackageDirectoryParts & { readonly clock: Clock }): OperatorEndpoints {
  const directory = new PackageDirectory(parts);
  return [
    endpoint('operator', 'listMemberPackages', {
      transaction: 'own',
      async handle({ limit = defaultLimit, ...wanted }, caller) {
        const page = await directory.list({ ...wanted, limit }, actorOf(caller));
        const shown = page.slice(0, limit);
        return {
          body: {
            packages: shown.map((each) => presentRow(each, clock.now())),
            next: page.length > limit ? (shown.at(-1)?.id ?? null) : null,
          },
        };
      },
    }),
    endpoint('operator', 'readPackage', {
      transaction: 'own',
      handle: async ({ id }, caller) => ({
        body: presentDetails(await directory.read(id, actorOf(caller)), clock.now()),
      }),
    }),
  ];
}

type Row = AnswerOf<'operator', 'listMemberPackages'>['packages'][number];

function presentRow(each: MemberPackage, now: Date): Row {
  const own = presentOwn(each, now);
  return {
    ...own,
    username: each.username,
    state: own.cancelledAt !== null ? 'cancelled' : own.released ? 'completed' : 'active',
  };
}

function presentDetails(details: PackageDetails, now: Date): AnswerOf<'operator', 'readPackage'> {
  const { loops, ...row } = presentRow(details, now);
  return {
    ...row,
    aprPercent: percentOf(details.aprPpm),
    reference: details.reference,
    loops: loops.map((loop) => ({ ...loop, reference: details.releases.get(loop.n) ?? null })),
    cancellation: details.cancellation,
    certificateIssuedAt: details.certificateIssuedAt,
  };
}
