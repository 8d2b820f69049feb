import { type Money, minorOf, money } from '@trellis/api-contract';

/** What is taken away, as a sum shows it: with its sign. */
export const less = (amount: Money): Money => money(-minorOf(amount), amount.unit);
