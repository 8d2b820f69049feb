/** A share as releases have it, in hundredths of a percent, without zeros that say nothing: `25`, `12.5`. */
export const percentOfShare = (share: number): string => String(share / 100);

/** How many of so many people, in percent with two decimals; of nobody none. */
export const percentOfPeople = (some: number, all: number): string => (all === 0 ? 0 : (100 * some) / all).toFixed(2);

/** A part from 0 to 1, in percent with two decimals. */
export const percentOfPart = (part: number): string => (100 * part).toFixed(2);
