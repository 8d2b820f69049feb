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
        find: '      AND is_approved(a))',
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
    edits: [{ find: 'IF v_base <> terms_version(v_document) THEN', replace: 'IF FALSE THEN' }],
    first: ['identity/terms/terms'],
  },
  {
    name: 'terms of who is an admin no more',
    harm: 'somebody whom the platform has parted with is one of the two',
    file: 'api/src/governance/approvals/approvals.sql',
    edits: [
      { find: "AND request.requested_by LIKE 'operator:%' AND may_approve(", replace: 'AND FALSE AND may_approve(' },
    ],
    first: ['identity/terms/terms', 'identity/operators/operatorChanges'],
  },
  {
    name: 'rules of who sets other ones by now',
    harm: 'somebody who was given another task is one of the two for the money of before',
    file: 'api/src/governance/approvals/approvals.sql',
    edits: [
      { find: ' OR sets_rule(requested_by, a) IS NOT TRUE)', replace: ')' },
      { find: 'OR NOT is_owners_session() AND sets_rule(', replace: 'OR FALSE AND sets_rule(' },
    ],
    first: ['identity/operators/operatorChanges'],
  },
  {
    name: 'second person by a role of a minute ago',
    harm: 'two admins let in two more, and have every power there is before anybody has seen them',
    file: 'api/src/governance/approvals/approvals.sql',
    edits: [{ find: 'CASE WHEN (p_operator).new_until > product_now()', replace: 'CASE WHEN FALSE' }],
    first: ['identity/operators/operatorChanges'],
  },
  {
    name: 'two new versions of a document wait at once',
    harm: 'the second person approves one while another is talked about',
    file: 'api/src/governance/approvals/approvalRequests.ts',
    edits: [{ find: 'if (taken !== undefined && ', replace: 'if (taken === null && ' }],
    first: ['identity/terms/terms'],
  },
  {
    name: 'suspension ended with the approval of another',
    harm: 'who was suspended again is back by what was said before',
    file: changes,
    edits: [
      {
        find: "    OR present.suspended_at IS DISTINCT FROM (request.payload ->> 'suspendedAt')::timestamptz\n",
        replace: '',
      },
    ],
    first: ['identity/operators/operatorChanges'],
  },
  {
    name: 'suspension that the one it is about may end',
    harm: 'whoever was suspended is one of the two who end it',
    file: 'api/src/governance/approvals/approvals.sql',
    edits: [
      {
        find: "p_asked.action LIKE 'operator.%'",
        replace: "p_asked.action IN ('operator.invite', 'operator.roles')",
      },
    ],
    first: ['identity/operators/operatorChanges'],
  },
];
