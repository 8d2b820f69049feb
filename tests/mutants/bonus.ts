import type { Mutant } from './mutant.ts';

/** The team bonus: whose volume it is, what of it is gone, and what of a day is paid. */
const file = 'api/src/products/bonus/team-bonus.sql';
const corrections = 'api/src/products/bonus/team-corrections.sql';
const holds = 'api/src/products/bonus/team-holds.sql';
const sales = 'api/src/products/bonus/team-sales.sql';
const index = 'api/src/products/team/team.sql';
const first = ['products/bonus'];

export const bonusMutants: readonly Mutant[] = [
  {
    name: 'own purchases on an own side',
    harm: 'who buys alone matches their own money',
    file,
    edits: [
      {
        find: 't.volume - t.own_volume - coalesce(l.volume - l.own_volume, 0) AS light,',
        replace: 't.volume - coalesce(l.volume, 0) AS light,',
      },
    ],
    first,
  },
  {
    name: 'the wrong side',
    harm: 'left volume is reported and matched as right',
    file,
    edits: [
      {
        find: 'CASE heavy_side WHEN 0 THEN heavy ELSE light END AS left_ever,',
        replace: 'CASE heavy_side WHEN 1 THEN heavy ELSE light END AS left_ever,',
      },
    ],
    first,
  },
  {
    name: 'a lot that is good a day longer',
    harm: 'volume is matched that had expired',
    file,
    edits: [{ find: "(v_terms ->> 'carryDays')::integer - 1)", replace: "(v_terms ->> 'carryDays')::integer - 2)" }],
    first,
  },
  {
    name: 'the cap on what is matched',
    harm: 'what is above the cap is not used up and is paid on the next day',
    file,
    edits: [
      {
        find: 'THEN least(p_left, p_right) ELSE 0 END AS matched',
        replace: 'THEN least(p_left, p_right, p_month_cap / 30 * 20) ELSE 0 END AS matched',
      },
    ],
    first,
  },
  {
    name: 'a factor that was rounded',
    harm: 'members get less than their share, or all more than the budget',
    file,
    edits: [
      {
        find: 'div(p_due::numeric * p_budget, p_demand)::bigint END',
        replace: 'trunc(p_due * trunc(p_budget / p_demand, 4))::bigint END',
      },
    ],
    first,
  },
  {
    name: 'matching without a package',
    harm: 'who has nothing active uses up volume, and is paid for it',
    file,
    edits: [{ find: 's.month_cap IS NOT NULL AND is_sold_in', replace: 'is_sold_in' }],
    first,
  },
  {
    name: 'a bonus where it is closed',
    harm: 'it is paid in a country whose law forbids it',
    file,
    edits: [{ find: '(SELECT m.country FROM member m WHERE m.id = s.member)', replace: "'KR'" }],
    first,
  },
  {
    name: 'using up without a budget',
    harm: 'an empty pool takes members their volume',
    file,
    edits: [
      {
        find: 'CASE WHEN p_qualified AND p_budget > 0 THEN least(p_left',
        replace: 'CASE WHEN p_qualified THEN least(p_left',
      },
    ],
    first,
  },
  {
    name: 'a package that is active a day longer',
    harm: 'bonus without a package',
    file,
    edits: [{ find: 'WHERE s.ends_on > p_day AND', replace: 'WHERE s.ends_on >= p_day AND' }],
    first,
  },
  {
    name: 'direct to who stands above',
    harm: 'the wrong person is paid for whom somebody else has brought',
    file,
    edits: [
      {
        find: 'SELECT n.sponsor_id AS member, sum(s.points)',
        replace: 'SELECT n.parent_id AS member, sum(s.points)',
      },
    ],
    first,
  },
  {
    name: 'a limit without what the month has paid',
    harm: 'own accounts earn a month’s limit every day',
    file,
    edits: [
      {
        find: "(p_terms ->> 'ownValuePpm')::bigint) - p_month_before, 0)",
        replace: "(p_terms ->> 'ownValuePpm')::bigint), 0)",
      },
    ],
    first: ['commands/schedules/schedules'],
  },
  {
    name: 'later sales on an earlier day',
    harm: 'a day that is closed late pays for what was bought after it',
    file,
    edits: [{ find: 'WHERE d.lvl = 0 AND d.day > p_day AND', replace: 'WHERE d.lvl = 0 AND d.day > p_day + 1 AND' }],
    first,
  },
  {
    name: 'terms of the day of closing',
    harm: 'a rule that begins tomorrow decides about today',
    file,
    edits: [
      { find: "AT TIME ZONE 'UTC' - interval '1 microsecond')", replace: "AT TIME ZONE 'UTC' + interval '9 hours')" },
    ],
    first,
  },
  {
    name: 'a bonus paid by nobody’s promise',
    harm: 'what is promised stays promised for ever, and USDP come from nowhere',
    file,
    edits: [
      {
        find: "(7, system_account('committedReward'), -p_paid)) AS move",
        replace: "(7, system_account('teamBonusPool'), -p_paid)) AS move",
      },
    ],
    first,
  },
  {
    name: 'a payout past a hold',
    harm: 'a member is paid while somebody looks whether they may be',
    file,
    edits: [{ find: 'AND b.member <> ALL (v_held)', replace: 'AND true' }],
    first,
  },
  {
    name: 'a hold that one person ends alone',
    harm: 'who holds and releases decides alone who is paid, and when',
    file: holds,
    edits: [{ find: 'IF person_of(p_by) = person_of(held.held_by) THEN', replace: 'IF p_by = held.held_by THEN' }],
    first,
  },
  {
    name: 'a correction whose cause says the opposite',
    harm: 'a member who gave back reads that they were given something',
    file: corrections,
    edits: [{ find: 'IF correction_cause_fits(v_cause, v_amount) IS NOT TRUE THEN', replace: 'IF FALSE THEN' }],
    first,
  },
  {
    name: 'a sale on a day that is cut off',
    harm: 'it is in no bonus of anybody',
    file: sales,
    edits: [
      {
        find: "greatest((counted_at AT TIME ZONE 'UTC')::date, v_open)",
        replace: "(counted_at AT TIME ZONE 'UTC')::date",
      },
    ],
    first,
  },
  {
    name: 'a sale of what was cancelled',
    harm: 'volume for a purchase that was taken back',
    file: sales,
    edits: [
      {
        find: 'WHERE NOT EXISTS (SELECT 1 FROM package_cancellation c WHERE c.package = t.package)',
        replace: 'WHERE true',
      },
    ],
    first,
  },
  {
    name: 'a day that all anchors have, and their blocks not',
    harm: 'a long leg shows and expires less than it sold',
    file: index,
    edits: [
      {
        find: 'WHERE l = 0 OR idx >> team_shift(l) > 0 GROUP BY 1, 2, 3, 4',
        replace: 'WHERE l = 0 GROUP BY 1, 2, 3, 4',
      },
    ],
    first: ['products/team', 'products/bonus'],
  },
];
