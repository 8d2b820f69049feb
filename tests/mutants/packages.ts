import type { Mutant } from './mutant.ts';

/** Packages: what is promised, and what comes back. */
const file = 'api/src/products/packages/packages.sql';
const amounts = 'api/src/ledger/amounts.sql';
/** What is bought and what comes back; what is cancelled and what is certified. */
const first = ['products/packages/packageQuote', 'products/packages/packages.test'];
const cancelling = ['products/packages/cancelling'];

export const packageMutants: readonly Mutant[] = [
  {
    name: 'a purchase that reserves nothing',
    harm: 'what is promised of one pool is promised again and again',
    file,
    edits: [
      {
        find: "(8, system_account('packageRewardPool'), -p_reward), (9, system_account('committedReward'), p_reward)) AS move",
        replace: "(8, system_account('packageRewardPool'), 0), (9, system_account('committedReward'), 0)) AS move",
      },
    ],
    first,
  },
  {
    name: 'reward without a pool',
    harm: 'more is promised than anybody has funded',
    file,
    edits: [{ find: 'least(e.full_reward, p_free) AS reward', replace: 'e.full_reward AS reward' }],
    first,
  },
  {
    name: 'an amount that reaches the cheapest level',
    harm: 'a Diamond is paid for, and earns what a Clear does',
    file,
    edits: [
      {
        find: 'ORDER BY CASE WHEN p_custom IS NOT NULL THEN listed.price END DESC',
        replace: 'ORDER BY CASE WHEN p_custom IS NOT NULL THEN listed.price END',
      },
    ],
    first,
  },
  {
    name: 'parts that make up more',
    harm: 'more comes back than was paid',
    file: amounts,
    edits: [{ find: 'ELSE p_whole - p_whole / p_parts * (p_parts - 1) END', replace: 'ELSE p_whole END' }],
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
    name: 'parts that are due a day early',
    harm: 'each part comes back before its day, with the reward of the whole of it',
    file,
    edits: [
      { find: 'SELECT n, p_start_day + n * p_loop_days', replace: 'SELECT n, p_start_day - 1 + n * p_loop_days' },
    ],
    first,
  },
  {
    name: 'a remainder that is lost',
    harm: 'of 100.00 in three parts 99.999999 comes back',
    file: amounts,
    edits: [{ find: 'ELSE p_whole - p_whole / p_parts * (p_parts - 1) END', replace: 'ELSE p_whole / p_parts END' }],
    first,
  },
  {
    name: 'a reward that rounds up',
    harm: 'the pool pays more than was earned',
    file: amounts,
    edits: [
      {
        find: 'SELECT div(p_principal::numeric * p_apr_ppm * p_days, 365000000)::bigint',
        replace: 'SELECT ceil(p_principal::numeric * p_apr_ppm * p_days / 365000000)::bigint',
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
        find: 'SET released_by = posted.id, released_at = posted.at',
        replace: 'SET value = l.value',
      },
    ],
    first,
  },
  {
    name: 'released under no key',
    harm: 'nothing but a mark keeps a part from coming back twice',
    file,
    edits: [
      {
        find: "SELECT 'package-loop:' || p_package || ':' || p_n",
        replace: "SELECT 'package-loop:' || gen_random_uuid() || p_package || p_n",
      },
    ],
    first,
  },
  {
    name: 'released as often as one asks',
    harm: 'a part comes back with every minute that passes',
    file,
    edits: [
      { find: 'WHERE released_by IS NULL AND NOT cancelled AND due_on', replace: 'WHERE NOT cancelled AND due_on' },
      { find: 'IF OLD.released_by IS NOT NULL OR OLD.cancelled', replace: 'IF OLD.cancelled' },
      {
        find: "SELECT 'package-loop:' || p_package || ':' || p_n",
        replace: "SELECT 'package-loop:' || gen_random_uuid() || p_package || p_n",
      },
    ],
    first,
  },
  {
    name: 'released and reported twice',
    harm: 'a member takes one part for two',
    file,
    edits: [
      {
        find: 'marked.released_by, marked.released_at\n        FROM marked JOIN package p ON p.id = marked.package)',
        replace:
          'NULL, marked.released_at\n        FROM generate_series(1, 2), marked JOIN package p ON p.id = marked.package)',
      },
    ],
    first,
  },
  {
    name: 'released and asked to nobody',
    harm: 'money comes and nobody knows what from',
    file,
    edits: [
      {
        find: 'FROM marked JOIN package p ON p.id = marked.package)',
        replace: 'FROM marked JOIN package p ON p.id = marked.package WHERE false)',
      },
    ],
    first,
  },
  {
    name: 'cancelled after its time',
    harm: 'who sees a better price takes back what has long counted',
    file,
    edits: [{ find: 'IF at >= v_package.counted_at THEN', replace: 'IF FALSE THEN' }],
    first: cancelling,
  },
  {
    name: 'cancelled by anybody',
    harm: 'a member loses a package by the hand of another',
    file,
    edits: [
      {
        find: 'WHERE id = p_package AND member = p_member FOR NO KEY UPDATE;',
        replace: 'WHERE id = p_package FOR NO KEY UPDATE;',
      },
    ],
    first: cancelling,
  },
  {
    name: 'cancelled with the reward kept back',
    harm: 'what nobody will ever get stays promised, and the pool runs dry',
    file: 'api/src/ledger/reversal.sql',
    edits: [
      {
        find: 'FROM posting WHERE journal = p_journal AND recorded_at = v_recorded_at;',
        replace:
          'FROM posting WHERE journal = p_journal AND recorded_at = v_recorded_at AND account NOT IN (601, 604);',
      },
    ],
    first: cancelling,
  },
  {
    name: 'cancelled, and its parts come back all the same',
    harm: 'the price is paid back twice',
    file,
    edits: [{ find: 'UPDATE package_loop SET cancelled = true WHERE package = p_package;', replace: '' }],
    first: cancelling,
  },
  {
    name: 'cancelled by nobody who is suspended',
    harm: 'an operator takes a right away that the law gives',
    file,
    edits: [
      {
        find: 'WHERE id = p_package AND member = p_member FOR NO KEY UPDATE;',
        replace:
          'WHERE id = p_package AND member = (SELECT id FROM member WHERE id = p_member AND suspended_at IS NULL) FOR NO KEY UPDATE;',
      },
    ],
    first: cancelling,
  },
  {
    name: 'cancelled and reported each time',
    harm: 'three notices of one cancellation look like three',
    file: 'api/src/products/packages/endpoints.ts',
    edits: [{ find: 'if (!replayed) {', replace: 'if (reference) {' }],
    first: cancelling,
  },
  {
    name: 'certificates with a gap',
    harm: 'one that was taken away would not be missed',
    file,
    edits: [
      { find: 'v_serial := coalesce(v_serial, 0) + 1;', replace: 'v_serial := coalesce(v_serial, 0) + 2;' },
      { find: "'serial', v_serial,", replace: "'serial', v_said -> 'serial'," },
    ],
    first: cancelling,
  },
  {
    name: 'certificates of any number',
    harm: 'what a member holds says another number than the chain',
    file,
    edits: [{ find: "'serial', v_serial,", replace: "'serial', v_said -> 'serial'," }],
    first: cancelling,
  },
  {
    name: 'certificates on whatever came before',
    harm: 'the past can be written again without anybody seeing it',
    file,
    edits: [{ find: "'previous', coalesce(v_hash, repeat('0', 64)),", replace: "'previous', v_said ->> 'previous'," }],
    first: cancelling,
  },
  {
    name: 'gaps in the chain that nobody looks for',
    harm: 'a certificate that is missing is never missed, and the books are green',
    file: 'api/src/ledger/verification/packageInvariants.ts',
    edits: [{ find: 'WHERE c.serial <> c.place OR', replace: 'WHERE' }],
    first: ['ledger/verification/verifier'],
  },
  {
    name: 'a chain that nobody follows',
    harm: 'the past was written again, and the books are green',
    file: 'api/src/ledger/verification/packageInvariants.ts',
    edits: [{ find: "OR c.json::jsonb ->> 'previous' <> c.before OR", replace: 'OR' }],
    first: ['ledger/verification/verifier'],
  },
  {
    name: 'silence about what stays locked',
    harm: 'a part that cannot be posted is never noticed',
    file: 'api/src/products/packages/packageReleases.ts',
    edits: [{ find: 'row.due > 0 && row.released === 0', replace: 'row.due < 0' }],
    first,
  },
  {
    name: 'a package of another length',
    harm: 'a member is locked for longer than they were shown',
    file,
    edits: [{ find: "WHEN jsonb_typeof(o.shown) = 'object' AND ROW (", replace: 'WHEN false AND ROW (' }],
    first: ['products/shownTerms'],
  },
];
