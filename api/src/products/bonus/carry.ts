import type { UtcDay } from '../../ground/utcDay.ts';

/** One thing for each side of a member's team. */
export interface Sides<T> {
  readonly left: T;
  readonly right: T;
}

/** Volume of a day that was not matched yet. Minor units of points. */
export interface Lot {
  readonly day: UtcDay;
  readonly volume: bigint;
}

export const bothSides = <T>(eachOf: (side: keyof Sides<T>) => T): Sides<T> => ({
  left: eachOf('left'),
  right: eachOf('right'),
});

export const volumeOf = (lots: readonly Lot[]): bigint => lots.reduce((sum, { volume }) => sum + volume, 0n);

/** The last day on which a lot can be matched. */
export const lastDayOf = ({ day }: Lot, carryDays: number): UtcDay => day + carryDays;

/** What can still be matched on a day, with that day's own volume, the oldest first. */
export function lotsOn(day: UtcDay, carried: readonly Lot[], volume: bigint, carryDays: number): Lot[] {
  const good = carried.filter((lot) => lastDayOf(lot, carryDays) >= day);
  return (volume > 0n ? [...good, { day, volume }] : good).toSorted((a, b) => a.day - b.day);
}

/** What is left when an amount is taken from the oldest lots. */
export function without(lots: readonly Lot[], amount: bigint): Lot[] {
  let wanted = amount;
  return lots.flatMap(({ day, volume }) => {
    const taken = volume < wanted ? volume : wanted;
    wanted -= taken;
    return volume > taken ? [{ day, volume: volume - taken }] : [];
  });
}
