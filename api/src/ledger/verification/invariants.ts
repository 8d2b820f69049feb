import { strayRights } from '../../platform/db/rights.ts';
import { bonusInvariants, teamIndexInvariants } from './bonusInvariants.ts';
import { faultsOf, type Invariant } from './invariant.ts';
import { packageInvariants } from './packageInvariants.ts';
import { always, among, ofAccounts, ofJournals, recentBalances, recentGaps } from './recent.ts';
import { stakeInvariants } from './stakeInvariants.ts';

/** Of a withdrawal `w` with its payout `p`: the fee's share of what was held, rounded up, and what custody gives for what was paid. */
const feeAndCustody = `(SELECT fee, CASE WHEN w.asset = 'USDT' AND p.paid IS NOT NULL
    THEN ceil((w.amount - fee) * p.paid / w.received) ELSE w.amount - fee END AS custody
  FROM (SELECT ceil(w.amount::numeric * w.fee / w.gross) AS fee) share)`;

/** Since when the database holds prices and fees itself: what is older was the application's word. */
const sincePriced = `(SELECT applied_at FROM migration WHERE name = '048-own-verification')`;

/** SQL of the rules of a subject, each with the time in which it was in force. */
const rulesOf = (subject: string): string =>
  `(SELECT key, value, tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY key ORDER BY effective_from)) AS during
      FROM rule WHERE subject = '${subject}' AND replaced_by IS NULL)`;

/** SQL of whether a rule or a rate was in force at a time, give or take what two clocks may differ by. */
const heldAt = (at: string, what: string): string =>
  `(${at} IS NOT NULL AND ${what}.during && tstzrange(${at} - interval '1 minute', ${at} + interval '1 minute'))`;

/** SQL of all rates against USD, by what they are of. */
const ratesToUsd = `(SELECT r.id, p.base, r.numerator, r.denominator, r.during FROM market_rate r JOIN rate_pair p ON p.id = r.pair
      WHERE p.quote = 'USD' AND r.during IS NOT NULL)`;

/** SQL of who is behind an actor: all that stands behind the first colon, as person_of cuts; of a member or a chain nobody. */
const person = (actor: string): string => `lower(coalesce(substring(${actor} FROM '^(?:command|operator):(.*)$'), ''))`;

/**
 * The ledger's invariants in SQL of their own: nothing here calls the posting function or trusts what it wrote down
 * about itself. Every query names the rows at fault, and reads each table as a whole: one look-up for each row would
 * take for ever where the planner's figures are old.
 */
