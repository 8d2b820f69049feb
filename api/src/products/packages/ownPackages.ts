import { mostOfPage } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';

/** A package that a member has, as it was agreed, with what has come back. Minor units. */
export interface OwnPackage {
  readonly id: string;
  readonly planType: 'level' | 'custom';
  readonly level: string;
  readonly price: bigint;
  readonly rp: bigint;
  readonly reward: bigint;
  readonly startedAt: Date;
  readonly loops: readonly OwnLoop[];
  /** Until then the law lets it be cancelled. */
  readonly cancelUntil: Date | null;
  readonly cancelledAt: Date | null;
  /** `null` until it is made. */
  readonly certificate: { readonly serial: number; readonly hash: string } | null;
}

export interface OwnLoop {
  readonly n: number;
  /** `2026-03-09`, UTC: it comes back when that day begins. */
  readonly dueOn: string;
  readonly value: bigint;
  readonly reward: bigint;
  /** `null` while it is locked. */
  readonly releasedAt: Date | null;
}

/** Which of a member's own: one of them, or those that follow one. */
export interface OwnPage {
  readonly id?: string | undefined;
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** What a member has bought, the latest first, a page of it. */
export async function ownPackagesOf(
  database: Database,
  memberId: string,
  { id, after, limit = mostOfPage }: OwnPage = {},
): Promise<{ packages: OwnPackage[]; older: string | null }> {
  const rows = await database.rows<PackageRow>(
    `SELECT ${packageColumns} FROM package p
      WHERE p.member = $1 AND ($2::uuid IS NULL OR p.id = $2) AND ($3::uuid IS NULL OR (p.started_at, p.id) < (
        SELECT last.started_at, last.id FROM package last WHERE last.id = $3 AND last.member = $1))
      ORDER BY p.started_at DESC, p.id DESC LIMIT $4`,
    [memberId, id ?? null, after ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return { packages: shown.map(ownPackageOf), older: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** What a member has paid for packages that were not cancelled, and the reward that has come of them. Minor units. */
export async function packageSumsOf(
  database: Database,
  memberId: string,
): Promise<{ purchased: bigint; reward: bigint }> {
  const row = await database.one<{ purchased: string; reward: string }>(
    `SELECT coalesce(sum(p.price), 0)::text AS purchased, coalesce(sum(came.reward), 0)::text AS reward
       FROM package p CROSS JOIN LATERAL (
         SELECT coalesce(sum(l.reward), 0) AS reward FROM package_loop l
          WHERE l.package = p.id AND l.released_at IS NOT NULL) AS came
      WHERE p.member = $1 AND NOT EXISTS (SELECT 1 FROM package_cancellation WHERE package = p.id)`,
    [memberId],
  );
  return { purchased: BigInt(row?.purchased ?? 0), reward: BigInt(row?.reward ?? 0) };
}

/** Columns of a `PackageRow`, of the table `package p`. */
export const packageColumns = `p.id, p.plan_type AS "planType", p.level, p.price::text, p.rp::text, p.reward::text,
  p.started_at AS "startedAt", CASE WHEN p.cancel_days > 0 THEN p.counted_at END AS "cancelUntil",
  (SELECT cancelled_at FROM package_cancellation WHERE package = p.id) AS "cancelledAt",
  (SELECT json_build_object('serial', serial, 'hash', hash) FROM certificate WHERE package = p.id) AS certificate,
  (SELECT json_agg(json_build_object('n', l.n, 'dueOn', l.due_on, 'value', l.value::text, 'reward', l.reward::text,
     'releasedAt', l.released_at) ORDER BY l.n) FROM package_loop l WHERE l.package = p.id) AS loops`;

export const ownPackageOf = ({ price, rp, reward, loops, ...row }: PackageRow): OwnPackage => ({
  id: row.id,
  planType: row.planType,
  level: row.level,
  startedAt: row.startedAt,
  cancelUntil: row.cancelUntil,
  cancelledAt: row.cancelledAt,
  certificate: row.certificate,
  price: BigInt(price),
  rp: BigInt(rp),
  reward: BigInt(reward),
  loops: loops.map((loop) => ({
    n: loop.n,
    dueOn: loop.dueOn,
    value: BigInt(loop.value),
    reward: BigInt(loop.reward),
    releasedAt: loop.releasedAt === null ? null : new Date(loop.releasedAt),
  })),
});

export interface PackageRow {
  readonly id: string;
  readonly planType: 'level' | 'custom';
  readonly level: string;
  readonly price: string;
  readonly rp: string;
  readonly reward: string;
  readonly startedAt: Date;
  readonly cancelUntil: Date | null;
  readonly cancelledAt: Date | null;
  readonly certificate: { readonly serial: number; readonly hash: string } | null;
  readonly loops: readonly {
    readonly n: number;
    readonly dueOn: string;
    readonly value: string;
    readonly reward: string;
    readonly releasedAt: string | null;
  }[];
}
