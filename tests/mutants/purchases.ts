import type { Mutant } from './mutant.ts';

/** Packages bought together: a batch takes what the purchase alone would take, and nothing else. */
const file = 'api/src/products/packages/packages.sql';
const first = ['products/packages/packagesTogether'];

export const purchaseMutants: readonly Mutant[] = [
  {
    name: 'together, otherwise than was said',
    harm: 'a member is mailed of another reward than they have',
    file,
    edits: [{ find: "WHEN jsonb_typeof(o.notified) = 'object' AND ROW (", replace: 'WHEN false AND ROW (' }],
    first,
  },
  {
    name: 'together, more than the pool has',
    harm: 'a batch promises what nobody has funded, or keeps all of it from being bought',
    file,
    edits: [{ find: 'v_free := v_free - v_quote.reward;', replace: '' }],
    first,
  },
  {
    name: 'together, by who is suspended',
    harm: 'a suspension does not stop a purchase that is under way',
    file,
    edits: [{ find: "CASE WHEN (p_facts ->> 'suspended')::boolean THEN", replace: 'CASE WHEN false THEN' }],
    first,
  },
  {
    name: 'together, where none is sold',
    harm: 'a package is bought in a country whose law forbids it',
    file,
    edits: [{ find: "WHEN NOT (p_facts ->> 'open')::boolean THEN", replace: 'WHEN false THEN' }],
    first,
  },
  {
    name: 'together, without the time to cancel',
    harm: 'a right by law is left out',
    file,
    edits: [{ find: "'cancelDays', c.days, 'restsUntil'", replace: "'cancelDays', 0, 'restsUntil'" }],
    first,
  },
  {
    name: 'together, beyond what can be cancelled',
    harm: 'who asks twice at once has twice the reward that may stand open',
    file,
    edits: [{ find: "CONTINUE WHEN v_order.facts ->> 'cancelRoom' IS NOT NULL", replace: 'CONTINUE WHEN false' }],
    first,
  },
  {
    name: 'together, notified of what was not bought',
    harm: 'a member is mailed of a purchase that did not happen',
    file,
    edits: [
      {
        find: "FROM unnest(v_posted) AS n CROSS JOIN LATERAL (SELECT p_orders -> v_places[n] - 1 -> 'mail' AS mail)",
        replace:
          "FROM generate_series(1, v_count) AS n CROSS JOIN LATERAL (SELECT p_orders -> v_places[n] - 1 -> 'mail' AS mail)",
      },
    ],
    first,
  },
];
