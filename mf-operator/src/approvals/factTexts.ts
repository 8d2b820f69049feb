import type { TermsDocument } from '@trellis/api-contract';

/** What the facts of a thing that waits are called, by the names that the API has for them; the texts of a notice by their language. */
export const factTexts = {
  username: 'adjustments.member',
  amount: 'solvency.amount',
  unit: 'approvals.fact.unit',
  cause: 'approvals.fact.cause',
  kind: 'approvals.fact.kind',
  record: 'approvals.fact.record',
  usdt: 'approvals.fact.usdt',
  chain: 'withdrawals.network',
  address: 'withdrawals.address',
  pool: 'solvency.pool',
  free: 'solvency.free',
  rate: 'approvals.action.rate.approve',
  source: 'rates.source',
  base: 'approvals.fact.base',
  quote: 'approvals.fact.quote',
  operator: 'operators.one',
  roles: 'operators.roles',
  suspendedAt: 'operators.suspendedAt',
  to: 'notices.audience',
  usersOf: 'approvals.fact.usersOf',
  from: 'notices.from',
  until: 'notices.until',
  withdrawal: 'approvals.fact.withdrawal',
  tx: 'withdrawals.tx',
  block: 'approvals.fact.block',
  finding: 'faults.found',
  feature: 'approvals.fact.feature',
  release: 'releases.release',
  floor: 'approvals.fact.floor',
  document: 'approvals.fact.document',
  version: 'approvals.fact.version',
} as const;

/** What each document that members agree to is called. */
export const documentTexts = {
  terms: 'approvals.document.terms',
  termservice: 'approvals.document.termservice',
} as const satisfies Record<TermsDocument, string>;

const isFact = (name: string): name is keyof typeof factTexts => Object.hasOwn(factTexts, name);
/** The key of its text; one that has none yet is shown by its own name. */
export const factText = (name: string) => (isFact(name) ? factTexts[name] : undefined);
