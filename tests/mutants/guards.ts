import type { Mutant } from './mutant.ts';

const freeze = 'api/src/products/withdrawals/payout-freeze.sql';
const seals = 'api/src/ledger/verification/seals.sql';
const support = 'api/src/service/support/support.sql';
const invariants = 'api/src/ledger/verification/invariants.ts';

/** What watches over the ledger: the freeze, the seals, the verifier. */
export const guardMutants: readonly Mutant[] = [
  {
    name: 'payout under a freeze',
    harm: 'money leaves a ledger that does not add up',
    file: freeze,
    edits: [
      { find: 'IF EXISTS (SELECT 1 FROM payout_freeze WHERE ended_at IS NULL) THEN\n', replace: 'IF FALSE THEN\n' },
    ],
    first: ['ledger/results', 'ledger/verification/verification'],
  },
  {
    name: 'payout of USDT under a freeze',
    harm: 'one way out stays open',
    file: freeze,
    edits: [{ find: 'NEW.account IN (201, 211)', replace: 'NEW.account = 201' }],
    first: ['ledger/verification/verification'],
  },
  {
    name: 'payout under way as a freeze begins',
    harm: 'money leaves a moment after everybody was shown it could not',
    file: freeze,
    edits: [{ find: 'PERFORM pg_advisory_xact_lock_shared(7704);', replace: '' }],
    first: ['ledger/verification/verification'],
  },
  {
    name: 'freeze ends while red',
    harm: 'a fault is waved through',
    file: freeze,
    edits: [{ find: 'IF (SELECT red FROM verification_run ORDER BY id DESC LIMIT 1) THEN', replace: 'IF FALSE THEN' }],
    first: ['ledger/results'],
  },
  {
    name: 'red verification freezes nothing',
    harm: 'money leaves a ledger that does not add up',
    file: freeze,
    edits: [{ find: 'IF v_run.red THEN', replace: 'IF FALSE THEN' }],
    first: ['ledger/results'],
  },
  {
    name: 'seal over what still runs',
    harm: 'a journal slips in behind its seal, and honest history looks forged',
    file: seals,
    edits: [{ find: 'SELECT least(v_horizon, min(xact_start)) INTO', replace: 'SELECT v_horizon INTO' }],
    first: ['ledger/verification/seal'],
  },
  {
    name: 'seal without the one before',
    harm: 'a seal can be exchanged for another',
    file: seals,
    edits: [{ find: "digest_field(coalesce(encode(v_last.digest, 'hex'), ''))", replace: "digest_field('')" }],
    first: ['ledger/verification/seal'],
  },
  {
    name: 'verifier does not look at balances',
    harm: 'a balance altered by hand is noticed by nobody',
    file: invariants,
    edits: [{ find: 'WHERE a.balance <> coalesce(p.total, 0)', replace: 'WHERE FALSE' }],
    first: ['ledger/verification/verifier'],
  },
  {
    name: 'verifier does not look at sums',
    harm: 'money out of nothing is noticed by nobody',
    file: invariants,
    edits: [{ find: 'GROUP BY 1, 2 HAVING sum(p.amount) <> 0', replace: 'GROUP BY 1, 2 HAVING FALSE' }],
    first: ['ledger/verification/verifier'],
  },
  {
    name: 'a run that is green by somebody’s word',
    harm: 'the product’s own login ends a freeze over broken books',
    file: freeze,
    edits: [{ find: 'faults := check_invariants(v_since);', replace: "faults := '[]';" }],
    first: ['ledger/verification/verification'],
  },
  {
    name: 'large books that are never looked at as a whole again',
    harm: 'what was written into older rows by hand is never found',
    file: freeze,
    edits: [{ find: "interval '1 day'", replace: "interval '1000 days'" }],
    first: ['ledger/verification/verification'],
  },
  {
    name: 'a freeze that ends over what is recent alone',
    harm: 'two people let payouts go on over broken books',
    file: freeze,
    edits: [{ find: 'AND NOT EXISTS (SELECT FROM payout_freeze WHERE ended_at IS NULL)', replace: '' }],
    first: ['ledger/verification/verification'],
  },
  {
    name: 'hourly runs from the last seal of now',
    harm: 'what was posted between the last run and that seal is looked at by nobody until the night',
    file: freeze,
    edits: [{ find: 'WHERE sealed_at <= last.started_at', replace: '' }],
    first: ['ledger/verification/verification'],
  },
  {
    name: 'a run of a later hour',
    harm: 'a run of before the freeze ends it',
    file: freeze,
    edits: [{ find: 'least(p_started, product_now())', replace: 'p_started' }],
    first: ['ledger/verification/verification'],
  },
  {
    name: 'verifier does not look at the fee of a transfer',
    harm: 'a whole balance goes into fees unseen',
    file: invariants,
    edits: [{ find: "AND (f.value ->> 'fee')::bigint = m.fee AND", replace: 'AND' }],
    first: ['ledger/verification/verifier'],
  },
  {
    name: 'inquiries without a bound',
    harm: 'one member buries everybody else’s questions about money',
    file: support,
    edits: [{ find: '>= 20 THEN', replace: '>= 2000 THEN' }],
    first: ['service/inquiries'],
  },
  {
    name: 'inquiries bounded one by one',
    harm: 'many at once pass the bound together',
    file: support,
    edits: [{ find: '  PERFORM 1 FROM member WHERE id = NEW.member FOR NO KEY UPDATE;\n', replace: '' }],
    first: ['service/inquiries'],
  },
  {
    name: 'messages without a bound',
    harm: 'one inquiry takes all the room that there is',
    file: support,
    edits: [{ find: '>= 50\n', replace: '>= 5000\n' }],
    first: ['service/inquiries'],
  },
  {
    name: 'an answer that asks for a secret',
    harm: 'whoever has a session of the support asks members for codes, in the product’s own voice',
    file: 'api/src/service/wording/refuseMisleading.ts',
    edits: [{ find: 'if (asksSecret(text)) throw', replace: 'if (false && asksSecret(text)) throw' }],
    first: ['service/inquiries'],
  },
  {
    name: 'stops without end, and without a code',
    harm: 'one session of the support suspends members, closes inquiries and answers for as long as it lasts',
    file: 'api/src/platform/http/rateLimit.ts',
    edits: [
      {
        find: '      if (error instanceof RateLimiterRes) return false;',
        replace: '      if (error instanceof RateLimiterRes) return true;',
      },
    ],
    first: ['service/inquiries'],
  },
  {
    name: 'a feature on again with what went live meanwhile',
    harm: 'two people agree to one release, and members get another',
    file: 'api/src/delivery/releases/live/releases.ts',
    edits: [{ find: '(approval.offBy !== offBy || isOther)', replace: '(approval.offBy !== offBy)' }],
    first: ['delivery/releases/live/operatorEndpoints'],
  },
  {
    name: 'a way back that leads on, without a code',
    harm: 'one session makes live for all what one member was given, or opens a closed hole',
    file: 'api/src/delivery/releases/live/state.ts',
    edits: [{ find: '  return place === -1 ||', replace: '  return false && place === -1 ||' }],
    first: ['delivery/releases/live/state'],
  },
];
