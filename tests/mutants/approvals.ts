import type { Mutant } from './mutant.ts';

const file = 'api/src/governance/approvals/approvals.sql';

/** What all that takes two people goes by. */
export const approvalMutants: readonly Mutant[] = [
  {
    name: 'a posting that nobody else approved',
    harm: 'who asks takes out of pools and fees what they like',
    file,
    edits: [{ find: 'IF give_approval(request.id, p_by, p_reason, p_now) IS NOT TRUE THEN', replace: 'IF FALSE THEN' }],
    first: ['products/pools'],
  },
  {
    name: 'an approval that is used twice',
    harm: 'what two people approved once is paid again and again',
    file,
    edits: [{ find: '  PERFORM close_approval(request.id, p_now);\n  RETURN request;', replace: '  RETURN request;' }],
    first: ['products/pools'],
  },
  {
    name: 'a payload that was changed after it was asked for',
    harm: 'what two people read and approved is not what is posted',
    file,
    edits: [{ find: ' AND digest = payload_digest(payload);\n', replace: ';\n' }],
    first: ['products/pools'],
  },
  {
    name: 'requests of the same that wait together',
    harm: 'what was asked for twice is paid twice',
    file,
    edits: [
      { find: "        OR split_part(a.action, '.', 1) = v_domain AND v_same", replace: '        OR false AND v_same' },
    ],
    first: ['products/pools'],
  },
  {
    name: 'requests of one subject that wait together',
    harm: 'a flood of requests hides the honest one',
    file,
    edits: [{ find: '(a.action = p_action AND a.subject = p_subject\n', replace: '(false\n' }],
    first: ['delivery/releases/live/operatorEndpoints'],
  },
  {
    name: 'requests of the same at one moment',
    harm: 'two wait for one pool, and both are paid',
    file,
    edits: [{ find: '  PERFORM pg_advisory_xact_lock(hashtextextended(v_domain, 0));\n', replace: '' }],
    first: ['products/pools'],
  },
  {
    name: 'a payload alongside its digest',
    harm: 'people read one thing and approve another',
    file,
    edits: [
      {
        find: 'IF NEW.payload IS NOT NULL THEN NEW.digest := payload_digest(NEW.payload); END IF;',
        replace: 'NEW.digest := coalesce(NEW.digest, payload_digest(NEW.payload));',
      },
    ],
    first: ['governance/approvals'],
  },
  {
    name: 'a request in place of its row',
    harm: 'a rate or an operator waits for approval that nobody ever wrote down',
    file,
    edits: [{ find: 'WHERE action = p_action AND NOT by_row)', replace: 'WHERE action = p_action)' }],
    first: ['governance/approvals'],
  },
  {
    name: 'money of one’s own by its payload',
    harm: 'an operator approves what their own account is given',
    file,
    edits: [{ find: "coalesce((p_asked.payload ->> 'member')::bigint, CASE", replace: 'coalesce(NULL, CASE' }],
    first: ['products/feeReturns'],
  },
];
