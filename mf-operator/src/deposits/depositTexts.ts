import type { ChainFinding, DepositState, OutputOf } from '@trellis/api-contract';

export type DepositPage = OutputOf<'operator', 'listAllDeposits'>;
export type Deposit = DepositPage['deposits'][number];
export type Reader = DepositPage['readers'][number];

export const viewTexts = {
  below_minimum: 'deposits.viewBelow',
  held_unverified: 'deposits.viewHeld',
  suspense: 'deposits.viewSuspense',
  confirming: 'deposits.viewConfirming',
  credited: 'deposits.viewCredited',
  returning: 'deposits.viewReturning',
  returned: 'deposits.viewReturned',
} as const satisfies Record<DepositState, string>;

export const hintTexts = {
  below_minimum: 'deposits.hintBelow',
  held_unverified: 'deposits.hintHeld',
  suspense: 'deposits.hintSuspense',
  confirming: 'deposits.hintConfirming',
  credited: 'deposits.hintCredited',
  returning: 'deposits.hintReturning',
  returned: 'deposits.hintReturned',
} as const satisfies Record<DepositState, string>;

export const emptyTexts = {
  below_minimum: 'deposits.emptyBelow',
  held_unverified: 'deposits.emptyHeld',
  suspense: 'deposits.emptySuspense',
  confirming: 'deposits.emptyConfirming',
  credited: 'deposits.emptyCredited',
  returning: 'deposits.emptyReturning',
  returned: 'deposits.emptyReturned',
} as const satisfies Record<DepositState, string>;

export type Fault = OutputOf<'operator', 'listChainFaults'>['faults'][number];

/** What a reader found that looked again. */
export const findingTexts = {
  unreadable: 'faults.unreadable',
  absent: 'faults.absent',
  notKept: 'faults.notKept',
} as const satisfies Record<ChainFinding, string>;

export const readerTexts = {
  main: 'deposits.readerMain',
  audit: 'deposits.readerAudit',
} as const satisfies Record<Reader['kind'], string>;
