import type { Invariant } from './invariant.ts';
import { ofJournals } from './recent.ts';

/** What always holds of stakes: what is promised and owed is there, and nothing leaves a contract before its day, or twice. */
export const stakeInvariants: readonly Invariant[] = [
  {
    name: 'the CP of each member are those of their contracts',
    sql: `SELECT coalesce(a.id, s.id) AS account, a.balance, s.cp FROM (SELECT id, balance FROM account WHERE code = 141) a
          FULL JOIN (SELECT member * 1000 + 141 AS id, sum(cp) AS cp FROM stake WHERE state IN ('ongoing', 'unlocked') GROUP BY 1) s
            ON s.id = a.id
          WHERE coalesce(a.balance, 0) <> coalesce(s.cp, 0)`,
  },
  {
    name: 'reserve:CP is what the CP of all contracts cost, each at its own rate',
    sql: `SELECT * FROM (
            SELECT (SELECT balance FROM account WHERE id = 303) AS reserve,
                   (SELECT coalesce(sum(basis), 0) FROM stake WHERE state IN ('ongoing', 'unlocked')) AS owed) x
          WHERE reserve <> owed
          UNION ALL
          SELECT cp, basis FROM stake WHERE basis <> ceil(cp::numeric * rate_numerator / rate_denominator)`,
  },
  {
    name: 'the journals of a contract leave what it has: its CP, their reserve and its promise',
    sql: `WITH moved AS MATERIALIZED (
            SELECT j.memo ->> 'stake' AS stake, min(j.owner) AS owner, max(j.owner) AS last_owner,
                   coalesce(sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 141), 0) AS cp,
                   coalesce(sum(p.amount) FILTER (WHERE p.account = 303), 0) AS basis,
                   coalesce(sum(p.amount) FILTER (WHERE p.account = 604), 0) AS reward
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind LIKE 'stake%' GROUP BY 1)
          SELECT coalesce(s.id::text, m.stake) AS stake, s.state, s.cp, m.cp AS moved_cp, s.basis, m.basis AS moved_basis,
                 s.reward, m.reward AS moved_reward
            FROM stake s FULL JOIN moved m ON m.stake = s.id::text
          WHERE s.id IS NULL OR m.stake IS NULL OR m.owner <> s.member OR m.last_owner <> s.member
             OR (m.cp, m.basis, m.reward) <> CASE WHEN s.state IN ('ongoing', 'unlocked')
               THEN (s.cp::numeric, s.basis::numeric, s.reward::numeric) ELSE (0::numeric, 0::numeric, 0::numeric) END
          UNION ALL
          SELECT j.memo ->> 'stake', 'no reversal', NULL, NULL, NULL, NULL, NULL, NULL FROM journal j
            WHERE j.kind = 'stake_restore' AND NOT EXISTS (SELECT 1 FROM journal_reversal r WHERE r.reversed_by = j.id)`,
  },
  {
    name: 'the reward of each term was reserved in its own journal, from the pool',
    sql: `WITH reserved AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.kind, coalesce(sum(p.amount) FILTER (WHERE p.account = 604), 0) AS promised,
                   coalesce(-sum(p.amount) FILTER (WHERE p.account = 602), 0) AS taken
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind IN ('stake_start', 'stake_term') GROUP BY j.owner, j.key)
          SELECT t.stake, t.term, t.reward, r.promised, r.taken FROM stake_term t JOIN stake s ON s.id = t.stake
            FULL JOIN reserved r ON r.id = t.reserved_by
          WHERE (t.stake IS NULL) OR (r.id IS NULL AND (t.reward <> 0 OR t.term = 1))
             OR (r.id IS NOT NULL AND (r.promised <> t.reward OR r.taken <> t.reward OR r.owner <> s.member
                   OR r.kind <> CASE t.term WHEN 1 THEN 'stake_start' ELSE 'stake_term' END
                   OR (t.term > 1 AND r.key <> 'stake-term:' || t.stake || ':' || t.term)
                   OR (t.term = 1 AND r.id <> s.begun_by)))`,
  },
  {
    name: 'the terms of a contract follow each other, none earns more than it may, and it stands in its last',
    sql: `WITH terms AS (
            SELECT *, lag(matures_on) OVER (PARTITION BY stake ORDER BY term) AS before, lag(cp) OVER (PARTITION BY stake ORDER BY term) AS cp_before,
                   row_number() OVER (PARTITION BY stake ORDER BY term) AS place
              FROM stake_term)
          SELECT s.id AS stake, s.term, t.term AS last FROM stake s
            LEFT JOIN (SELECT DISTINCT ON (stake) * FROM stake_term ORDER BY stake, term DESC) t ON t.stake = s.id
            WHERE t.stake IS NULL OR (t.term, t.cp, t.basis, t.reward, t.start_day) <> (s.term, s.cp, s.basis, s.reward, s.start_day)
               OR (s.state = 'ongoing' AND s.matures_on <> t.matures_on)
          UNION ALL
          SELECT stake, term, place FROM terms
            WHERE term <> place OR start_day < before OR cp < cp_before
               OR reward > div(basis::numeric * apr_ppm * (matures_on - start_day), 365000000)
          UNION ALL
          SELECT t.stake, t.term, NULL FROM stake_term t WHERE t.term > 1 AND NOT EXISTS (
            SELECT 1 FROM stake_event e WHERE e.stake = t.stake AND e.kind = 'renewed' AND e.term = t.term - 1 AND e.option IN (1, 2))
          UNION ALL
          SELECT stake, term, NULL FROM (SELECT stake, term FROM stake_term UNION ALL SELECT stake, term FROM stake_event) rows
            WHERE NOT EXISTS (SELECT 1 FROM stake s WHERE s.id = rows.stake)`,
  },
  ofJournals({
    name: 'nothing leaves a contract before its term is over',
    sql: `SELECT j.id AS journal, j.key, j.recorded_at, t.matures_on FROM journal j
          LEFT JOIN stake_term t ON t.stake::text = j.memo ->> 'stake' AND t.term::text = j.memo ->> 'term'
          WHERE j.kind IN ('stake_profit', 'stake_redeem')
            AND (t.stake IS NULL OR (j.recorded_at AT TIME ZONE 'UTC')::date < t.matures_on)`,
  }),
  {
    name: 'what is applied for is one open withdrawal of the contract, for its sum, and the other way round',
    sql: `SELECT s.id AS stake, w.id AS withdrawal, s.payout, w.amount FROM (SELECT * FROM stake WHERE state = 'applied') s
          FULL JOIN (SELECT * FROM withdrawal WHERE origin = 'stake_close' AND status = 'pending_review') w ON w.stake = s.id
          WHERE s.id IS NULL OR w.id IS NULL OR w.amount <> s.payout OR w.member <> s.member
          UNION ALL
          SELECT w.stake, w.id, NULL, w.amount FROM withdrawal w LEFT JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
          WHERE h.stake IS DISTINCT FROM w.stake
          UNION ALL
          SELECT h.stake, NULL, NULL, h.amount FROM money_hold h WHERE h.stake IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.member = h.owner AND w.hold = h.id)`,
  },
];
