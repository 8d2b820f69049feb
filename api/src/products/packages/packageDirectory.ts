import type { ParsedOf } from '@trellis/api-contract/schemas';
import type { Actor } from '../../governance/audit/actor.ts';
import { recordAccess } from '../../governance/audit/auditLog.ts';
import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Database } from '../../platform/db/database.ts';
import { type OwnPackage, ownPackageOf, type PackageRow, packageColumns } from './ownPackages.ts';

/** A package, and whose it is. */
export interface MemberPackage extends OwnPackage {
  readonly username: string;
}

/** All that an operator sees of one package. Journals are ids. */
export interface PackageDetails extends MemberPackage {
  readonly aprPpm: bigint;
  /** Of its purchase. */
  readonly reference: string;
  /** Of each part that came back, by its number. */
  readonly releases: ReadonlyMap<number, string>;
  readonly cancellation: string | null;
  readonly certificateIssuedAt: Date | null;
}

export type PackageSearch = ParsedOf<'operator', 'listMemberPackages'>;

export interface PackageDirectoryParts {
  readonly database: Database;
  readonly members: MemberRepository;
}

type State = NonNullable<PackageSearch['state']>;
/** Of the table `package p`: what is in each state. What was cancelled keeps its parts, and they never come back. */
const stateIs: Readonly<Record<State, string>> = {
  active: `EXISTS (SELECT 1 FROM package_loop l WHERE l.package = p.id AND l.released_by IS NULL AND NOT l.cancelled)`,
  completed: `NOT EXISTS (SELECT 1 FROM package_loop l WHERE l.package = p.id AND l.released_by IS NULL)`,
  cancelled: `EXISTS (SELECT 1 FROM package_cancellation x WHERE x.package = p.id)`,
};

/** Packages as operators see them. Whoever looks leaves a row in the audit log, or sees nothing. */
export class PackageDirectory {
  readonly #parts: PackageDirectoryParts;

  constructor(parts: PackageDirectoryParts) {
    this.#parts = parts;
  }

  /**
   * The latest first, by their ids, which begin with the time they were made at. A member's come by their index; all
   * members' from the end of the primary key, until a page is full. Those that are completed stand before all that are
   * active, so each of these is looked at: a tenth of a second for 75,000.
   * @returns one more than `limit` where there are more
   * @throws AppError request.not_found if nobody has this name
   */
  async list(wanted: PackageSearch & { readonly limit: number }, by: Actor): Promise<MemberPackage[]> {
    const { database, members } = this.#parts;
    const { username, level, state, after, limit } = wanted;
    return database.inTransaction(async () => {
      const member = username === undefined ? null : await members.findByUsername(username);
      if (member === undefined) throw new AppError('request.not_found');
      const rows = await database.rows<PackageRow & { username: string }>(
        `SELECT ${packageColumns}, m.username FROM package p JOIN member m ON m.id = p.member
          WHERE ($1::bigint IS NULL OR p.member = $1) AND ($2::text IS NULL OR p.level = $2)
            AND ($3::uuid IS NULL OR p.id < $3) AND ${state === undefined ? 'true' : stateIs[state]}
          ORDER BY p.id DESC LIMIT $4`,
        [member?.id ?? null, level ?? null, after ?? null, limit + 1],
      );
      const listed = { packages: rows.slice(0, limit).map(({ id }) => id), level, state };
      const subject = member?.username ?? 'all';
      await recordAccess(database, { ...by, action: 'package.list', subject, after: listed });
      return rows.map((row) => ({ ...ownPackageOf(row), username: row.username }));
    });
  }

  /** @throws AppError request.not_found */
  async read(id: string, by: Actor): Promise<PackageDetails> {
    const { database } = this.#parts;
    return database.inTransaction(async () => {
      const row = await database.one<FileRow>(
        `SELECT ${packageColumns}, m.username, p.apr_ppm::text AS "aprPpm", p.bought_by AS reference,
                (SELECT json_agg(json_build_array(l.n, l.released_by) ORDER BY l.n) FROM package_loop l
                  WHERE l.package = p.id AND l.released_by IS NOT NULL) AS releases,
                (SELECT cancelled_by FROM package_cancellation WHERE package = p.id) AS cancellation,
                (SELECT issued_at FROM certificate WHERE package = p.id) AS "certificateIssuedAt"
           FROM package p JOIN member m ON m.id = p.member WHERE p.id = $1`,
        [id],
      );
      if (!row) throw new AppError('request.not_found');
      await recordAccess(database, { ...by, action: 'package.read', subject: id });
      const { username, aprPpm, reference, releases, cancellation, certificateIssuedAt } = row;
      return {
        ...ownPackageOf(row),
        username,
        aprPpm: BigInt(aprPpm),
        reference,
        releases: new Map(releases),
        cancellation,
        certificateIssuedAt,
      };
    });
  }
}

interface FileRow
  extends PackageRow,
    Pick<PackageDetails, 'username' | 'reference' | 'cancellation' | 'certificateIssuedAt'> {
  readonly aprPpm: string;
  readonly releases: readonly (readonly [n: number, journal: string])[] | null;
}
