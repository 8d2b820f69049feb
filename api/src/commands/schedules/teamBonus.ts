import { z } from 'zod';
import { beginningOf, dayMs, dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import { decimalRatio } from '../../ledger/decimalRatio.ts';
import { type BonusDay, type BonusLine, bonusDay, shownFactor } from '../../products/bonus/bonusDay.ts';
import { closingAmounts, closingKey, payoutAmounts, payoutKey } from '../../products/bonus/bonusJournals.ts';
import type { BonusTerms } from '../../products/bonus/bonusTerms.ts';
import { bothSides, type Lot, lastDayOf, type Sides } from '../../products/bonus/carry.ts';
import type { MemberFacts } from '../../products/bonus/earnedLine.ts';
import { amount, count, instant, percent, positive } from './fields.ts';
import { writeAmount, writeAmounts } from './writing.ts';

const day = z.iso.date().transform((text) => Date.parse(text) / dayMs);

const terms = z
  .object({
    directPercent: percent,
    pairingPercent: percent,
    budgetPercent: percent,
    rpPercent: percent,
    carryDays: count,
    capDivisor: positive,
    monthCaps: z.record(z.string(), amount),
    /** Where it is not named, it does not apply. */
    ownValuePercent: percent.optional(),
  })
  .transform(
    (given): BonusTerms => ({
      directPpm: given.directPercent,
      pairingPpm: given.pairingPercent,
      budgetPpm: given.budgetPercent,
      rpPpm: given.rpPercent,
      carryDays: given.carryDays,
      capDivisor: BigInt(given.capDivisor),
      monthCaps: new Map(Object.entries(given.monthCaps)),
      ownValuePpm: given.ownValuePercent,
    }),
  );

const side = z.enum(['left', 'right']);
const lots = z.array(z.object({ day, volume: amount })).default([]);
const member = z.object({
  id: z.string().regex(/^[0-9]+$/),
  parent: z.string().nullish(),
  side: side.nullish(),
  sponsor: z.string().nullish(),
  open: z.boolean().default(true),
  packages: z
    .array(z.object({ level: z.string(), from: instant, until: instant, price: amount.optional() }))
    .default([]),
  carry: z.object({ left: lots, right: lots }).default({ left: [], right: [] }),
  paidThisMonth: amount.optional(),
});
type Member = z.output<typeof member>;

export const teamInput = z
  .object({
    day,
    pool: amount,
    sales: z.array(z.object({ member: z.string(), points: amount, countedAt: instant })),
    members: z.array(member),
    terms,
  })
  .superRefine(({ members, sales }, context) => {
    const known = new Set(members.map(({ id }) => id));
    const named = [
      ...members.flatMap(({ parent, sponsor }) => [parent, sponsor]),
      ...sales.map((sale) => sale.member),
    ].filter((id) => id !== null && id !== undefined);
    const unknown = named.find((id) => !known.has(id));
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: `there is no member ${unknown}` });
    if (hasRing(members)) context.addIssue({ code: 'custom', message: 'members stand in a ring' });
  });
type TeamInput = z.output<typeof teamInput>;

/** Whether somebody stands below themselves. */
function hasRing(members: readonly Member[]): boolean {
  const parents = new Map(members.map(({ id, parent }) => [id, parent ?? undefined]));
  const ends = new Set<string>();
  return members.some(({ id }) => {
    const way = new Set<string>();
    for (let at: string | undefined = id; at !== undefined && !ends.has(at); at = parents.get(at)) {
      if (way.has(at)) return true;
      way.add(at);
    }
    for (const each of way) ends.add(each);
    return false;
  });
}

