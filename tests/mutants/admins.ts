import type { Mutant } from './mutant.ts';

const changes = 'api/src/identity/operators/operator-changes.sql';
const terms = 'api/src/identity/terms/terms.sql';

/** What takes two admins. */
export const adminMutants: readonly Mutant[] = [
  {
    name: 'terms that nobody else approved',
    harm: 'one admin stops the money of every member, and writes what they agree to',
    file: terms,
    edits: [
      {
        find: "AND approval_of('terms.publish', p.id::text, terms_payload(p), p.requested_by, 1) IS NOT NULL)",
        replace: ')',
      },
    ],
    first: ['identity/terms/terms'],
  },
  {
    name: 'terms past every proposal',
    harm: 'the product publishes what nobody has read',
    file: terms,
    edits: [
      { find: 'IF is_owners_session() OR (NEW.version = 1', replace: 'IF NEW.proposal IS NULL OR (NEW.version = 1' },
    ],
    first: ['identity/terms/terms', 'identity/terms/ownTerms'],
  },
  {
    name: 'terms approved after others came into force',
    harm: 'a version that nobody compared with takes the place of another',
    file: terms,
    edits: [{ find: 'IF asked.base <> terms_version(asked.document) THEN', replace: 'IF FALSE THEN' }],
    first: ['identity/terms/terms'],
  },
  {
    name: 'terms of who is an admin no more',
    harm: 'somebody whom the house has parted with is one of the two',
    file: terms,
    edits: [
      {
        find: "IF v_approval IS NULL OR may_approve('terms.publish', asked.requested_by, true) IS NOT TRUE THEN",
        replace: 'IF v_approval IS NULL THEN',
      },
    ],
    first: ['identity/terms/terms'],
  },
  {
    name: 'two new versions of a document wait at once',
    harm: 'the second person approves one while another is talked about',
    file: terms,
    edits: [{ find: "RAISE EXCEPTION 'another version waits' USING ERRCODE = 'TT003';", replace: 'NULL;' }],
    first: ['identity/terms/terms'],
  },
  {
    name: 'suspension ended with the approval of another',
    harm: 'who was suspended again is back by what was said before',
    file: changes,
    edits: [{ find: 'OR present.suspended_at IS DISTINCT FROM asked.suspended_at', replace: '' }],
    first: ['identity/operators/operatorChanges'],
  },
  {
    name: 'suspension that the one it is about may end',
    harm: 'whoever was suspended is one of the two who end it',
    file: 'api/src/governance/approvals/approvals.sql',
    edits: [
      {
        find: "p_action IN ('operator.invite', 'operator.roles', 'operator.restore')",
        replace: "p_action IN ('operator.invite', 'operator.roles')",
      },
    ],
    first: ['identity/operators/operatorChanges'],
  },
];
