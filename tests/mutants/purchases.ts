import type { Mutant } from './mutant.ts';

/** Packages bought together: a batch takes what the purchase alone would take, and nothing else. */
const file = 'api/src/products/packages/packages.sql';
const first = ['products/packages/packagesTogether'];

export const purchaseMutants: readonly Mutant[] = [
  {
    name: 'together, more reward than the terms give',
    harm: 'whoever reaches the database promises themselves the pool',
    file,
    edits: [{ find: 'AND g.reward = div(', replace: 'AND g.reward >= div(' }],
    first,
  },
  {
    name: 'together, more than the pool has',
    harm: 'a batch promises what nobody has funded, or keeps all of it from being bought',
    file,
    edits: [
      {
        find: 'FROM unnest(v_items) AS item) > v_free THEN RETURN;',
        replace: 'FROM unnest(v_items) AS item) < 0 THEN RETURN;',
      },
    ],
    first,
  },
  {
    name: 'together, by who is suspended',
    harm: 'a suspension does not stop a purchase that is under way',
    file,
    edits: [{ find: ' AND m.suspended_at IS NULL', replace: '' }],
    first,
  },
  {
    name: 'together, without the time to cancel',
    harm: 'a right by law is left out',
    file,
    edits: [{ find: 'AND g.cancel_days = cancel_days_in(v_days, m.country)\n', replace: '\n' }],
    first,
  },
  {
    name: 'together, on another day',
    harm: 'parts come back a day off',
    file,
    edits: [
      {
        find: "WHERE (item ->> 'start_day')::date <> (v_at",
        replace: "WHERE false AND (item ->> 'start_day')::date <> (v_at",
      },
    ],
    first,
  },
  {
    name: 'together, told of what was not bought',
    harm: 'a member is mailed of a purchase that did not happen',
    file,
    edits: [{ find: 'WHERE n = ANY (v_bought) ORDER BY n);', replace: 'ORDER BY n);' }],
    first,
  },
];
