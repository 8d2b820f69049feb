import { z } from 'zod';
import { beginningOf, dayMs, dayText, utcDayOf } from '../../ground/utcDay.ts';
import { decimalRatio } from '../../ledger/decimalRatio.ts';
import type { Database } from '../../platform/db/database.ts';
import { bothSides, type Lot, lastDayOf, lotsOn, type Sides, volumeOf, without } from '../../products/bonus/carry.ts';
import { amount, count, instant, percent, positive } from './fields.ts';
import { type Legs, legsOf, writeAmount, writeLegs, writeMinor } from './writing.ts';

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
  .transform((given) => ({
    directPpm: given.directPercent,
    pairingPpm: given.pairingPercent,
    budgetPpm: given.budgetPercent,
    rpPpm: given.rpPercent,
    carryDays: given.carryDays,
    capDivisor: BigInt(given.capDivisor),
    monthCaps: new Map(Object.entries(given.monthCaps)),
    ownValuePpm: given.ownValuePercent,
  }));

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
type BonusRules = TeamInput['terms'];

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

/** What is true of a member on the day. */
interface Facts {
  readonly member: string;
  readonly volume: Sides<bigint>;
  /** What was not matched before, good or not. */
  readonly carry: Sides<readonly Lot[]>;
  /** What can be matched on the day, its own volume included. */
  readonly lots: Sides<readonly Lot[]>;
  readonly directPoints: bigint;
  readonly qualified: boolean;
  readonly monthCap: bigint;
  readonly ownValue: bigint;
  readonly paidThisMonth: bigint;
}

interface LineRow {
  readonly matched: string;
  readonly direct: string;
  readonly pairing: string;
  readonly cap: string;
  readonly cut: string;
  readonly over_limit: string;
  readonly due: string;
  readonly paid: string;
  readonly rp: string;
  readonly legs: Legs;
}

interface DayRow {
  readonly budget: string;
  readonly demand: string;
  readonly paid: string;
  readonly closing: Legs;
  readonly lines: readonly LineRow[];
}

/** `team:bonus`: what each member of a team earns on a day, and what of it is paid. */
export async function teamBonus(database: Database, inputs: readonly TeamInput[]): Promise<object[]> {
  const answers: object[] = [];
  for (const input of inputs) answers.push(await bonusOf(database, input));
  return answers;
}

async function bonusOf(database: Database, input: TeamInput): Promise<object> {
  const { day: on, pool, terms: rules, members } = input;
  const volumes = volumesOf(input);
  const direct = directPointsOf(input);
  const facts = members.map((each) => factsOf(each, input, volumes.get(each.id) ?? nothing, direct.get(each.id) ?? 0n));
  const { lines, ...sums } = await dayOf(database, rules, pool, facts);
  const [budget, demand, paid] = [BigInt(sums.budget), BigInt(sums.demand), BigInt(sums.paid)];
  const day = dayText(on);
  const reported = facts
    .flatMap((each, index) => (isTouched(each) ? [{ each, line: lines[index] as LineRow }] : []))
    .toSorted((a, b) => (BigInt(a.each.member) < BigInt(b.each.member) ? -1 : 1));
  return {
    budget: writeAmount(budget),
    demand: writeAmount(demand),
    paid: writeAmount(paid),
    poolAfter: writeAmount(pool - paid),
    factor: decimalRatio(shownFactor(budget, demand), whole, 4, 4),
    closing: paid === 0n ? null : { key: `team-bonus-close:${day}`, legs: writeLegs(sums.closing) },
    lines: reported.map(({ each, line }) => writeLine(each, line, rules, day)),
  };
}

