import type { Invariant } from './invariant.ts';
import { ofJournals } from './recent.ts';

/** What always holds of sales and of the team bonus: each counts once, and a day pays what its lines say and no more. */
export const bonusInvariants: readonly Invariant[] = [
  {
    name: 'a package counts once: after its time to cancel, not before, and never when it was cancelled',
    sql: `SELECT p.id AS package, s.day, p.counted_at, d.package IS NOT NULL AS waits, c.package IS NOT NULL AS cancelled
            FROM package p FULL JOIN sale s ON s.package = p.id LEFT JOIN sale_due d ON d.package = p.id
            LEFT JOIN package_cancellation c ON c.package = p.id
          WHERE p.id IS NULL
             OR (s.package IS NOT NULL AND (d.package IS NOT NULL OR c.package IS NOT NULL OR s.points <> p.price
                   OR s.member <> p.member OR s.level <> p.level OR s.ends_on <> p.start_day + p.loops * p.loop_days
                   OR s.counted_at < p.counted_at OR s.day < (p.counted_at AT TIME ZONE 'UTC')::date))
             OR (s.package IS NULL AND d.package IS NULL AND c.package IS NULL)
             OR (d.package IS NOT NULL AND d.counted_at <> p.counted_at)`,
  },
  {
    name: 'bonus days follow each other, and each pays within its budget what its lines are paid',
    sql: `SELECT d.day, d.budget, d.demand, d.paid, l.due, l.paid AS of_lines FROM (
            SELECT *, lag(day, 1, day - 1) OVER (ORDER BY day) AS before,
                   lag(expired_through, 1, expired_through) OVER (ORDER BY day) AS expired_before FROM bonus_day) d
            FULL JOIN (SELECT day, sum(due) AS due, sum(paid) AS paid, count(*) AS lines FROM bonus_line GROUP BY 1) l USING (day)
          WHERE d.demand IS NULL OR d.day <> d.before + 1 OR d.demand <> coalesce(l.due, 0) OR d.paid <> coalesce(l.paid, 0)
             OR d.lines <> coalesce(l.lines, 0) OR d.budget <> trunc(d.pool * (d.terms ->> 'budgetPpm')::numeric / 1000000)
             OR d.expired_through <> greatest(d.expired_before, d.day - (d.terms ->> 'carryDays')::integer - 1)
          UNION ALL
          SELECT closed_day, NULL, NULL, NULL, NULL, NULL FROM bonus_calendar
          WHERE closed_day < open_day - 2 OR closed_day IS DISTINCT FROM (SELECT max(day) FROM bonus_day)
            AND NOT (closed_day = (SELECT min(day) FROM sale) - 1 AND NOT EXISTS (SELECT 1 FROM bonus_day))
          UNION ALL
          SELECT s.day, NULL, NULL, NULL, NULL, NULL FROM sale s WHERE s.day < (SELECT min(day) FROM bonus_day)`,
  },
  ofJournals(
    {
      name: 'what a bonus day pays was promised in its own journal, out of the pool',
      sql: `WITH closings AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, sum(p.amount) FILTER (WHERE p.account = 604) AS promised,
                   -sum(p.amount) FILTER (WHERE p.account = 603) AS taken
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'bonus_close' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT d.day, d.paid, c.promised, c.taken FROM (SELECT * FROM bonus_day WHERE paid > 0) d FULL JOIN closings c ON c.id = d.closed_by
          WHERE d.day IS NULL OR c.id IS NULL OR c.promised IS DISTINCT FROM d.paid OR c.taken IS DISTINCT FROM d.paid OR c.owner <> 0
             OR c.key <> 'team-bonus-close:' || d.day`,
    },
    'bonus_day AS (SELECT * FROM bonus_day WHERE closed_by IN (SELECT id FROM journal))',
  ),
  {
    name: 'every line of a bonus day follows from what it says, by the terms of its day',
    sql: `SELECT l.member, l.day, l.matched, l.pairing, l.cut, l.due, l.paid FROM bonus_line l
            JOIN (SELECT *, (terms ->> 'directPpm')::numeric AS direct_ppm, (terms ->> 'pairingPpm')::numeric AS pairing_ppm,
                         (terms ->> 'rpPpm')::numeric AS rp_ppm, (terms ->> 'ownValuePpm')::numeric AS own_ppm
                    FROM bonus_day) d USING (day)
          WHERE l.matched <> CASE WHEN l.qualified AND d.budget > 0 THEN least(l.left_stock, l.right_stock) ELSE 0 END
             OR l.direct <> CASE WHEN l.qualified AND d.budget > 0 THEN trunc(l.direct_points * d.direct_ppm / 1000000) ELSE 0 END
             OR l.pairing <> trunc(l.matched * d.pairing_ppm / 1000000) OR l.cut <> greatest(l.pairing - l.cap, 0)
             OR l.due <> CASE WHEN d.own_ppm IS NULL THEN l.direct + l.pairing - l.cut
                  ELSE least(l.direct + l.pairing - l.cut, greatest(trunc(l.own_value * d.own_ppm / 1000000) - l.month_before, 0)) END
             OR l.paid <> CASE WHEN d.demand <= d.budget THEN l.due ELSE div(l.due::numeric * d.budget, d.demand) END
             OR l.rp <> trunc(l.paid * d.rp_ppm / 1000000)`,
  },
  ofJournals(
    {
      name: 'a bonus that was paid has its own journal, with its amounts and nobody else’s',
      sql: `WITH paid AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.recorded_at, coalesce(sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 121), 0) AS usdp,
                   coalesce(sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 131), 0) AS rp,
                   -sum(p.amount) FILTER (WHERE p.account = 604) AS kept
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'team_bonus' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT l.member, l.day, l.paid, l.rp, p.usdp, p.rp AS posted_rp, p.id AS journal
            FROM (SELECT * FROM bonus_line WHERE paid_by IS NOT NULL) l FULL JOIN paid p ON p.id = l.paid_by
          WHERE l.member IS NULL OR p.id IS NULL OR p.owner <> l.member OR p.usdp <> l.paid - l.rp OR p.rp <> l.rp
             OR p.kept IS DISTINCT FROM l.paid OR p.key <> 'team-bonus:' || l.day || ':' || l.member OR p.recorded_at <> l.paid_at`,
    },
    'bonus_line AS (SELECT * FROM bonus_line WHERE paid_at >= $2)',
  ),
  ofJournals({
    name: 'a bonus was corrected by what was asked for, of whom it was, and under the key of its request',
    // Journals of before there were causes name none.
    sql: `WITH requests AS MATERIALIZED (
            SELECT subject, (payload ->> 'member')::bigint AS member, (payload ->> 'amount')::bigint AS amount,
                   payload ->> 'cause' AS cause FROM approval WHERE action = 'bonus.correct')
          SELECT j.id, j.owner, j.key, c.member, c.amount, c.cause, p.usdp, p.taken FROM journal j
            LEFT JOIN requests c ON j.owner = c.member AND j.key = 'bonus-correction:' || c.subject
            LEFT JOIN (SELECT p.journal, sum(p.amount) FILTER (WHERE p.account >= 1000) AS usdp,
                              -sum(p.amount) FILTER (WHERE p.account = 603) AS taken
                         FROM posting p JOIN journal k ON k.id = p.journal WHERE k.kind = 'bonus_correction' GROUP BY 1) p ON p.journal = j.id
          WHERE j.kind = 'bonus_correction'
            AND (c.subject IS NULL OR p.usdp IS DISTINCT FROM c.amount OR p.taken IS DISTINCT FROM c.amount
                 OR coalesce(j.memo->>'cause', 'other') <> c.cause)`,
  }),
  {
    name: 'each member stands as the last of their lines left them',
    sql: `SELECT coalesce(s.member, l.member) AS member, s.left_gone, l.left_gone AS of_line, s.month_paid FROM bonus_standing s
            FULL JOIN (SELECT DISTINCT ON (member) *, date_trunc('month', day)::date AS month FROM bonus_line
                         WHERE matched > 0 OR paid > 0 ORDER BY member, day DESC) l USING (member)
          WHERE (s.left_gone, s.right_gone, s.month, s.month_paid)
                IS DISTINCT FROM (l.left_gone, l.right_gone, l.month, l.month_before + l.paid)`,
  },
];

