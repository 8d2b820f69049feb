/** How amounts and times are written and read. */
export { dayText, monthText } from '@trellis/api-contract';
export * from './dates.ts';
export * from './money.ts';
export * from './readerZone.ts';
export * from './useDates.ts';