async function dayOf(database: Database, terms: BonusRules, pool: bigint, facts: readonly Facts[]): Promise<DayRow> {
  const { monthCaps: _caps, ...figures } = terms;
  const row = await database.one<DayRow>(
    `WITH given AS (
       SELECT share_of($2, ($1::jsonb ->> 'budgetPpm')::bigint) AS budget),
     earned AS MATERIALIZED (
       SELECT f.place, e.* FROM given
         CROSS JOIN ROWS FROM (jsonb_to_recordset($3) AS (qualified boolean, "left" bigint, "right" bigint, points bigint, cap bigint,
           value bigint, before bigint)) WITH ORDINALITY AS f (qualified, "left", "right", points, month_cap, value, before, place)
         CROSS JOIN LATERAL bonus_earned($1, budget, f.qualified, f.left, f.right, f.points, f.month_cap, f.value, f.before) e),
     paid AS (
       SELECT e.*, bonus_paid(e.due, sum(e.due) OVER (), budget) AS paid FROM earned e CROSS JOIN given),
     shared AS (SELECT *, share_of(paid, ($1 ->> 'rpPpm')::bigint) AS rp FROM paid)
     SELECT budget::text, (SELECT coalesce(sum(due), 0)::text FROM shared) AS demand, sums.paid::text,
            ${legsOf('bonus_closing_legs(sums.paid)')} AS closing,
            (SELECT coalesce(json_agg(json_build_object('matched', matched::text, 'direct', direct::text, 'pairing', pairing::text,
                 'cap', cap::text, 'cut', cut::text, 'over_limit', over_limit::text, 'due', due::text, 'paid', paid::text, 'rp', rp::text,
                 'legs', ${legsOf('bonus_payout_legs(0, shared.paid, shared.rp)')}) ORDER BY place), '[]') FROM shared) AS lines
       FROM given CROSS JOIN (SELECT coalesce(sum(paid), 0)::bigint AS paid FROM shared) sums`,
    [
      textOf(figures),
      String(pool),
      JSON.stringify(
        facts.map(({ qualified, lots, directPoints, monthCap, ownValue, paidThisMonth }) => ({
          qualified,
          left: String(volumeOf(lots.left)),
          right: String(volumeOf(lots.right)),
          points: String(directPoints),
          cap: String(monthCap),
          value: String(ownValue),
          before: String(paidThisMonth),
        })),
      ),
    ],
  );
  if (!row) throw new Error('a day has one row');
  return row;
}

const textOf = (figures: object): string =>
  JSON.stringify(figures, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

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

function factsOf(
  given: Member,
  { day: on, terms: { carryDays, monthCaps } }: TeamInput,
  volume: Sides<bigint>,
  directPoints: bigint,
): Facts {
  const [begins, ends] = [beginningOf(on), beginningOf(on + 1)];
  const active = given.packages.filter(({ from, until }) => from < ends && until > begins);
  const caps = active.map(({ level }) => monthCaps.get(level) ?? 0n);
  return {
    member: given.id,
    volume,
    carry: given.carry,
    lots: bothSides((each) => lotsOn(on, given.carry[each], volume[each], carryDays)),
    directPoints,
    qualified: given.open && active.length > 0,
    monthCap: caps.reduce((highest, cap) => (cap > highest ? cap : highest), 0n),
    ownValue: active.reduce((sum, { price = 0n }) => sum + price, 0n),
    paidThisMonth: given.paidThisMonth ?? 0n,
  };
}

/** Of whom something is to be notified: to whom anything came, or for whom it waits, good or not. */
const isTouched = ({ directPoints, volume, carry }: Facts): boolean =>
  directPoints > 0n || volume.left > 0n || volume.right > 0n || carry.left.length > 0 || carry.right.length > 0;

const whole = 10_000n;

/** The share of what is due that was paid, in ten-thousandths, cut: to be shown, and nothing is computed with it. */
function shownFactor(budget: bigint, demand: bigint): bigint {
  if (budget === 0n) return 0n;
  return demand <= budget ? whole : (whole * budget) / demand;
}

function writeLine(
  { member, qualified, volume, carry, lots }: Facts,
  line: LineRow,
  rules: BonusRules,
  on: string,
): object {
  const sides = (amountOf: (each: keyof Sides<bigint>) => bigint) => bothSides((each) => writeAmount(amountOf(each)));
  const matched = BigInt(line.matched);
  const [paid, rp] = [BigInt(line.paid), BigInt(line.rp)];
  return {
    member,
    qualified,
    volume: sides((each) => volume[each]),
    expired: sides((each) => volumeOf(carry[each]) + volume[each] - volumeOf(lots[each])),
    matched: writeAmount(matched),
    direct: writeMinor(line.direct),
    pairing: writeMinor(line.pairing),
    cap: writeMinor(line.cap),
    cut: writeMinor(line.cut),
    ...(rules.ownValuePpm !== undefined && { overLimit: writeMinor(line.over_limit) }),
    due: writeMinor(line.due),
    paid: writeAmount(paid),
    usdp: writeAmount(paid - rp),
    rp: writeAmount(rp),
    carry: bothSides((each) => without(lots[each], matched).map((lot) => writeLot(lot, rules))),
    journal: paid === 0n ? null : { key: `team-bonus:${on}:${member}`, legs: writeLegs(line.legs) },
  };
}

const writeLot = (lot: Lot, { carryDays }: BonusRules) => ({
  day: dayText(lot.day),
  volume: writeAmount(lot.volume),
  lastDay: dayText(lastDayOf(lot, carryDays)),
});
