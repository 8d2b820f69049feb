/** How amounts and times are written and read. */
export type { AmountReading } from './amountInput.ts';
export * from './dates.ts';
export * from './money.ts';
export * from './useDates.ts';