export const ledgerInvariants: readonly Invariant[] = [
  ofJournals({
    name: 'every journal sums to zero in each unit',
    sql: `SELECT p.journal, k.unit, sum(p.amount) AS off_by FROM posting p JOIN account_kind k ON k.code = p.account % 1000
          GROUP BY 1, 2 HAVING sum(p.amount) <> 0`,
  }),
  ofJournals({
    name: 'every posting has its journal, and every journal at least two postings',
    sql: `SELECT p.journal, count(*) AS postings, 'no journal' AS fault FROM posting p
            WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.id = p.journal) GROUP BY 1
          UNION ALL
          SELECT j.id, coalesce(p.postings, 0), 'too few postings' FROM journal j
            LEFT JOIN (SELECT journal, count(*) AS postings FROM posting GROUP BY 1) p ON p.journal = j.id
            WHERE coalesce(p.postings, 0) < 2`,
  }),
  ofJournals({
    name: 'every posting has the time of its journal, by which it is found',
    sql: `SELECT p.journal, p.account, p.seq, p.recorded_at, j.recorded_at AS journal_says FROM posting p
          JOIN journal j ON j.id = p.journal WHERE p.recorded_at <> j.recorded_at`,
  }),
  ofJournals({
    name: 'a journal id and a key stand for one effect',
    sql: `SELECT id, count(*) AS times FROM journal GROUP BY 1 HAVING count(*) > 1`,
  }),
  {
    name: 'every balance is the sum of its postings',
    sql: `SELECT a.id AS account, a.balance, coalesce(p.total, 0) AS postings_say FROM account a
          LEFT JOIN (SELECT account, sum(amount) AS total FROM posting GROUP BY 1) p ON p.account = a.id
          WHERE a.balance <> coalesce(p.total, 0)`,
    recent: recentBalances,
  },
  {
    name: 'sequence numbers have no gap, and the account knows the last',
    sql: `SELECT a.id AS account, a.seq, p.count, p.last FROM account a
          LEFT JOIN (SELECT account, count(*) AS count, max(seq) AS last FROM posting GROUP BY 1) p ON p.account = a.id
          WHERE a.seq <> coalesce(p.count, 0) OR a.seq <> coalesce(p.last, 0)`,
    recent: recentGaps,
  },
  ofAccounts({
    name: 'every posting continues the balance before it',
    sql: `SELECT account, seq, balance_after, expected FROM (
            SELECT account, seq, balance_after,
                   amount + coalesce(lag(balance_after) OVER (PARTITION BY account ORDER BY seq), 0) AS expected
            FROM posting) chain
          WHERE balance_after <> expected`,
  }),
  ofAccounts({
    name: 'time and sequence agree within an account',
    sql: `SELECT account, seq, recorded_at FROM (
            SELECT account, seq, recorded_at, lag(recorded_at) OVER (PARTITION BY account ORDER BY seq) AS before
            FROM posting) times
          WHERE recorded_at < before`,
  }),
  ofAccounts({
    name: 'every account is of a kind, has its floor, and does not stand below it',
    sql: `SELECT a.id AS account, a.balance, a.floor, k.floor AS kind_floor FROM account a LEFT JOIN account_kind k USING (code)
          WHERE a.balance < k.floor OR a.floor IS DISTINCT FROM k.floor`,
  }),
  {
    name: 'what members and pools hold, the house owes: each unit sums to zero',
    sql: `SELECT k.unit, sum(a.balance) AS off_by FROM account a JOIN account_kind k USING (code)
          GROUP BY 1 HAVING sum(a.balance) <> 0`,
  },
  { name: 'reserve:USDP backs all locked and active USDP', ...reserve('reserve:USDP', 'USDP') },
  { name: 'reserve:RP backs all RP', ...reserve('reserve:RP', 'RP') },
  ...packageInvariants,
  ...stakeInvariants,
  ...bonusInvariants,
  {
    name: 'the daily limits have counted every transfer, every exchange and every withdrawal',
    // An account knows its latest day only.
    sql: `WITH moved AS (
            SELECT 'transfer' AS operation, j.owner * 1000 + p.account % 1000 AS account, j.recorded_at, p.amount
              FROM journal j JOIN posting p ON p.journal = j.id
              WHERE j.kind = 'transfer' AND p.amount > 0 AND p.account >= 1000
            UNION ALL
            SELECT 'exchange', p.account, j.recorded_at, -p.amount
              FROM journal j JOIN posting p ON p.journal = j.id
              WHERE j.kind = 'exchange' AND p.amount < 0 AND p.account >= 1000
            UNION ALL
            SELECT 'withdrawal', h.source, j.recorded_at, h.amount
              FROM withdrawal w JOIN money_hold h ON h.owner = w.member AND h.id = w.hold JOIN journal j ON j.id = w.hold
                LEFT JOIN journal back ON back.id = h.ended_by AND h.state = 'released'
              -- Payouts of stakes have no limit, and what came back on its day counts no more. Before the day of this rule it did.
              WHERE w.origin = 'balance' AND (back.recorded_at AT TIME ZONE 'UTC')::date
                IS DISTINCT FROM (j.recorded_at AT TIME ZONE 'UTC')::date),
          counted AS (
            SELECT m.account, coalesce(sum(m.amount) FILTER (WHERE m.operation = 'transfer'), 0) AS transferred,
                   coalesce(sum(m.amount) FILTER (WHERE m.operation = 'exchange'), 0) AS exchanged,
                   coalesce(sum(m.amount) FILTER (WHERE m.operation = 'withdrawal'), 0) AS withdrawn
              FROM moved m JOIN account a ON a.id = m.account AND a.limit_day = (m.recorded_at AT TIME ZONE 'UTC')::date
              GROUP BY 1)
          SELECT a.id AS account, a.limit_day AS day, a.transferred, a.exchanged, a.withdrawn FROM account a
          LEFT JOIN counted c ON c.account = a.id
          WHERE a.transferred <> coalesce(c.transferred, 0) OR a.exchanged <> coalesce(c.exchanged, 0)
             OR a.withdrawn <> coalesce(c.withdrawn, 0)`,
  },
  ofJournals(
    {
      name: 'every consumed quote moved what it promised, and only an exchange consumes one',
      sql: `WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, sum(p.amount) AS amount FROM posting p JOIN exchange_quote q ON q.consumed_by = p.journal GROUP BY 1, 2)
          SELECT q.owner, q.id, q.consumed_by FROM exchange_quote q JOIN exchange_pair e USING (from_unit, to_unit)
            LEFT JOIN moved given ON given.journal = q.consumed_by AND given.account = q.owner * 1000 + e.from_code
            LEFT JOIN moved got ON got.journal = q.consumed_by AND got.account = q.owner * 1000 + e.to_code
            WHERE q.consumed_by IS NOT NULL AND (given.amount IS DISTINCT FROM -q.given OR coalesce(got.amount, 0) <> q.credit)
          UNION ALL
          SELECT j.owner, j.id, NULL FROM journal j
            WHERE j.kind = 'exchange' AND NOT EXISTS (SELECT 1 FROM exchange_quote q WHERE q.consumed_by = j.id)
              AND NOT EXISTS (SELECT 1 FROM exchange_quote_deleted d WHERE d.journal = j.id)`,
    },
    'exchange_quote AS (SELECT * FROM exchange_quote WHERE consumed_by IN (SELECT id FROM journal))',
  ),
  ofAccounts({
    name: 'what is pending is what open holds hold',
    sql: `SELECT a.id AS account, a.balance, coalesce(h.held, 0) AS held FROM account a JOIN account_kind k USING (code)
          LEFT JOIN (SELECT pending, sum(amount) AS held FROM money_hold WHERE state = 'open' GROUP BY 1) h ON h.pending = a.id
          WHERE k.kind = 'pending' AND a.balance <> coalesce(h.held, 0)`,
  }),
  {
    name: 'every hold was made by its journal, and ended by the one it names',
    sql: `WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, sum(p.amount) AS amount FROM posting p
              JOIN (SELECT id AS journal FROM money_hold UNION SELECT ended_by FROM money_hold) h USING (journal) GROUP BY 1, 2)
          SELECT h.owner, h.id, h.state FROM money_hold h
            LEFT JOIN moved made ON made.journal = h.id AND made.account = h.pending
            LEFT JOIN moved ended ON ended.journal = h.ended_by AND ended.account = h.pending
            LEFT JOIN moved back ON back.journal = h.ended_by AND back.account = h.source
            WHERE made.amount IS DISTINCT FROM h.amount
               OR (h.ended_by IS NOT NULL AND
                   (ended.amount IS DISTINCT FROM -h.amount OR coalesce(back.amount, 0) <> h.amount - h.settled))`,
  },
  ofJournals(
    {
      name: 'every deposit was credited by its journal, or stands in suspense',
      sql: `WITH credited AS MATERIALIZED (
            SELECT p.journal, p.account, sum(p.amount) AS amount FROM posting p
              JOIN deposit_transfer d ON d.journal = p.journal GROUP BY 1, 2)
          SELECT d.id AS deposit, d.usd, c.amount AS moved FROM deposit_transfer d
            LEFT JOIN credited c ON c.journal = d.journal AND c.account = d.member_id * 1000 + 101
            WHERE d.state = 'credited' AND c.amount IS DISTINCT FROM d.usd
          UNION ALL
          SELECT NULL, s.held, s.balance FROM (
            SELECT (SELECT coalesce(sum(usdt), 0) FROM deposit_transfer
                     WHERE state IN ('below_minimum', 'held_unverified', 'suspense')) AS held,
                   (SELECT balance FROM account WHERE id = 811) AS balance) s
            WHERE s.held <> s.balance`,
    },
    `deposit_transfer AS (SELECT * FROM deposit_transfer
                WHERE journal IN (SELECT id FROM journal) OR state IN ('below_minimum', 'held_unverified', 'suspense'))`,
  ),
  among(
    {
      name: 'a deposit is worth what a rate of its time makes of it, less the fee of its time or none by two people',
      sql: `WITH fees AS MATERIALIZED ${rulesOf('limit')}, rates AS MATERIALIZED ${ratesToUsd},
            released AS MATERIALIZED (
              SELECT DISTINCT a.subject FROM approval a JOIN approval_given g ON g.approval = a.id
                WHERE a.action = 'deposit.release' AND ${person('g.actor')} <> ${person('a.requested_by')})
          SELECT d.id AS deposit, d.usdt, d.fee, d.usd, d.rate FROM deposit_transfer d
          WHERE d.state IN ('held_unverified', 'credited') AND d.recorded_at > ${sincePriced}
            AND NOT (EXISTS (SELECT 1 FROM rates r
                  WHERE r.id = d.rate AND r.base = 'USDT' AND ${heldAt('coalesce(d.priced_at, d.block_time)', 'r')}
                    AND d.usd = div((d.usdt - d.fee)::numeric * r.numerator, r.denominator))
              AND (EXISTS (SELECT 1 FROM fees f
                  WHERE f.key = 'deposit-USDT' AND d.fee = least((f.value ->> 'fee')::bigint, d.usdt) AND ${heldAt('d.block_time', 'f')})
                OR d.fee = 0 AND d.id::text IN (SELECT subject FROM released)))`,
    },
    'deposit_transfer AS (SELECT * FROM deposit_transfer WHERE greatest(recorded_at, priced_at, credited_at) >= $2)',
  ),
  ofJournals({
    name: 'a transfer left the fee of its time, and nothing else on the way',
    sql: `WITH fees AS MATERIALIZED ${rulesOf('limit')},
            moved AS MATERIALIZED (
              SELECT j.id, j.recorded_at, k.unit, sum(CASE WHEN p.account < 1000 THEN p.amount ELSE 0 END) AS fee
                FROM journal j JOIN posting p ON p.journal = j.id JOIN account_kind k ON k.code = p.account % 1000
               WHERE j.kind = 'transfer' AND j.recorded_at > ${sincePriced} GROUP BY j.id, j.recorded_at, k.unit)
          SELECT m.id AS journal, m.unit, m.fee FROM moved m
          WHERE NOT EXISTS (SELECT 1 FROM fees f
            WHERE f.key = 'transfer-' || m.unit AND (f.value ->> 'fee')::bigint = m.fee AND ${heldAt('m.recorded_at', 'f')})`,
  }),
  among(
    {
      name: 'a withdrawal is worth, and pays, what rates and the fee of its time make of its amount',
      // What it pays is fixed when it is made, or when it is approved where its member accepts so little and no less.
      sql: `WITH fees AS MATERIALIZED ${rulesOf('withdrawalFee')}, rates AS MATERIALIZED ${ratesToUsd},
            made AS MATERIALIZED (
              SELECT w.*, coalesce(e.at, w.created_at) AS fixed_at, d.block_time AS came_at FROM withdrawal w
                JOIN journal j ON j.owner = w.member AND j.id = w.hold
                LEFT JOIN (SELECT withdrawal, max(at) AS at FROM withdrawal_event WHERE kind = 'approved' GROUP BY 1) e
                  ON e.withdrawal = w.id AND w.accepts_from IS NOT NULL
                LEFT JOIN approval b ON b.action = 'deposit.return' AND b.subject = w.deposit_return::text
                LEFT JOIN deposit_transfer d ON d.id = (b.payload #>> '{deposit}')::bigint
                WHERE j.recorded_at > ${sincePriced})
          SELECT w.id AS withdrawal, w.amount, w.worth, w.gross, w.fee, w.received FROM made w
          WHERE NOT (w.received = w.gross - w.fee
            AND (w.unit = 'USD' AND w.worth = w.amount OR w.unit = 'USDT' AND EXISTS (SELECT 1 FROM rates g
                WHERE g.base = 'USDT' AND w.worth = div(w.amount::numeric * g.numerator, g.denominator)
                  AND (${heldAt('w.created_at', 'g')} OR ${heldAt('w.came_at', 'g')})))
            AND (w.unit = w.asset AND w.gross = w.amount
              OR EXISTS (SELECT 1 FROM rates r
                  LEFT JOIN rates g ON w.unit = 'USDT' AND g.base = 'USDT' AND ${heldAt('w.fixed_at', 'g')}
                  WHERE r.id = w.rate AND r.base = w.asset AND ${heldAt('w.fixed_at', 'r')}
                    AND w.gross = div(w.amount::numeric * CASE w.asset WHEN 'USDT' THEN 1 ELSE 100 END
                        * CASE w.unit WHEN 'USD' THEN 1 ELSE g.numerator END * r.denominator,
                      CASE w.unit WHEN 'USD' THEN 1 ELSE g.denominator END::numeric * r.numerator)))
            AND (w.deposit_return IS NOT NULL AND w.fee = 0
              OR EXISTS (SELECT 1 FROM fees f
                  WHERE f.key = w.asset || '-' || w.chain AND (f.value ->> 'fee')::bigint = w.fee AND ${heldAt('w.created_at', 'f')})))`,
    },
    'withdrawal AS (SELECT * FROM withdrawal WHERE changed_at >= $2)',
  ),
  ofJournals({
    name: 'a deposit that goes back is one withdrawal of its sum, paid once it is back, and none while it stands aside',
    sql: `WITH deposit_return AS MATERIALIZED (
            SELECT CASE action WHEN 'deposit.return' THEN subject::bigint END AS id, (payload #>> '{deposit}')::bigint AS deposit,
                   payload ->> 'address' AS address FROM approval WHERE action = 'deposit.return')
          SELECT d.id AS deposit, d.state, d.usdt, w.id AS withdrawal, w.amount, w.status FROM deposit_return r
            JOIN deposit_transfer d ON d.id = r.deposit JOIN withdrawal w ON w.deposit_return = r.id
            WHERE w.status <> 'rejected' AND (w.member, w.amount, w.received, w.unit, w.chain, w.address, w.status) IS DISTINCT FROM
              (d.member_id, d.usdt, d.usdt, 'USDT', d.chain, r.address,
               CASE d.state WHEN 'returning' THEN 'pending_review' WHEN 'returned' THEN 'approved' END)
          UNION ALL
          SELECT d.id, d.state, d.usdt, NULL, NULL, NULL FROM deposit_transfer d WHERE d.state IN ('returning', 'returned')
            AND (SELECT count(*) FROM deposit_return r JOIN withdrawal w ON w.deposit_return = r.id
                  WHERE r.deposit = d.id AND w.status <> 'rejected') <> 1
          UNION ALL
          SELECT NULL, j.kind, NULL, j.id, NULL, NULL FROM journal j
            WHERE (j.kind = 'deposit_return' AND NOT EXISTS (SELECT 1 FROM withdrawal w
                WHERE w.member = j.owner AND j.key = 'deposit-return:' || w.deposit_return))
               OR (j.kind = 'deposit_restore' AND NOT EXISTS (SELECT 1 FROM journal_reversal r JOIN withdrawal w
                ON w.member = r.owner AND w.status = 'rejected' AND j.key = 'deposit-restore:' || w.deposit_return
                WHERE r.reversed_by = j.id))`,
  }),
  always({
    name: 'every withdrawal has a hold of its amount, open, settled whole or given back as it stands, and one payout',
    sql: `SELECT w.id AS withdrawal, w.status, h.state AS hold, h.amount, h.settled, p.count AS payouts FROM withdrawal w
          LEFT JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
          LEFT JOIN (SELECT withdrawal, count(*), min(paid) AS paid FROM withdrawal_payout WHERE state = 'confirmed' GROUP BY 1) p
            ON p.withdrawal = w.id
          CROSS JOIN LATERAL ${feeAndCustody} AS due
          WHERE h.amount IS DISTINCT FROM w.amount
             OR h.state IS DISTINCT FROM CASE w.status WHEN 'approved' THEN 'settled' WHEN 'rejected' THEN 'released' ELSE 'open' END
             OR (w.status = 'approved') <> (h.settled = least(h.amount, due.custody + due.fee)) OR (w.status = 'approved') <> (coalesce(p.count, 0) = 1)`,
  }),
  ofJournals(
    {
      name: 'a paid withdrawal took from custody what was paid, and left the fee that was shown',
      sql: `WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, p.amount FROM posting p JOIN money_hold h ON h.ended_by = p.journal
              WHERE p.account IN (201, 211, 401, 411))
          SELECT w.id AS withdrawal, w.amount, due.custody, due.fee, c.amount AS gave, f.amount AS took FROM withdrawal w
            JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
            LEFT JOIN (SELECT withdrawal, min(paid) AS paid FROM withdrawal_payout WHERE state = 'confirmed' GROUP BY 1) p
              ON p.withdrawal = w.id
            CROSS JOIN LATERAL ${feeAndCustody} AS due
            LEFT JOIN moved c ON c.journal = h.ended_by AND c.account = CASE w.unit WHEN 'USD' THEN 201 ELSE 211 END
            LEFT JOIN moved f ON f.journal = h.ended_by AND f.account = CASE w.unit WHEN 'USD' THEN 401 ELSE 411 END
          WHERE w.status = 'approved'
            AND (coalesce(c.amount, 0) <> due.custody OR coalesce(f.amount, 0) <> due.fee)`,
    },
    'money_hold AS (SELECT * FROM money_hold WHERE ended_by IN (SELECT id FROM journal))',
  ),
  ofJournals({
    name: 'what takes other people was approved by as many, and not by who asked',
    // Who is one person it says by itself, more simply than person_of: it may miss what that function refuses, and finds
    // nobody the same whom that function distinguishes. Rules
    // from before a subject took a second person are older than its first that did.
    sql: `WITH said AS MATERIALIZED (
            SELECT a.action, a.subject, count(DISTINCT ${person('g.actor')}) AS people
              FROM approval a JOIN approval_given g ON g.approval = a.id
             WHERE ${person('g.actor')} <> ${person('a.requested_by')} GROUP BY 1, 2),
          needed AS (
            SELECT 'withdrawal.approve' AS action, id::text AS subject, approvals AS people FROM withdrawal WHERE step IN ('approved', 'sent', 'complete')
            UNION ALL
            SELECT 'withdrawal.confirm_payout', id::text, 1 FROM withdrawal_payout WHERE state = 'confirmed' AND NOT verifiable
            UNION ALL SELECT 'rate.approve', id::text, 1 FROM market_rate WHERE jumps AND during IS NOT NULL
            UNION ALL SELECT 'rule.approve', proposal::text, 1 FROM rule WHERE proposal IS NOT NULL
            UNION ALL
            SELECT 'rule.approve', 'of rule ' || id, 1 FROM rule r JOIN rule_second_person USING (subject)
             WHERE proposal IS NULL AND set_by ~ '^(command|operator):'
               AND id > (SELECT min(id) FROM rule WHERE subject = r.subject AND proposal IS NOT NULL)
            UNION ALL SELECT 'pool.fund', substr(key, 14), 1 FROM journal WHERE kind = 'pool_funding'
            UNION ALL SELECT 'bonus.correct', substr(key, 18), 1 FROM journal WHERE kind = 'bonus_correction'
            UNION ALL SELECT 'deposit.return', deposit_return::text, 1 FROM withdrawal WHERE deposit_return IS NOT NULL
            UNION ALL SELECT 'fee.return', memo ->> 'feeReturn', 1 FROM journal WHERE kind = 'fee_returned'
            UNION ALL SELECT 'terms.publish', proposal::text, 1 FROM terms_document WHERE proposal IS NOT NULL
            UNION ALL SELECT 'factor_reset.approve', id::text, 1 FROM factor_reset WHERE due_at IS NOT NULL)
          SELECT n.action, n.subject, n.people AS needed, said.people FROM needed n LEFT JOIN said USING (action, subject)
          WHERE coalesce(said.people, 0) < n.people`,
  }),
  ofJournals({
    name: 'a pool was funded with what was asked for, and under the key of its request',
    sql: `WITH requests AS MATERIALIZED (
            SELECT subject, (payload ->> 'pool')::bigint AS pool, (payload ->> 'amount')::bigint AS amount
              FROM approval WHERE action = 'pool.fund')
          SELECT j.id, j.key, f.pool, f.amount, p.amount AS posted FROM journal j
          LEFT JOIN requests f ON j.owner = 0 AND j.key = 'pool-funding:' || f.subject
          LEFT JOIN posting p ON p.journal = j.id AND p.account = f.pool
          WHERE j.kind = 'pool_funding' AND (p.amount IS DISTINCT FROM f.amount OR f.subject IS NULL)`,
  }),
  {
    name: 'a fee was returned as it was booked, to who had paid it, and by what was asked for',
    // Once: no two journals of an owner have one key.
    sql: `WITH booked AS MATERIALIZED (SELECT journal, account, amount FROM posting WHERE account IN (401, 411)),
            got AS MATERIALIZED (
              SELECT p.journal, p.account, p.amount FROM posting p JOIN journal k ON k.id = p.journal
                WHERE k.kind = 'fee_returned' AND p.account >= 1000),
            requests AS MATERIALIZED (
              SELECT subject, (payload ->> 'member')::bigint AS member, (payload ->> 'journal')::uuid AS journal,
                     (payload ->> 'amount')::bigint AS amount FROM approval WHERE action = 'fee.return')
          SELECT j.id, j.owner, j.key, f.journal AS of, f.amount, taken.amount AS taken, given.amount AS given, got.amount AS got
            FROM journal j
            LEFT JOIN requests f ON f.subject = j.memo ->> 'feeReturn' AND f.member = j.owner AND j.key = 'fee-return:' || f.journal
            LEFT JOIN journal paid ON paid.owner = j.owner AND paid.id = f.journal
            LEFT JOIN booked taken ON taken.journal = paid.id
            LEFT JOIN booked given ON given.journal = j.id AND given.account = taken.account
            LEFT JOIN got ON got.journal = j.id AND got.account = j.owner * 1000 + CASE taken.account WHEN 401 THEN 101 ELSE 111 END
            LEFT JOIN journal_reversal r ON r.owner = j.owner AND r.journal = f.journal
          WHERE j.kind = 'fee_returned'
            AND (f.subject IS NULL OR taken.amount IS DISTINCT FROM f.amount OR given.amount IS DISTINCT FROM -f.amount
              OR got.amount IS DISTINCT FROM f.amount OR r.journal IS NOT NULL)`,
  },
  {
    name: 'a reversal is the mirror image of its journal',
    sql: `SELECT r.journal, r.reversed_by, coalesce(o.account, m.account) AS account, o.amount, m.amount AS reversed
          FROM journal_reversal r
          LEFT JOIN posting o ON o.journal = r.journal
          FULL JOIN (SELECT p.journal, p.account, p.amount, r.journal AS original FROM posting p JOIN journal_reversal r ON r.reversed_by = p.journal) m
            ON m.original = r.journal AND m.account = o.account
          WHERE o.amount IS DISTINCT FROM -m.amount`,
  },
];

