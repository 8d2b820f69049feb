import type { AnswerOf } from '@trellis/api-contract/schemas';
import { actorOf } from '../../governance/audit/actor.ts';
import type { Clock } from '../../ground/clock.ts';
import { percentOf } from '../../ledger/decimalRatio.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { type MemberPackage, type PackageFile, type PackageFileParts, PackageFiles } from './packageFiles.ts';
import { presentOwn } from './packagePresenter.ts';

const defaultLimit = 50;

/** What members have bought: seen by whoever looks after the books, changed by nobody. */
export function packageOperatorEndpoints({
  clock,
  ...parts
}: PackageFileParts & { readonly clock: Clock }): OperatorEndpoints {
  const files = new PackageFiles(parts);
  return [
    endpoint('operator', 'listMemberPackages', {
      transaction: 'own',
      async handle({ limit = defaultLimit, ...wanted }, caller) {
        const page = await files.list({ ...wanted, limit }, actorOf(caller));
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
        body: presentFile(await files.read(id, actorOf(caller)), clock.now()),
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

function presentFile(file: PackageFile, now: Date): AnswerOf<'operator', 'readPackage'> {
  const { loops, ...row } = presentRow(file, now);
  return {
    ...row,
    aprPercent: percentOf(file.aprPpm),
    reference: file.reference,
    loops: loops.map((loop) => ({ ...loop, reference: file.releases.get(loop.n) ?? null })),
    cancellation: file.cancellation,
    certificateIssuedAt: file.certificateIssuedAt,
  };
}
