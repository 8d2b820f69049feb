import type { Mutant } from './mutant.ts';

const file = 'api/src/products/withdrawals/withdrawals.sql';
const lifecycle = 'api/src/governance/lifecycle/lifecycle.sql';
const approvals = 'api/src/governance/approvals/approvals.sql';
const tables = 'api/src/platform/db/migrations/001-base/12-withdrawals.sql';
const holds = 'api/src/ledger/hold.sql';
const submission = 'api/src/products/withdrawals/withdrawals.ts';
const first = ['products/withdrawals'];

/** Withdrawals, and what lets them go forward. */
export const withdrawalMutants: readonly Mutant[] = [
  {
    name: 'large withdrawal by one person',
    harm: 'one operator empties custody',
    file,
    edits: [{ find: 'THEN 2 ELSE 1 END;', replace: 'THEN 1 ELSE 1 END;' }],
    first,
  },
  {
    name: 'approved by nobody',
    harm: 'whoever reaches the table pays themselves',
    file: lifecycle,
    edits: [
      {
        find: "'withdrawal_hold_open withdrawal_owner_free withdrawal_approved'",
        replace: "'withdrawal_hold_open withdrawal_owner_free'",
      },
    ],
    first,
  },
  {
    name: 'approved while its owner has stopped the account',
    harm: 'a thief is paid although the owner has used the link that stops everything',
    file: lifecycle,
    edits: [
      {
        find: "'withdrawal_hold_open withdrawal_owner_free withdrawal_approved'",
        replace: "'withdrawal_hold_open withdrawal_approved'",
      },
    ],
    first,
  },
  {
    name: 'paid while its owner has stopped the account',
    harm: 'a thief whose withdrawal was approved is paid although the owner has stopped everything',
    file: lifecycle,
    edits: [
      {
        find: "'payout_owner_free payout_is_allowed payout_by_another payout_is_claimed'",
        replace: "'payout_is_allowed payout_by_another payout_is_claimed'",
      },
    ],
    first,
  },
  {
    name: 'paying begun while its owner has stopped the account',
    harm: 'custody signs for a thief, and nobody can reject it any more',
    file,
    edits: [
      {
        find: 'OR NOT v_taken_over AND (withdrawal_approval_gone(v_withdrawal) OR NOT withdrawal_owner_free(v_withdrawal))',
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'paid by whoever approved it',
    harm: 'one person alone sends money out',
    file: lifecycle,
    edits: [
      {
        find: "'payout_owner_free payout_is_allowed payout_by_another payout_is_claimed'",
        replace: "'payout_owner_free payout_is_allowed payout_is_claimed'",
      },
    ],
    first,
  },
  {
    name: 'an approval that outlives its giver',
    harm: 'money leaves on the word of somebody who was put out of the platform',
    file: approvals,
    edits: [
      {
        find: "  IF 'withdrawal.approve' = ANY (v_lost) THEN PERFORM review_again(NEW.name, v_at); END IF;\n",
        replace: '',
      },
    ],
    first,
  },
  {
    name: 'an approval that outlives its role',
    harm: 'who was moved away, or is doubted, is one of the two that let money out',
    file: approvals,
    edits: [{ find: ' OR NOT NEW.roles @> OLD.roles)', replace: ')' }],
    first,
  },
  {
    name: 'a judge of their own account',
    harm: 'an operator lets their own money out',
    file: approvals,
    edits: [{ find: 'WHERE om.member = p_member AND o.name = person_of(p_actor))', replace: 'WHERE false)' }],
    first,
  },
  {
    name: 'payouts that go on without green books',
    harm: 'the fault that stopped payouts is still there when they go on',
    file: 'api/src/products/withdrawals/payout-freeze.sql',
    edits: [{ find: '  IF NOT freeze_may_end(p_freeze) THEN\n', replace: '  IF false THEN\n' }],
    first,
  },
  {
    name: 'stopped while somebody approves',
    harm: 'a withdrawal is approved after its owner has stopped the account',
    file: 'api/src/products/withdrawals/reviewService.ts',
    edits: [{ find: "if (row.owner_stopped) throw new AppError('withdrawal.paused');", replace: '' }],
    first,
  },
  {
    name: 'payout voided by one person',
    harm: 'one treasurer voids a payout that is on its way, and sends the money once more',
    file,
    edits: [
      {
        find: 'approval_of(a.action, a.subject, payout_payload(p_payout), a.requested_by, 1) = a.id',
        replace: 'true',
      },
    ],
    first,
  },
  {
    name: 'payout voided at once',
    harm: 'a payout that no block holds yet is voided, and paid twice',
    file: 'api/src/products/withdrawals/payouts.ts',
    edits: [
      {
        find: "if (from > now) throw new AppError('withdrawal.payout_young',",
        replace: "if (false) throw new AppError('withdrawal.payout_young',",
      },
    ],
    first,
  },
  {
    name: 'one transfer pays two',
    harm: 'a withdrawal is called complete, and nothing was sent',
    file: tables,
    edits: [
      { find: 'CREATE UNIQUE INDEX withdrawal_payout_once ON', replace: 'CREATE INDEX withdrawal_payout_once ON' },
    ],
    first,
  },
  {
    name: 'own word for an unverified payout',
    harm: 'one operator says that they have paid, and keeps the money',
    file: approvals,
    edits: [{ find: 'IF NEW.person = person_of(request.requested_by)\n    OR', replace: 'IF' }],
    first,
  },
  {
    name: 'payout that nobody else has seen',
    harm: 'whoever reaches the table calls complete what was never sent',
    file,
    edits: [
      {
        find: 'SELECT (p_payout).verifiable OR (payout_approval(p_payout) IS NOT NULL AND payout_owner_free(p_payout))',
        replace: 'SELECT true',
      },
      // And who is said to have confirmed it stays.
      {
        find: "WHEN (NEW.state = 'confirmed' AND NOT NEW.verifiable) EXECUTE FUNCTION check_payout()",
        replace: 'WHEN (false) EXECUTE FUNCTION check_payout()',
      },
    ],
    first,
  },
  {
    name: 'one person under two names',
    harm: 'one operator is the two that a large withdrawal needs',
    file: approvals,
    edits: [{ find: 'NEW.person := person_of(NEW.actor);', replace: 'NEW.person := NEW.actor;' }],
    first: ['governance/approvals'],
  },
  {
    name: 'approved with another address',
    harm: 'two people approve one payment, and another is made',
    file: approvals,
    edits: [{ find: '      AND a.digest = payload_digest(p_payload)\n', replace: '' }],
    first: ['governance/approvals'],
  },
  {
    name: 'withdrawal without its hold',
    harm: 'what was never taken from a balance is paid out',
    file: lifecycle,
    edits: [{ find: 'withdrawal_hold_open withdrawal_origin_held', replace: 'withdrawal_origin_held' }],
    first,
  },
  {
    name: 'given back and paid',
    harm: 'a withdrawal whose payout is on its way gives its money back, too',
    file: lifecycle,
    edits: [
      {
        find: "('withdrawal', 'approved',        'ended',           'operator',        'withdrawal_hold_released withdrawal_payout_absent withdrawal_void_waited')",
        replace: "('withdrawal', 'approved',        'ended',           'operator',        'withdrawal_hold_released')",
      },
    ],
    first,
  },
  {
    name: 'what is required is not asked',
    harm: 'whatever goes on does so with nothing that belongs to it',
    file: lifecycle,
    edits: [{ find: 'IF v_met IS NOT TRUE THEN', replace: 'IF false THEN' }],
    first: ['governance/lifecycle'],
  },
  {
    name: 'fee paid by the platform',
    harm: 'custody loses more than was sent',
    file: holds,
    edits: [{ find: "|| 'Custody'), given FROM paid", replace: "|| 'Custody'), given + fee FROM paid" }],
    first,
  },
  {
    name: 'shown amount not compared',
    harm: 'a member confirms one amount and receives another',
    file: submission,
    edits: [
      { find: 'if (order.received !== money(amounts.receivedMinor, request.asset).amount)', replace: 'if (false)' },
    ],
    first,
  },
  {
    name: 'a day for each unit',
    harm: 'a thief takes twice what a day allows',
    file: submission,
    edits: [{ find: 'await this.#checkDay(memberId, unit, amountMinor);', replace: '' }],
    first,
  },
  {
    name: 'paid by who did not say so',
    harm: 'one rejects it while another is sending it, and the member is paid twice',
    file: lifecycle,
    edits: [
      {
        find: "'payout_owner_free payout_is_allowed payout_by_another payout_is_claimed'",
        replace: "'payout_owner_free payout_is_allowed payout_by_another'",
      },
    ],
    first,
  },
  {
    name: 'another amount settled as ordered',
    harm: 'custody and what it owes differ by what the member did not get',
    file: holds,
    edits: [{ find: 'AND p.paid IS NOT NULL', replace: 'AND p.paid IS NULL' }],
    first: ['products/withdrawals'],
  },
];