/** Recently: what came to the reserve is what came to be owed. */
function reserve(kind: string, unit: string): Pick<Invariant, 'sql' | 'recent'> {
  const [inReserve, isOwed] = [`k.kind = '${kind}'`, `k.unit = '${unit}' AND k.member`];
  return {
    sql: `SELECT * FROM (
    SELECT (SELECT sum(a.balance) FROM account a JOIN account_kind k USING (code) WHERE ${inReserve}) AS reserve,
           (SELECT coalesce(sum(a.balance), 0) FROM account a JOIN account_kind k USING (code) WHERE ${isOwed}) AS owed) r
    WHERE reserve <> owed`,
    recent: `SELECT * FROM (
    SELECT coalesce(sum(p.amount) FILTER (WHERE ${inReserve}), 0) AS reserve, coalesce(sum(p.amount) FILTER (WHERE ${isOwed}), 0) AS owed
      FROM posting p JOIN account_kind k ON k.code = p.account % 1000 WHERE p.recorded_at >= $2) r
    WHERE reserve <> owed`,
  };
}

/** The placement tree's facts and its derived index. Rows of `people` are recounted by the verifier itself. */
export const treeInvariants: readonly Invariant[] = [
  {
    name: 'every node stands one below its parent, and every member has a node',
    sql: `SELECT n.id, n.depth, p.depth AS parent_depth FROM tree_node n JOIN tree_node p ON p.id = n.parent_id
            WHERE n.depth <> p.depth + 1
          UNION ALL SELECT m.id, NULL, NULL FROM member m WHERE NOT EXISTS (SELECT 1 FROM tree_node n WHERE n.id = m.id)
          UNION ALL SELECT n.id, n.depth, NULL FROM tree_node n WHERE NOT EXISTS (SELECT 1 FROM member m WHERE m.id = n.id)`,
  },
  {
    name: 'a leg ends at its outermost node and knows its length',
    sql: `SELECT l.leg_id, l.end_id, l.len, n.last, n.count FROM tree_leg l
          JOIN (SELECT leg_id, max(id) AS last, count(*) AS count FROM tree_node GROUP BY 1) n USING (leg_id)
          WHERE l.end_id <> n.last OR l.len <> n.count`,
  },
  ...teamIndexInvariants,
];

