/** How amounts and times are written and read. */
export * from './dates.ts';
export * from './money.ts';
export * from './useDates.ts';