/** `team:bonus`: what each member of a team earns on a day, and what of it is paid. */
export function teamBonus(input: TeamInput): object {
  const { day: on, pool, terms: rules, members } = input;
  const volumes = volumesOf(input);
  const direct = directPointsOf(input);
  const facts = members.map((each) => factsOf(each, on, volumes.get(each.id) ?? nothing, direct.get(each.id) ?? 0n));
  const result = bonusDay(rules, on, pool, facts);
  const touched = new Set(facts.filter(isTouched).map((each) => each.member));
  const lines = result.lines
    .filter((line) => touched.has(line.member))
    .toSorted((a, b) => (BigInt(a.member) < BigInt(b.member) ? -1 : 1));
  return {
    budget: writeAmount(result.budget),
    demand: writeAmount(result.demand),
    paid: writeAmount(result.paid),
    poolAfter: writeAmount(pool - result.paid),
    factor: decimalRatio(shownFactor(result), 10_000n, 4, 4),
    closing: writeClosing(result, dayText(on)),
    lines: lines.map((line) => writeLine(line, rules, dayText(on))),
  };
}

const nothing: Sides<bigint> = { left: 0n, right: 0n };
const countedOn = ({ sales, day: on }: TeamInput) => sales.filter(({ countedAt }) => utcDayOf(countedAt) === on);

/** What each purchase adds to a side of everybody above its buyer. */
function volumesOf(input: TeamInput): ReadonlyMap<string, Sides<bigint>> {
  const byId = new Map(input.members.map((each) => [each.id, each]));
  const volumes = new Map<string, Sides<bigint>>();
  for (const { member: buyer, points } of countedOn(input)) {
    let at = byId.get(buyer);
    while (at?.parent && at.side) {
      const { left, right } = volumes.get(at.parent) ?? nothing;
      volumes.set(at.parent, at.side === 'left' ? { left: left + points, right } : { left, right: right + points });
      at = byId.get(at.parent);
    }
  }
  return volumes;
}

function directPointsOf(input: TeamInput): ReadonlyMap<string, bigint> {
  const sponsorOf = new Map(input.members.map(({ id, sponsor }) => [id, sponsor]));
  const points = new Map<string, bigint>();
  for (const sale of countedOn(input)) {
    const sponsor = sponsorOf.get(sale.member);
    if (sponsor) points.set(sponsor, (points.get(sponsor) ?? 0n) + sale.points);
  }
  return points;
}

function factsOf(given: Member, on: UtcDay, volume: Sides<bigint>, directPoints: bigint): MemberFacts {
  const [begins, ends] = [beginningOf(on), beginningOf(on + 1)];
  const active = given.packages.filter(({ from, until }) => from < ends && until > begins);
  return {
    member: given.id,
    volume,
    directPoints,
    carry: given.carry,
    activeLevels: active.map(({ level }) => level),
    open: given.open,
    ownValue: active.reduce((sum, { price = 0n }) => sum + price, 0n),
    paidThisMonth: given.paidThisMonth ?? 0n,
  };
}

/** Of whom something is to be told. */
const isTouched = ({ directPoints, volume, carry }: MemberFacts): boolean =>
  directPoints > 0n || volume.left > 0n || volume.right > 0n || carry.left.length > 0 || carry.right.length > 0;

const writeClosing = (result: BonusDay, on: string) =>
  result.paid === 0n ? null : { key: closingKey(on), legs: writeAmounts(closingAmounts(result)) };

function writeLine(line: BonusLine, rules: BonusTerms, on: string): object {
  const sides = (of: Sides<bigint>) => bothSides((each) => writeAmount(of[each]));
  return {
    member: line.member,
    qualified: line.qualified,
    volume: sides(line.volume),
    expired: sides(line.expired),
    matched: writeAmount(line.matched),
    direct: writeAmount(line.direct),
    pairing: writeAmount(line.pairing),
    cap: writeAmount(line.cap),
    cut: writeAmount(line.cut),
    ...(rules.ownValuePpm !== undefined && { overLimit: writeAmount(line.overLimit) }),
    due: writeAmount(line.due),
    paid: writeAmount(line.paid),
    usdp: writeAmount(line.usdp),
    rp: writeAmount(line.rp),
    carry: bothSides((each) => line.carry[each].map((lot) => writeLot(lot, rules))),
    journal: line.paid === 0n ? null : { key: payoutKey(on, line.member), legs: writeAmounts(payoutAmounts(line)) },
  };
}

const writeLot = (lot: Lot, { carryDays }: BonusTerms) => ({
  day: dayText(lot.day),
  volume: writeAmount(lot.volume),
  lastDay: dayText(lastDayOf(lot, carryDays)),
});
