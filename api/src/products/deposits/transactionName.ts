import type { DepositChain } from '@trellis/api-contract';
import { hexOf } from '../../chain/nodes/hexadecimal.ts';

/** As each chain's explorers write it. */
export const transactionName = (chain: DepositChain, transaction: Buffer): string =>
  chain === 'TRON' ? transaction.toString('hex') : hexOf(transaction);
