import { roles } from './001-roles.ts';
import { tree } from './002-tree.ts';
import { moneyCore } from './003-money.ts';
import { access } from './004-access.ts';
import { delivery } from './005-delivery.ts';
import { holds } from './006-holds.ts';
import { statements } from './007-statements.ts';
import { quotes } from './008-quotes.ts';
import { productAccounts } from './009-accounts.ts';
import { batch } from './010-batch.ts';
import { seals } from './011-seals.ts';
import { payoutFreeze } from './012-payout-freeze.ts';
import { dayCounters } from './013-day-counters.ts';
import { releaseEvents } from './014-release-events.ts';
import { audit } from './015-audit.ts';
import { operators } from './016-operators.ts';
import { leanBatch } from './017-lean-batch.ts';
import { postingsByTime } from './017-postings-by-time.ts';
import { notices } from './018-notices.ts';
import { memberSecurity } from './019-member-security.ts';
import { support } from './020-support.ts';
import { passkeys } from './021-passkeys.ts';
import { addressBook } from './022-address-book.ts';
import { passkeyProofs } from './022-passkey-proofs.ts';
import { rates } from './023-rates.ts';
import { deposits } from './024-deposits.ts';
import { withdrawals } from './025-withdrawals.ts';
import type { Migration } from './migration.ts';

/** Every migration, in order. A landed one is never edited: write the next. */
export const migrations: readonly Migration[] = [
  roles,
  tree,
  moneyCore,
  access,
  delivery,
  holds,
  statements,
  quotes,
  productAccounts,
  batch,
  seals,
  payoutFreeze,
  dayCounters,
  releaseEvents,
  audit,
  operators,
  leanBatch,
  postingsByTime,
  notices,
  memberSecurity,
  support,
  passkeys,
  addressBook,
  passkeyProofs,
  rates,
  deposits,
  withdrawals,
];
