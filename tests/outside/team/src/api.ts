import { injectContract, memberContract } from '@trellis/shell-sdk';

/** The calls of the API that this feature makes. */
export const teamApi = injectContract(memberContract, ['getInvite']);
