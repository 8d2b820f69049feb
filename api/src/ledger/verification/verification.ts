import type pg from 'pg';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { latestBonusDays } from './bonusCheck.ts';
import { readExplained, withoutExplained } from './explained.ts';
import type { Finding } from './invariant.ts';
import { checkSeals, type SealReport, type SealScope } from './sealCheck.ts';
import { checkInvariants, checkRecounted, inSnapshot, withoutTimeouts, withVerifier } from './verifier.ts';

/** What a verification found. */
export interface Verification {
  /** One for each invariant that was looked at, and one for the seals; those with rows are broken. */
  readonly findings: readonly Finding[];
  readonly broken: readonly Finding[];
  readonly seals: SealReport;
  /** Whether payouts are frozen now, because of this or of an earlier one. */
  readonly frozen: boolean;
}

/** Verifies invariants and seals from here and in the database, and keeps what was found; a red run freezes payouts. */
export function verifyAndRecord(client: pg.Client, scope: SealScope): Promise<Verification> {
  return record(client, async () => ({
    isRecent: false,
    checked: await checkInvariants(client, scope.latest === undefined ? undefined : latestBonusDays),
    seals: await checkSeals(client, scope),
  }));
}

/**
 * As `verifyAndRecord`, of large books what is recent and all of them once a day (`verification_since`). What SQL finds is left to
 * the database.
 */
export function verifyRecent(client: pg.Client): Promise<Verification> {
  return record(client, async () => {
    const { rows } = await client.query<{ whole: boolean; seals: number; days: number }>(recent);
    const { whole = true, seals = 0, days = 0 } = rows[0] ?? {};
    return {
      isRecent: !whole,
      checked: await checkRecounted(client, whole ? latestBonusDays : days),
      seals: await checkSeals(client, { latest: whole ? Math.max(seals, latestSeals) : seals }),
    };
  });
}

/** Seals that were made, and bonus days that were closed, since the last run began. */
const recent = `SELECT verification_since() IS NULL AS whole,
    (SELECT count(*)::integer FROM journal_seal WHERE sealed_at >= last.at) AS seals,
    (SELECT count(*)::integer FROM bonus_day WHERE closed_at >= last.at) AS days
  FROM (SELECT (SELECT started_at FROM verification_run ORDER BY id DESC LIMIT 1) AS at) last`;

interface Look {
  readonly isRecent: boolean;
  readonly checked: readonly Finding[];
  readonly seals: SealReport;
}

/**
 * Whatever is looked at here, the database looks for itself at what SQL finds: a run is never greener than it says.
 * @param look at one snapshot
 */
async function record(client: pg.Client, look: () => Promise<Look>): Promise<Verification> {
  const started = await client.query<{ at: string }>('SELECT product_now()::text AS at');
  const { isRecent, checked, seals } = await inSnapshot(client, look);
  const findings = [...checked, withoutExplained(seals.finding, await readExplained(client))];
  const here = findings.filter(({ rows }) => rows.length > 0).map(({ name, rows }) => ({ name, rows }));
  const { frozen, faults } = await keep(client, isRecent, started.rows[0]?.at, here);
  const own = faults.filter((finding) => here.every(({ name }) => name !== finding.name));
  return { findings: [...own, ...findings], broken: [...own, ...here], seals, frozen };
}

/** @param findings here, which is added to what the database finds */
async function keep(
  client: pg.Client,
  isRecent: boolean,
  started: string | undefined,
  findings: readonly Finding[],
): Promise<{ readonly frozen: boolean; readonly faults: readonly Finding[] }> {
  await client.query('BEGIN');
  await withoutTimeouts(client);
  const { rows } = await client.query<{ frozen: boolean; faults: Finding[] }>(
    'SELECT * FROM verify_books($1, $2, $3)',
    [started, JSON.stringify(findings), isRecent],
  );
  await client.query('COMMIT');
  return rows[0] ?? { frozen: true, faults: [] };
}

/** So many and those since the last run are read along with the books; `npm run verify -- --seals` reads all. */
export const latestSeals = 100;
/** Advisory lock of the hourly verification: of several processes one does it. */
const verificationLock = 7_705;

// Payouts that somebody has frozen go on only after green books of later: those are looked at, at once. A run of a later hour
// was written before the clock was put back.
const due = `SELECT NOT EXISTS (
  SELECT 1 FROM verification_run WHERE started_at > product_now() - interval '1 hour' AND started_at <= product_now()
    AND started_at >= coalesce((SELECT max(began_at) FROM payout_freeze WHERE began_by IS NOT NULL AND ended_at IS NULL),
                               '-infinity')) AS due`;

/** Verifies once an hour, and when payouts were frozen, however many processes there are and however often they start. */
export const verification = (database: Database, url: string, log: Log): Job => ({
  name: 'verification',
  pauseMs: 60_000,
  async run(stopping) {
    if (!(await database.rows<{ due: boolean }>(due))[0]?.due) return false;
    return withVerifier(
      url,
      async (guard) => {
        // The lock ends with its transaction, not with a session, which a pooler would hand on with the lock in it.
        await guard.query('BEGIN');
        await withoutTimeouts(guard);
        const mine = await isMine(guard);
        if (mine) await withVerifier(url, (client) => verifyAndReport(client, log), stopping);
        await guard.query('COMMIT');
        return mine ? false : 'elsewhere';
      },
      stopping,
    );
  },
});

/** Takes the lock. Somebody may have ended theirs just before it was free. */
async function isMine(guard: pg.Client): Promise<boolean> {
  const lock = await guard.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [verificationLock]);
  if (!lock.rows[0]?.free) return false;
  return (await guard.query<{ due: boolean }>(due)).rows[0]?.due ?? false;
}

async function verifyAndReport(client: pg.Client, log: Log): Promise<void> {
  const startedMs = performance.now();
  const { broken, frozen } = await verifyRecent(client);
  const facts = {
    broken: broken.map(({ name }) => name),
    frozen,
    tookMs: Math.round(performance.now() - startedMs),
  };
  if (broken.length > 0) log.error(facts, 'the books are red: payouts are frozen');
  else log.info(facts, 'the books are green');
}