const auditFields = [
  `'trellis audit 1'`,
  'number::text',
  'actor',
  'action',
  'subject',
  'reason',
  'before::text',
  'after::text',
  'request_id',
  '(extract(epoch FROM recorded_at) * 1000000)::bigint::text',
];

/** What `auditFault` says where a number is missing. */
export const rowIsGone = 'what stood before it is gone';

/**
 * What is wrong with a row of the audit log, by those before it in a window named `log`; NULL: nothing.
 * @param number SQL of the number of the row before the first
 * @param digest SQL of its digest
 */
export const auditFault = (number: string, digest: string): string => `CASE
                WHEN number <> lag(number, 1, ${number}) OVER log + 1 THEN '${rowIsGone}'
                WHEN digest <> sha256(convert_to(${auditFields
                  .map((field) => `coalesce(octet_length(convert_to(${field}, 'UTF8')) || ':' || ${field}, '-') || ','`)
                  .join(' || ')}, 'UTF8') || lag(digest, 1, ${digest}) OVER log) THEN 'it or the row before was changed'
              END`;

/** The audit log: each row's digest covers its fields, each as its length and itself, and the digest before it. */
export const auditInvariants: readonly Invariant[] = [
  {
    name: 'the audit log has no gap, and every row is as it was written',
    sql: `SELECT number, fault FROM (
            SELECT number, ${auditFault('0::bigint', "''::bytea")} AS fault
            FROM audit_event WINDOW log AS (ORDER BY number)) rows WHERE fault IS NOT NULL`,
    recent: `WITH before AS (
              SELECT coalesce(max(a.number), 0) AS number, coalesce((array_agg(a.digest ORDER BY a.number DESC))[1], '') AS digest
                FROM audit_event a WHERE a.number = (SELECT min(number) - 1 FROM audit_event WHERE recorded_at >= $2))
          SELECT number, fault FROM (
            SELECT number, ${auditFault('(SELECT number FROM before)', '(SELECT digest FROM before)')} AS fault
            FROM audit_event WHERE number > (SELECT number FROM before)
              AND EXISTS (SELECT FROM audit_event WHERE recorded_at >= $2) WINDOW log AS (ORDER BY number)) rows WHERE fault IS NOT NULL`,
  },
  always({
    name: 'every step with releases stands in the audit log',
    sql: `SELECT e.id, e.feature, e.action, e.audit FROM release_event e LEFT JOIN audit_event a ON a.number = e.audit
          WHERE e.audit IS NOT NULL
            AND (a.actor, a.action, a.subject, a.reason) IS DISTINCT FROM (e.actor, 'release.' || e.action, e.feature, e.reason)`,
  }),
  always({
    // A restore loses rights, and with them who may not write a balance. Those on the database itself are in no dump.
    name: 'the application may do what the last migration gave it, and nothing more',
    sql: `SELECT * FROM (${strayRights}) AS stray WHERE object <> 'DATABASE'`,
  }),
];

/** All that the database and the verifier can ask in SQL, in the order in which they do. */
export const allInvariants: readonly Invariant[] = [...ledgerInvariants, ...treeInvariants, ...auditInvariants];

/**
 * Current SQL (`ledger/verification/invariants.sql`, which `npm run schema` writes) that keeps the same invariants in the
 * database: there no login but the owner's changes them, and a run that finds nothing is the database's own.
 */
export function installedInvariants(): string {
  const rows = allInvariants.map(
    ({ name, sql, recent }, place) =>
      `(${place + 1}, $name$${name}$name$, $sql$${faultsOf(sql)}$sql$, ${recent === undefined ? 'NULL' : `$sql$${faultsOf(recent)}$sql$`})`,
  );
  return `-- Written by npm run schema from ledger/verification/invariants.ts: what the database itself looks for (payout-freeze.sql).
DELETE FROM invariant;
INSERT INTO invariant (place, name, sql, recent) VALUES
${rows.join(',\n')};
`;
}
