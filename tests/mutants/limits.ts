import type { Mutant } from './mutant.ts';

const file = 'api/src/db/migrations/003-money.ts';

/** Minimum, maximum and what a day allows. */
export const limitMutants: readonly Mutant[] = [
  {
    name: 'minimum off by one',
    harm: 'the least amount is refused',
    file,
    edits: [{ find: 'IF p_limit_amount < v_rule.minimum THEN', replace: 'IF p_limit_amount <= v_rule.minimum THEN' }],
    first: ['money/results'],
  },
  {
    name: 'maximum off by one',
    harm: 'the largest amount is refused',
    file,
    edits: [
      { find: 'ELSIF p_limit_amount > v_rule.maximum THEN', replace: 'ELSIF p_limit_amount >= v_rule.maximum THEN' },
    ],
    first: ['money/results'],
  },
  {
    name: 'day limit off by one',
    harm: 'the last unit of a day is refused',
    file,
    edits: [{ find: 'IF v_used > v_rule.day_maximum THEN', replace: 'IF v_used >= v_rule.day_maximum THEN' }],
    first: ['money/results'],
  },
  {
    name: 'day limit not checked',
    harm: 'a thief empties an account in one day',
    file,
    edits: [{ find: 'IF v_used > v_rule.day_maximum THEN', replace: 'IF FALSE THEN' }],
    first: ['money/results'],
  },
  {
    name: 'day limit read before the locks',
    harm: 'many at once get past the limit of a day',
    file,
    edits: [
      {
        find: 'FOR i IN 1 .. v_count LOOP',
        replace: `SELECT coalesce(sum(used), 0) + p_limit_amount INTO v_used FROM limit_usage
            WHERE owner = p_owner AND operation = p_limit AND day = (clock_timestamp() AT TIME ZONE 'UTC')::date;
          FOR i IN 1 .. v_count LOOP`,
      },
      { find: 'RETURNING used INTO v_used;', replace: ';' },
    ],
    first: ['money/storm'],
  },
  {
    name: 'usage not counted',
    harm: 'the limit of a day never ends one',
    file,
    edits: [
      {
        find: 'DO UPDATE SET used = u.used + excluded.used',
        replace: 'DO UPDATE SET used = greatest(u.used, excluded.used)',
      },
    ],
    first: ['money/results'],
  },
  {
    name: 'usage on the wrong day',
    harm: 'what is sent today counts tomorrow',
    file,
    edits: [
      {
        find: "p_limit_unit, (at AT TIME ZONE 'UTC')::date, p_limit_amount)",
        replace: "p_limit_unit, (at AT TIME ZONE 'UTC')::date + 1, p_limit_amount)",
      },
    ],
    first: ['money/storm', 'money/results'],
  },
  {
    name: 'usage of everybody together',
    harm: 'one member uses up the day of another',
    file,
    edits: [
      { find: 'INSERT INTO limit_usage AS u VALUES (p_owner,', replace: 'INSERT INTO limit_usage AS u VALUES (0,' },
    ],
    first: ['money/results'],
  },
];
