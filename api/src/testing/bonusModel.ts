import { dayText, type UtcDay } from '../ground/utcDay.ts';
import { bothSides, type Lot, type Sides } from '../products/bonus/carry.ts';
import type { Side } from '../products/team/tree.ts';
import { type BonusDay, bonusDay } from './model/bonusDay.ts';
import type { BonusTerms } from './model/bonusTerms.ts';
import type { MemberFacts } from './model/earnedLine.ts';
import { ReferenceTree } from './referenceTree.ts';

/** A package as the bonus sees it: days are UTC, amounts minor units. */
export interface ModelPackage {
  readonly member: string;
  readonly level: string;
  readonly price: bigint;
  /** From this day on it is active. */
  readonly from: UtcDay;
  /** On this day it is no longer. */
  readonly until: UtcDay;
  /** The day on which its points count. */
  readonly day: UtcDay;
}

/**
 * The team bonus without a database: walks the tree for each sale, keeps lots by their days, and asks the arithmetic for one
 * member at a time. What Postgres does for all at once must come to the same.
 */
export class BonusModel {
  readonly tree = new ReferenceTree();
  readonly #sponsors = new Map<string, string>();
  readonly #packages: ModelPackage[] = [];
  readonly #carries = new Map<string, Sides<readonly Lot[]>>();
  /** What a month has paid, by `member 2026-03`. */
  readonly #paid = new Map<string, bigint>();
  readonly #expired = new Map<string, Sides<bigint>>();
  /** Whose country it is open in. */
  readonly #open: (member: string) => boolean;

  constructor(open: (member: string) => boolean) {
    this.#open = open;
  }

  add(id: string, parent: string | null, side: Side, sponsor: string | null): void {
    this.tree.add(id, parent, side);
    if (sponsor !== null) this.#sponsors.set(id, sponsor);
  }

  buy(bought: ModelPackage): void {
    this.#packages.push(bought);
  }

  /** Closes a day. The days before it were closed before. */
  close(terms: BonusTerms, day: UtcDay, pool: bigint): BonusDay {
    const result = bonusDay(
      terms,
      day,
      pool,
      this.tree.ids.map((id) => this.#factsOf(id, day)),
    );
    for (const { member, carry, paid, expired } of result.lines) {
      this.#carries.set(member, carry);
      const month = `${member} ${dayText(day).slice(0, 7)}`;
      this.#paid.set(month, (this.#paid.get(month) ?? 0n) + paid);
      const before = this.#expired.get(month) ?? { left: 0n, right: 0n };
      this.#expired.set(
        month,
        bothSides((side) => before[side] + expired[side]),
      );
    }
    return result;
  }

  /** What is carried forward on each side of a member. */
  carryOf(member: string): Sides<readonly Lot[]> {
    return this.#carries.get(member) ?? { left: [], right: [] };
  }

  /** What grew too old in a month. @param month `2026-03` */
  expiredIn(month: string, member: string): Sides<bigint> {
    return this.#expired.get(`${member} ${month}`) ?? { left: 0n, right: 0n };
  }

  paidIn(month: string, member: string): bigint {
    return this.#paid.get(`${member} ${month}`) ?? 0n;
  }

  /** Points that a day brought to a side of a member. */
  volumeOf(member: string, side: Side, day: UtcDay): bigint {
    return this.#packages
      .filter((bought) => bought.day === day && this.#sideOf(member, bought.member) === side)
      .reduce((sum, { price }) => sum + price, 0n);
  }

  /** Points of a day of those whom a member has sponsored. */
  directPointsOf(member: string, day: UtcDay): bigint {
    return this.#packages
      .filter((sold) => sold.day === day && this.#sponsors.get(sold.member) === member)
      .reduce((sum, { price }) => sum + price, 0n);
  }

  #sideOf(above: string, below: string): Side | undefined {
    const line = this.tree.line(below);
    const first = line[line.indexOf(above) - 1];
    return first === undefined ? undefined : this.tree.node(first).side;
  }

  #factsOf(member: string, day: UtcDay): MemberFacts {
    const active = this.#packages.filter((own) => own.member === member && own.from <= day && own.until > day);
    return {
      member,
      volume: bothSides((side) => this.volumeOf(member, side, day)),
      directPoints: this.directPointsOf(member, day),
      carry: this.#carries.get(member) ?? { left: [], right: [] },
      activeLevels: active.map(({ level }) => level),
      open: this.#open(member),
      ownValue: active.reduce((sum, { price }) => sum + price, 0n),
      paidThisMonth: this.#paid.get(`${member} ${dayText(day).slice(0, 7)}`) ?? 0n,
    };
  }
}