/** What always holds of the index of the tree: its parts add up, and to the facts. */
export const teamIndexInvariants: readonly Invariant[] = [
  {
    name: 'the index has the sales of every member, on their days, or they wait to be folded in',
    sql: `SELECT coalesce(s.member, i.member) AS member, coalesce(s.day, i.day) AS day, s.points, i.volume FROM (
            SELECT member, day, sum(points) AS points FROM sale GROUP BY 1, 2) s
          FULL JOIN (
            SELECT member, day, sum(volume) AS volume FROM (
              SELECT t.node_id AS member, d.day, d.own_volume AS volume FROM team_day d JOIN team t ON t.path = d.path AND t.pos = d.idx
                WHERE d.lvl = 0 AND d.own_volume <> 0
              UNION ALL SELECT node_id, day, volume FROM team_event WHERE volume <> 0) known
            GROUP BY 1, 2) i USING (member, day)
          WHERE s.points IS DISTINCT FROM i.volume`,
  },
  {
    name: 'the days of the index make up what it says was ever',
    sql: `SELECT t.node_id, t.people, d.people AS of_days, t.volume, d.volume AS volume_of_days FROM team t
            FULL JOIN (SELECT path, idx AS pos, sum(people) AS people, sum(volume) AS volume, sum(own_people) AS own_people,
                              sum(own_volume) AS own_volume FROM team_day WHERE lvl = 0 GROUP BY 1, 2) d USING (path, pos)
          WHERE (t.people, t.volume, t.own_volume, 1) IS DISTINCT FROM (d.people, d.volume, d.own_volume, d.own_people)
          UNION ALL
          SELECT coalesce(b.path, d.path), b.people, d.people, b.volume, d.volume FROM team_block b
            FULL JOIN (SELECT path, lvl, idx, sum(people) AS people, sum(volume) AS volume FROM team_day WHERE lvl > 0 GROUP BY 1, 2, 3) d
              USING (path, lvl, idx)
          WHERE (b.people, b.volume) IS DISTINCT FROM (d.people, d.volume)`,
  },
  {
    // By induction from the outermost: a side that has nobody counts nobody, and one that has somebody counts them and both of
    // their sides. Who waits for the roll-up is counted nowhere, and nobody else is left out.
    name: 'the index counts the people on each side of every node',
    sql: `WITH indexed AS MATERIALIZED (
            SELECT node_id, heavy_side, people - 1 AS light,
                   sum(people) OVER (PARTITION BY path ORDER BY pos DESC) - people AS heavy FROM team),
          said AS (
            SELECT node_id AS id, heavy_side AS side, heavy AS people FROM indexed
            UNION ALL SELECT node_id, (1 - heavy_side)::smallint, light FROM indexed),
          counted AS (
            SELECT n.parent_id AS id, n.side, 1 + i.light + i.heavy AS people FROM indexed i
              JOIN tree_node n ON n.id = i.node_id WHERE n.parent_id IS NOT NULL)
          SELECT id, side, said.people AS index, counted.people AS counted FROM said FULL JOIN counted USING (id, side)
          WHERE coalesce(said.people, 0) <> coalesce(counted.people, 0)
          UNION ALL
          SELECT n.id, NULL, NULL, NULL FROM tree_node n
            LEFT JOIN team t ON t.node_id = n.id
            LEFT JOIN (SELECT DISTINCT node_id FROM team_event WHERE people > 0) w ON w.node_id = n.id
          WHERE (t.node_id IS NULL) <> (w.node_id IS NOT NULL)`,
  },
  {
    name: 'on every day, what hangs off a node of the index is the whole of that path, and blocks are their nodes',
    sql: `WITH hung AS (
            SELECT head.anchor AS node_id, d.day, sum(d.people) AS people, sum(d.volume) AS volume
              FROM team_day d JOIN team head ON head.node_id = d.path WHERE d.lvl = 0 AND head.anchor IS NOT NULL GROUP BY 1, 2),
          held AS (
            SELECT t.node_id, d.day, d.people - d.own_people AS people, d.volume - d.own_volume AS volume
              FROM team_day d JOIN team t ON t.path = d.path AND t.pos = d.idx
              WHERE d.lvl = 0 AND (d.people <> d.own_people OR d.volume <> d.own_volume))
          SELECT coalesce(hung.node_id, held.node_id) AS node_id, coalesce(hung.day, held.day) AS day, hung.volume, held.volume AS held
            FROM hung FULL JOIN held USING (node_id, day)
          WHERE (hung.people, hung.volume) IS DISTINCT FROM (held.people, held.volume)
          UNION ALL
          SELECT path, day, n.volume, b.volume FROM (
            SELECT path, lvl, day, idx, people, volume FROM team_day WHERE lvl > 0) b
            FULL JOIN (SELECT path, s.l AS lvl, day, idx >> s.bits AS idx, sum(people) AS people, sum(volume) AS volume
                         FROM team_day CROSS JOIN (VALUES (1::smallint, 6), (2, 12), (3, 15), (4, 18)) AS s (l, bits)
                        WHERE lvl = 0 AND idx >> s.bits > 0 GROUP BY 1, 2, 3, 4) n
              USING (path, lvl, day, idx)
          WHERE (n.people, n.volume) IS DISTINCT FROM (b.people, b.volume)`,
  },
  {
    name: 'what the index knows to be too old is the volume of the days up to the last that is',
    sql: `SELECT coalesce(x.node_id, d.node_id) AS node_id, x.volume, d.volume AS of_days FROM team_expired x
          FULL JOIN (
            SELECT t.node_id, sum(d.volume) AS volume, sum(d.own_volume) AS own_volume FROM team_day d
              JOIN team t ON t.path = d.path AND t.pos = d.idx
              WHERE d.lvl = 0 AND d.volume > 0 AND d.day <= (SELECT max(expired_through) FROM bonus_day) GROUP BY 1) d USING (node_id)
          WHERE (x.volume, x.own_volume) IS DISTINCT FROM (d.volume, d.own_volume)`,
  },
];
