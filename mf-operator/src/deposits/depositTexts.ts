import type { OutputOf } from '@trellis/api-contract';

export type DepositPage = OutputOf<'operator', 'listAllDeposits'>;
export type Deposit = DepositPage['deposits'][number];
export type Reader = DepositPage['readers'][number];

export type Fault = OutputOf<'operator', 'listChainFaults'>['faults'][number];
