import { wireAmount } from '@trellis/api-contract';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { certificateOf } from './certificate.ts';

const batch = 500;
/** Before the first. */
const nothing = '0'.repeat(64);

interface DueRow {
  readonly id: string;
  readonly planType: string;
  readonly level: string;
  readonly price: string;
  readonly reward: string;
  readonly days: number;
  readonly loops: number;
  readonly startedAt: Date;
}

/**
 * Gives the packages that wait for it the next serials and their certificates, inside the running transaction. One
 * process at a time: each certificate is made on the one before it.
 * @returns whether there may be more
 */
export async function issueCertificates(database: Database): Promise<boolean> {
  // Who finds nothing waits for nobody.
  if (!(await database.one('SELECT 1 FROM certificate_due WHERE ready_at <= product_now() LIMIT 1'))) return false;
  await database.rows('SELECT lock_certificates()');
  const last = await database.one<{ serial: string; hash: string }>(
    'SELECT serial::text, hash FROM certificate ORDER BY certificate.serial DESC LIMIT 1',
  );
  const due = await database.rows<DueRow>(
    `SELECT p.id, p.plan_type AS "planType", p.level, p.price::text, p.reward::text, p.loops * p.loop_days AS days, p.loops,
            p.started_at AS "startedAt"
       FROM certificate_due d JOIN package p ON p.id = d.package
      WHERE d.ready_at <= product_now() ORDER BY d.ready_at, d.place LIMIT $1`,
    [batch],
  );
  let { serial, previous } = { serial: Number(last?.serial ?? 0), previous: last?.hash ?? nothing };
  const jsons = due.map(({ id, price, days, reward, ...row }) => {
    serial += 1;
    const paid = wireAmount(BigInt(price), 'USD');
    const { json, hash } = certificateOf({
      ...row,
      contract: id,
      serial,
      previous,
      price: paid,
      value: paid,
      points: paid,
      reward: wireAmount(BigInt(reward), 'USDP'),
      stakeDays: days,
    });
    previous = hash;
    return json;
  });
  await database.rows('SELECT issue_certificates($1::uuid[], $2::text[])', [due.map(({ id }) => id), jsons]);
  return due.length === batch;
}

/** The certificate of a contract, for anybody who knows its id. `undefined`: there is none, or none yet. */
export function findCertificate(
  database: Database,
  contract: string,
): Promise<{ json: string; hash: string; issuedAt: Date; cancelledAt: Date | null } | undefined> {
  return database.one(
    `SELECT c.json, c.hash, c.issued_at AS "issuedAt", x.cancelled_at AS "cancelledAt"
       FROM certificate c LEFT JOIN package_cancellation x USING (package) WHERE c.package = $1`,
    [contract],
  );
}

/** A purchase has its certificate a moment later, or when it can no longer be cancelled. */
export const certificates = (database: Database): Job => ({
  name: 'certificates',
  pauseMs: 1_000,
  run: () => database.inTransaction(() => issueCertificates(database)),
});
