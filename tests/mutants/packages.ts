import type { Mutant } from './mutant.ts';

/** Packages: what is promised, and what comes back. */
const file = 'api/src/products/packages/packages.sql';
const first = ['products/packages'];

export const packageMutants: readonly Mutant[] = [
  {
    name: 'reward without a pool',
    harm: 'more is promised than anybody has funded',
    file,
    edits: [{ find: 'AND v_package.reward = least(v_free,', replace: 'AND v_package.reward <= least(9000000000000,' }],
    first,
  },
  {
    name: 'a price of one’s own',
    harm: 'a Diamond is bought for the price of a Clear',
    file,
    edits: [{ find: "WHEN 'level' THEN l.price = p_price", replace: "WHEN 'level' THEN true" }],
    first,
  },
  {
    name: 'parts that make up more',
    harm: 'more comes back than was paid',
    file,
    edits: [{ find: 'SELECT sum(value) = v_package.price AND sum(reward) = v_package.reward', replace: 'SELECT true' }],
    first,
  },
  {
    name: 'a day too early',
    harm: 'a part comes back before its day',
    file,
    edits: [
      {
        find: 'due_on <= v_today AND',
        replace: 'due_on <= v_today + 1 AND',
      },
    ],
    first,
  },
  {
    name: 'the parts of everybody',
    harm: 'who opens their wallet does the work of all',
    file,
    edits: [{ find: ' AND (p_member IS NULL OR member = p_member)', replace: '' }],
    first,
  },
  {
    name: 'released and not marked',
    harm: 'what came back stays due for ever',
    file,
    edits: [
      {
        find: 'SET released_by = p_ids[posted.place], released_at = posted.at FROM posted',
        replace: 'SET value = l.value FROM posted',
      },
    ],
    first,
  },
  {
    name: 'silence about what stays locked',
    harm: 'a part that cannot be posted is never noticed',
    file: 'api/src/products/packages/packageReleases.ts',
    edits: [{ find: 'row.due > 0 && row.released === 0', replace: 'row.due < 0' }],
    first,
  },
];
