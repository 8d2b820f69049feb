import { certificateName, money } from '@trellis/api-contract';
import type { Rules } from '../../governance/rules/rules.ts';
import { dayText, utcDayOf } from '../../ground/utcDay.ts';
import { percentOf } from '../../ledger/decimalRatio.ts';
import type { Database } from '../../platform/db/database.ts';
import { saleTo } from '../sale/saleTo.ts';
import type { PackagesAhead } from '../wallet/packagesAhead.ts';
import { type OwnPackage, ownPackageOf, type PackageRow, packageColumns } from './ownPackages.ts';
import { packageTermsNow } from './packageRules.ts';

/** What the wallet says of packages. */
export const packagesAhead = (database: Database, rules: Rules): PackagesAhead => ({
  async now(memberId) {
    const [[next, running], sold] = await Promise.all([
      nextOf(database, memberId),
      saleTo({ database, rules }, 'package', memberId),
    ]);
    return {
      next: next === undefined ? null : presentNext(next),
      running,
      sold: sold === 'closed' || sold === 'closedInCountry' ? null : await soldNow(rules),
    };
  },
});

/** Of those that still bring something the one that does first, and how many there are. */
async function nextOf(database: Database, memberId: string): Promise<[OwnPackage | undefined, number]> {
  const [row] = await database.rows<PackageRow & { readonly running: number }>(
    `SELECT ${packageColumns}, count(*) OVER ()::integer AS running
       FROM package p CROSS JOIN LATERAL (
         SELECT min(l.due_on) AS due_on FROM package_loop l WHERE l.package = p.id AND l.released_at IS NULL) AS coming
      WHERE p.member = $1 AND coming.due_on IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM package_cancellation WHERE package = p.id)
      ORDER BY coming.due_on, p.started_at, p.id LIMIT 1`,
    [memberId],
  );
  return row === undefined ? [undefined, 0] : [ownPackageOf(row), row.running];
}

function presentNext({ id, level, certificate, startedAt, loops }: OwnPackage) {
  const usdp = (value: bigint) => money(value, 'USDP');
  const brought = ({ value, reward }: OwnPackage['loops'][number]) => value + reward;
  const back = loops.reduce((sum, loop) => (loop.releasedAt === null ? sum : sum + brought(loop)), 0n);
  const next = loops.find(({ releasedAt }) => releasedAt === null);
  return {
    id,
    level,
    name: certificate && certificateName(level, certificate.serial),
    serial: certificate?.serial ?? null,
    startedOn: dayText(utcDayOf(startedAt)),
    loops: loops.map(({ dueOn, releasedAt }) => ({ dueOn, released: releasedAt !== null })),
    brings: usdp(next === undefined ? 0n : brought(next)),
    back: usdp(back),
    all: usdp(loops.reduce((sum, loop) => sum + brought(loop), 0n)),
  };
}

async function soldNow(rules: Rules) {
  const { levels } = await packageTermsNow(rules);
  const [first] = levels;
  if (first === undefined) return null;
  const least = levels.reduce((lowest, { price }) => (price < lowest ? price : lowest), first.price);
  const most = levels.reduce((highest, { aprPpm }) => (aprPpm > highest ? aprPpm : highest), first.aprPpm);
  return { levels: levels.length, from: money(least, 'USD'), mostPercent: percentOf(most) };
}
