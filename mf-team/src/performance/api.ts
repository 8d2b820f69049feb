import type { Output } from '@trellis/api-contract';
import { injectContract, memberContract } from '@trellis/shell-sdk';

export const performanceApi = injectContract(memberContract, ['getTeamPerformance']);

/** A month of one's team, as the API reports it. */
export type Month = Output<'getTeamPerformance'>;
export type Day = Month['days'][number];
export type Bar = Month['bars'][number];
