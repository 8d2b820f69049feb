import { injectContract, memberContract } from '@trellis/shell-sdk';

export const pushApi = injectContract(memberContract, ['getPush', 'setPush', 'confirmPush', 'endPush']);
