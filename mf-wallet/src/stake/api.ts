import type { Output } from '@trellis/api-contract';
import { injectContract, memberContract } from '@trellis/shell-sdk';

/** The calls of the API that only stakes make: they come with their screens. */
export const stakeApi = injectContract(memberContract, ['getStakes', 'getStakeQuote', 'getStake', 'removeStakeChoice']);

/** At what stakes are begun, and what the member has of them. */
export type Stakes = Output<'getStakes'>;
export type OwnStake = Stakes['stakes'][number];
export type StakeQuote = Output<'getStakeQuote'>;
/** One contract with all that happened to it. */
export type StakeHistory = Output<'getStake'>;
