import type { Mutant } from './mutant.ts';

const terms = 'api/src/platform/db/sql/terms.sql';

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
];
