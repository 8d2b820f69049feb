-- Written by npm run schema from ledger/verification/invariants.ts: what the database itself looks for (payout-freeze.sql).
DELETE FROM invariant;
INSERT INTO invariant (place, name, sql, recent) VALUES
(1, $name$every journal sums to zero in each unit$name$, $sql$WITH faults AS MATERIALIZED (SELECT p.journal, k.unit, sum(p.amount) AS off_by FROM posting p JOIN account_kind k ON k.code = p.account % 1000
          GROUP BY 1, 2 HAVING sum(p.amount) <> 0)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (SELECT p.journal, k.unit, sum(p.amount) AS off_by FROM posting p JOIN account_kind k ON k.code = p.account % 1000
          GROUP BY 1, 2 HAVING sum(p.amount) <> 0) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(2, $name$every posting has its journal, and every journal at least two postings$name$, $sql$WITH faults AS MATERIALIZED (SELECT p.journal, count(*) AS postings, 'no journal' AS fault FROM posting p
            WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.id = p.journal) GROUP BY 1
          UNION ALL
          SELECT j.id, coalesce(p.postings, 0), 'too few postings' FROM journal j
            LEFT JOIN (SELECT journal, count(*) AS postings FROM posting GROUP BY 1) p ON p.journal = j.id
            WHERE coalesce(p.postings, 0) < 2)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (SELECT p.journal, count(*) AS postings, 'no journal' AS fault FROM posting p
            WHERE NOT EXISTS (SELECT 1 FROM journal j WHERE j.id = p.journal) GROUP BY 1
          UNION ALL
          SELECT j.id, coalesce(p.postings, 0), 'too few postings' FROM journal j
            LEFT JOIN (SELECT journal, count(*) AS postings FROM posting GROUP BY 1) p ON p.journal = j.id
            WHERE coalesce(p.postings, 0) < 2) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(3, $name$every posting has the time of its journal, by which it is found$name$, $sql$WITH faults AS MATERIALIZED (SELECT p.journal, p.account, p.seq, p.recorded_at, j.recorded_at AS journal_says FROM posting p
          JOIN journal j ON j.id = p.journal WHERE p.recorded_at <> j.recorded_at)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (SELECT p.journal, p.account, p.seq, p.recorded_at, j.recorded_at AS journal_says FROM posting p
          JOIN journal j ON j.id = p.journal WHERE p.recorded_at <> j.recorded_at) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(4, $name$a journal id and a key stand for one effect$name$, $sql$WITH faults AS MATERIALIZED (SELECT id, count(*) AS times FROM journal GROUP BY 1 HAVING count(*) > 1)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (SELECT id, count(*) AS times FROM journal GROUP BY 1 HAVING count(*) > 1) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(5, $name$every balance is the sum of its postings$name$, $sql$WITH faults AS MATERIALIZED (SELECT a.id AS account, a.balance, coalesce(p.total, 0) AS postings_say FROM account a
          LEFT JOIN (SELECT account, sum(amount) AS total FROM posting GROUP BY 1) p ON p.account = a.id
          WHERE a.balance <> coalesce(p.total, 0))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH touched AS MATERIALIZED (SELECT account, min(seq) AS first, max(seq) AS last, count(*) AS count
                 FROM posting WHERE recorded_at >= $2 GROUP BY 1)
          SELECT t.account, a.balance, p.balance_after AS postings_say FROM touched t LEFT JOIN LATERAL (SELECT a.seq, a.balance FROM account a WHERE a.id = t.account LIMIT 1) a ON true
            CROSS JOIN LATERAL (SELECT p.balance_after FROM posting p WHERE p.account = t.account AND p.seq = t.last LIMIT 1) p
          WHERE a.balance IS DISTINCT FROM p.balance_after)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(6, $name$sequence numbers have no gap, and the account knows the last$name$, $sql$WITH faults AS MATERIALIZED (SELECT a.id AS account, a.seq, p.count, p.last FROM account a
          LEFT JOIN (SELECT account, count(*) AS count, max(seq) AS last FROM posting GROUP BY 1) p ON p.account = a.id
          WHERE a.seq <> coalesce(p.count, 0) OR a.seq <> coalesce(p.last, 0))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH touched AS MATERIALIZED (SELECT account, min(seq) AS first, max(seq) AS last, count(*) AS count
                 FROM posting WHERE recorded_at >= $2 GROUP BY 1)
          SELECT t.account, a.seq, t.first - 1 + t.count AS count, t.last FROM touched t LEFT JOIN LATERAL (SELECT a.seq, a.balance FROM account a WHERE a.id = t.account LIMIT 1) a ON true
            LEFT JOIN LATERAL (SELECT b.seq FROM posting b WHERE b.account = t.account AND b.seq < t.first
                               ORDER BY b.seq DESC LIMIT 1) b ON true
          WHERE a.seq IS DISTINCT FROM t.last OR t.last <> t.first - 1 + t.count OR coalesce(b.seq, 0) <> t.first - 1)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(7, $name$every posting continues the balance before it$name$, $sql$WITH faults AS MATERIALIZED (SELECT account, seq, balance_after, expected FROM (
            SELECT account, seq, balance_after,
                   amount + coalesce(lag(balance_after) OVER (PARTITION BY account ORDER BY seq), 0) AS expected
            FROM posting) chain
          WHERE balance_after <> expected)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH touched AS MATERIALIZED (SELECT account, min(seq) AS first, max(seq) AS last, count(*) AS count
                 FROM posting WHERE recorded_at >= $2 GROUP BY 1), account AS (SELECT a.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM account a WHERE a.id = t.account LIMIT 1) a), posting AS (
              SELECT account, seq, amount, balance_after, recorded_at FROM posting WHERE recorded_at >= $2
              UNION ALL
              SELECT b.account, b.seq, b.balance_after, b.balance_after, b.recorded_at FROM touched t
                CROSS JOIN LATERAL (SELECT * FROM posting b WHERE b.account = t.account AND b.seq < t.first
                                    ORDER BY b.seq DESC LIMIT 1) b) SELECT * FROM (SELECT account, seq, balance_after, expected FROM (
            SELECT account, seq, balance_after,
                   amount + coalesce(lag(balance_after) OVER (PARTITION BY account ORDER BY seq), 0) AS expected
            FROM posting) chain
          WHERE balance_after <> expected) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(8, $name$time and sequence agree within an account$name$, $sql$WITH faults AS MATERIALIZED (SELECT account, seq, recorded_at FROM (
            SELECT account, seq, recorded_at, lag(recorded_at) OVER (PARTITION BY account ORDER BY seq) AS before
            FROM posting) times
          WHERE recorded_at < before)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH touched AS MATERIALIZED (SELECT account, min(seq) AS first, max(seq) AS last, count(*) AS count
                 FROM posting WHERE recorded_at >= $2 GROUP BY 1), account AS (SELECT a.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM account a WHERE a.id = t.account LIMIT 1) a), posting AS (
              SELECT account, seq, amount, balance_after, recorded_at FROM posting WHERE recorded_at >= $2
              UNION ALL
              SELECT b.account, b.seq, b.balance_after, b.balance_after, b.recorded_at FROM touched t
                CROSS JOIN LATERAL (SELECT * FROM posting b WHERE b.account = t.account AND b.seq < t.first
                                    ORDER BY b.seq DESC LIMIT 1) b) SELECT * FROM (SELECT account, seq, recorded_at FROM (
            SELECT account, seq, recorded_at, lag(recorded_at) OVER (PARTITION BY account ORDER BY seq) AS before
            FROM posting) times
          WHERE recorded_at < before) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(9, $name$every account is of a kind, has its floor, and does not stand below it$name$, $sql$WITH faults AS MATERIALIZED (SELECT a.id AS account, a.balance, a.floor, k.floor AS kind_floor FROM account a LEFT JOIN account_kind k USING (code)
          WHERE a.balance < k.floor OR a.floor IS DISTINCT FROM k.floor)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH touched AS MATERIALIZED (SELECT account, min(seq) AS first, max(seq) AS last, count(*) AS count
                 FROM posting WHERE recorded_at >= $2 GROUP BY 1), account AS (SELECT a.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM account a WHERE a.id = t.account LIMIT 1) a), posting AS (
              SELECT account, seq, amount, balance_after, recorded_at FROM posting WHERE recorded_at >= $2
              UNION ALL
              SELECT b.account, b.seq, b.balance_after, b.balance_after, b.recorded_at FROM touched t
                CROSS JOIN LATERAL (SELECT * FROM posting b WHERE b.account = t.account AND b.seq < t.first
                                    ORDER BY b.seq DESC LIMIT 1) b) SELECT * FROM (SELECT a.id AS account, a.balance, a.floor, k.floor AS kind_floor FROM account a LEFT JOIN account_kind k USING (code)
          WHERE a.balance < k.floor OR a.floor IS DISTINCT FROM k.floor) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(10, $name$what members and pools hold, the house owes: each unit sums to zero$name$, $sql$WITH faults AS MATERIALIZED (SELECT k.unit, sum(a.balance) AS off_by FROM account a JOIN account_kind k USING (code)
          GROUP BY 1 HAVING sum(a.balance) <> 0)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(11, $name$reserve:USDP backs all locked and active USDP$name$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
    SELECT (SELECT sum(a.balance) FROM account a JOIN account_kind k USING (code) WHERE k.kind = 'reserve:USDP') AS reserve,
           (SELECT coalesce(sum(a.balance), 0) FROM account a JOIN account_kind k USING (code) WHERE k.unit = 'USDP' AND k.member) AS owed) r
    WHERE reserve <> owed)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
    SELECT coalesce(sum(p.amount) FILTER (WHERE k.kind = 'reserve:USDP'), 0) AS reserve, coalesce(sum(p.amount) FILTER (WHERE k.unit = 'USDP' AND k.member), 0) AS owed
      FROM posting p JOIN account_kind k ON k.code = p.account % 1000 WHERE p.recorded_at >= $2) r
    WHERE reserve <> owed)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(12, $name$reserve:RP backs all RP$name$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
    SELECT (SELECT sum(a.balance) FROM account a JOIN account_kind k USING (code) WHERE k.kind = 'reserve:RP') AS reserve,
           (SELECT coalesce(sum(a.balance), 0) FROM account a JOIN account_kind k USING (code) WHERE k.unit = 'RP' AND k.member) AS owed) r
    WHERE reserve <> owed)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
    SELECT coalesce(sum(p.amount) FILTER (WHERE k.kind = 'reserve:RP'), 0) AS reserve, coalesce(sum(p.amount) FILTER (WHERE k.unit = 'RP' AND k.member), 0) AS owed
      FROM posting p JOIN account_kind k ON k.code = p.account % 1000 WHERE p.recorded_at >= $2) r
    WHERE reserve <> owed)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(13, $name$what is committed is what is promised and not yet paid$name$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
            SELECT (SELECT balance FROM account WHERE id = 604) AS committed,
                   (SELECT coalesce(sum(reward), 0) FROM package_loop WHERE released_by IS NULL AND NOT cancelled)
                   + (SELECT coalesce(sum(reward), 0) FROM stake WHERE state IN ('ongoing', 'unlocked'))
                   + (SELECT coalesce(sum(paid), 0) FROM bonus_line WHERE paid > 0 AND paid_by IS NULL) AS promised) x
          WHERE committed <> promised)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(14, $name$the locked USDP of each member is what has not come back of their packages$name$, $sql$WITH faults AS MATERIALIZED (SELECT coalesce(a.id, l.id) AS account, a.balance, l.locked FROM (SELECT id, balance FROM account WHERE code = 122) a
          FULL JOIN (SELECT member * 1000 + 122 AS id, sum(value) AS locked FROM package_loop WHERE released_by IS NULL AND NOT cancelled GROUP BY 1) l
            ON l.id = a.id
          WHERE coalesce(a.balance, 0) <> coalesce(l.locked, 0))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(15, $name$the parts of a package make it up, each on its day$name$, $sql$WITH faults AS MATERIALIZED (SELECT p.id AS package, p.price, sum(l.value) AS value, p.reward, sum(l.reward) AS promised FROM package p
          LEFT JOIN package_loop l ON l.package = p.id GROUP BY p.id
          HAVING coalesce(sum(l.value), 0) <> p.price OR coalesce(sum(l.reward), 0) <> p.reward OR count(l.n) <> p.loops
              OR bool_or(l.due_on <> p.start_day + l.n * p.loop_days OR l.member <> p.member
                OR l.value <> CASE WHEN l.n < p.loops THEN p.price / p.loops ELSE p.price - p.price / p.loops * (p.loops - 1) END
                OR l.reward <> CASE WHEN l.n < p.loops THEN p.reward / p.loops ELSE p.reward - p.reward / p.loops * (p.loops - 1) END)
          UNION ALL
          SELECT l.package, NULL, l.value, NULL, l.reward FROM package_loop l
          WHERE NOT EXISTS (SELECT 1 FROM package p WHERE p.id = l.package))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(16, $name$a part that came back has its own journal, with its amount, and not before its day$name$, $sql$WITH faults AS MATERIALIZED (WITH released AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.recorded_at, sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 121) AS amount
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'package_release' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT l.package, l.n, l.released_by, r.id AS journal, l.value + l.reward AS amount, r.amount AS posted
            FROM (SELECT * FROM package_loop WHERE released_by IS NOT NULL) l FULL JOIN released r ON r.id = l.released_by
          WHERE r.id IS NULL OR l.package IS NULL OR r.amount IS DISTINCT FROM l.value + l.reward OR r.owner <> l.member
             OR r.key <> 'package-loop:' || l.package || ':' || l.n OR r.recorded_at <> l.released_at
             OR (r.recorded_at AT TIME ZONE 'UTC')::date < l.due_on)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2), package_loop AS (SELECT * FROM package_loop WHERE released_at >= $2) SELECT * FROM (WITH released AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.recorded_at, sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 121) AS amount
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'package_release' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT l.package, l.n, l.released_by, r.id AS journal, l.value + l.reward AS amount, r.amount AS posted
            FROM (SELECT * FROM package_loop WHERE released_by IS NOT NULL) l FULL JOIN released r ON r.id = l.released_by
          WHERE r.id IS NULL OR l.package IS NULL OR r.amount IS DISTINCT FROM l.value + l.reward OR r.owner <> l.member
             OR r.key <> 'package-loop:' || l.package || ':' || l.n OR r.recorded_at <> l.released_at
             OR (r.recorded_at AT TIME ZONE 'UTC')::date < l.due_on) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(17, $name$a package was paid for, and its reward reserved, in the journal that it was bought by$name$, $sql$WITH faults AS MATERIALIZED (WITH bought AS MATERIALIZED (
            SELECT j.id, j.owner, sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 122) AS price,
                   sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 131) AS rp,
                   sum(p.amount) FILTER (WHERE p.account = 601) AS taken, sum(p.amount) FILTER (WHERE p.account = 604) AS reward
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'package_purchase' GROUP BY j.id, j.owner)
          SELECT p.id AS package, b.id AS journal, p.price, b.price AS posted, p.reward, b.reward AS reserved
            FROM package p FULL JOIN bought b ON b.id = p.bought_by
          WHERE p.id IS NULL OR b.id IS NULL OR b.owner <> p.member OR b.price IS DISTINCT FROM p.price
             OR coalesce(-b.rp, 0) <> p.rp OR coalesce(b.reward, 0) <> p.reward OR coalesce(-b.taken, 0) <> p.reward)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2), package AS (SELECT * FROM package WHERE bought_by IN (SELECT id FROM journal)) SELECT * FROM (WITH bought AS MATERIALIZED (
            SELECT j.id, j.owner, sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 122) AS price,
                   sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 131) AS rp,
                   sum(p.amount) FILTER (WHERE p.account = 601) AS taken, sum(p.amount) FILTER (WHERE p.account = 604) AS reward
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'package_purchase' GROUP BY j.id, j.owner)
          SELECT p.id AS package, b.id AS journal, p.price, b.price AS posted, p.reward, b.reward AS reserved
            FROM package p FULL JOIN bought b ON b.id = p.bought_by
          WHERE p.id IS NULL OR b.id IS NULL OR b.owner <> p.member OR b.price IS DISTINCT FROM p.price
             OR coalesce(-b.rp, 0) <> p.rp OR coalesce(b.reward, 0) <> p.reward OR coalesce(-b.taken, 0) <> p.reward) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(18, $name$a package that was cancelled was so in time, by the mirror image of its purchase, and nothing of it comes back$name$, $sql$WITH faults AS MATERIALIZED (SELECT p.id AS package, c.cancelled_by, c.cancelled_at, p.counted_at, r.reversed_by
            FROM package_cancellation c FULL JOIN package p ON p.id = c.package
            LEFT JOIN journal_reversal r ON r.journal = p.bought_by
          WHERE p.id IS NULL OR c.cancelled_by IS DISTINCT FROM r.reversed_by
             OR (c.package IS NOT NULL AND (p.cancel_days = 0 OR c.cancelled_at >= p.counted_at))
             OR EXISTS (SELECT 1 FROM package_loop l WHERE l.package = p.id AND l.cancelled IS DISTINCT FROM (c.package IS NOT NULL)))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(19, $name$every package has one certificate or waits for it; there is no gap, and each is made on the one before it$name$, $sql$WITH faults AS MATERIALIZED (SELECT c.serial, c.package, c.hash FROM (
            SELECT *, lag(hash, 1, repeat('0', 64)) OVER (ORDER BY serial) AS before, row_number() OVER (ORDER BY serial) AS place
              FROM certificate) c
          WHERE c.serial <> c.place OR c.hash <> encode(sha256(convert_to(c.json, 'UTF8')), 'hex')
             OR c.json::jsonb ->> 'previous' <> c.before OR (c.json::jsonb ->> 'serial')::bigint <> c.serial
             OR c.json::jsonb ->> 'contract' <> c.package::text
          UNION ALL
          SELECT c.serial, p.id, NULL FROM package p LEFT JOIN certificate c ON c.package = p.id
            LEFT JOIN certificate_due d ON d.package = p.id
            LEFT JOIN package_cancellation x ON x.package = p.id
          WHERE CASE WHEN x.package IS NULL OR p.cancel_days = 0 THEN (c.package IS NULL) = (d.package IS NULL) ELSE d.package IS NOT NULL END
             OR d.ready_at <> p.counted_at)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(20, $name$the CP of each member are those of their contracts$name$, $sql$WITH faults AS MATERIALIZED (SELECT coalesce(a.id, s.id) AS account, a.balance, s.cp FROM (SELECT id, balance FROM account WHERE code = 141) a
          FULL JOIN (SELECT member * 1000 + 141 AS id, sum(cp) AS cp FROM stake WHERE state IN ('ongoing', 'unlocked') GROUP BY 1) s
            ON s.id = a.id
          WHERE coalesce(a.balance, 0) <> coalesce(s.cp, 0))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(21, $name$reserve:CP is what the CP of all contracts cost, each at its own rate$name$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
            SELECT (SELECT balance FROM account WHERE id = 303) AS reserve,
                   (SELECT coalesce(sum(basis), 0) FROM stake WHERE state IN ('ongoing', 'unlocked')) AS owed) x
          WHERE reserve <> owed
          UNION ALL
          SELECT cp, basis FROM stake WHERE basis <> ceil(cp::numeric * rate_numerator / rate_denominator))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(22, $name$the journals of a contract leave what it has: its CP, their reserve and its promise$name$, $sql$WITH faults AS MATERIALIZED (WITH moved AS MATERIALIZED (
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
            WHERE j.kind = 'stake_restore' AND NOT EXISTS (SELECT 1 FROM journal_reversal r WHERE r.reversed_by = j.id))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(23, $name$the reward of each term was reserved in its own journal, from the pool$name$, $sql$WITH faults AS MATERIALIZED (WITH reserved AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.kind, coalesce(sum(p.amount) FILTER (WHERE p.account = 604), 0) AS promised,
                   coalesce(-sum(p.amount) FILTER (WHERE p.account = 602), 0) AS taken
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind IN ('stake_start', 'stake_term') GROUP BY j.owner, j.key)
          SELECT t.stake, t.term, t.reward, r.promised, r.taken FROM stake_term t JOIN stake s ON s.id = t.stake
            FULL JOIN reserved r ON r.id = t.reserved_by
          WHERE (t.stake IS NULL) OR (r.id IS NULL AND (t.reward <> 0 OR t.term = 1))
             OR (r.id IS NOT NULL AND (r.promised <> t.reward OR r.taken <> t.reward OR r.owner <> s.member
                   OR r.kind <> CASE t.term WHEN 1 THEN 'stake_start' ELSE 'stake_term' END
                   OR (t.term > 1 AND r.key <> 'stake-term:' || t.stake || ':' || t.term)
                   OR (t.term = 1 AND r.id <> s.begun_by))))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(24, $name$the terms of a contract follow each other, none earns more than it may, and it stands in its last$name$, $sql$WITH faults AS MATERIALIZED (WITH terms AS (
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
            WHERE NOT EXISTS (SELECT 1 FROM stake s WHERE s.id = rows.stake))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(25, $name$nothing leaves a contract before its term is over$name$, $sql$WITH faults AS MATERIALIZED (SELECT j.id AS journal, j.key, j.recorded_at, t.matures_on FROM journal j
          LEFT JOIN stake_term t ON t.stake::text = j.memo ->> 'stake' AND t.term::text = j.memo ->> 'term'
          WHERE j.kind IN ('stake_profit', 'stake_redeem')
            AND (t.stake IS NULL OR (j.recorded_at AT TIME ZONE 'UTC')::date < t.matures_on))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (SELECT j.id AS journal, j.key, j.recorded_at, t.matures_on FROM journal j
          LEFT JOIN stake_term t ON t.stake::text = j.memo ->> 'stake' AND t.term::text = j.memo ->> 'term'
          WHERE j.kind IN ('stake_profit', 'stake_redeem')
            AND (t.stake IS NULL OR (j.recorded_at AT TIME ZONE 'UTC')::date < t.matures_on)) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(26, $name$what is applied for is one open withdrawal of the contract, for its sum, and the other way round$name$, $sql$WITH faults AS MATERIALIZED (SELECT s.id AS stake, w.id AS withdrawal, s.payout, w.amount FROM (SELECT * FROM stake WHERE state = 'applied') s
          FULL JOIN (SELECT * FROM withdrawal WHERE origin = 'stake_close' AND status = 'pending_review') w ON w.stake = s.id
          WHERE s.id IS NULL OR w.id IS NULL OR w.amount <> s.payout OR w.member <> s.member
          UNION ALL
          SELECT w.stake, w.id, NULL, w.amount FROM withdrawal w LEFT JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
          WHERE h.stake IS DISTINCT FROM w.stake
          UNION ALL
          SELECT h.stake, NULL, NULL, h.amount FROM money_hold h WHERE h.stake IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.member = h.owner AND w.hold = h.id))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(27, $name$a package counts once: after its time to cancel, not before, and never when it was cancelled$name$, $sql$WITH faults AS MATERIALIZED (SELECT p.id AS package, s.day, p.counted_at, d.package IS NOT NULL AS waits, c.package IS NOT NULL AS cancelled
            FROM package p FULL JOIN sale s ON s.package = p.id LEFT JOIN sale_due d ON d.package = p.id
            LEFT JOIN package_cancellation c ON c.package = p.id
          WHERE p.id IS NULL
             OR (s.package IS NOT NULL AND (d.package IS NOT NULL OR c.package IS NOT NULL OR s.points <> p.price
                   OR s.member <> p.member OR s.level <> p.level OR s.ends_on <> p.start_day + p.loops * p.loop_days
                   OR s.counted_at < p.counted_at OR s.day < (p.counted_at AT TIME ZONE 'UTC')::date))
             OR (s.package IS NULL AND d.package IS NULL AND c.package IS NULL)
             OR (d.package IS NOT NULL AND d.counted_at <> p.counted_at))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(28, $name$bonus days follow each other, and each pays within its budget what its lines are paid$name$, $sql$WITH faults AS MATERIALIZED (SELECT d.day, d.budget, d.demand, d.paid, l.due, l.paid AS of_lines FROM (
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
          SELECT s.day, NULL, NULL, NULL, NULL, NULL FROM sale s WHERE s.day < (SELECT min(day) FROM bonus_day))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(29, $name$what a bonus day pays was promised in its own journal, out of the pool$name$, $sql$WITH faults AS MATERIALIZED (WITH closings AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, sum(p.amount) FILTER (WHERE p.account = 604) AS promised,
                   -sum(p.amount) FILTER (WHERE p.account = 603) AS taken
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'bonus_close' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT d.day, d.paid, c.promised, c.taken FROM (SELECT * FROM bonus_day WHERE paid > 0) d FULL JOIN closings c ON c.id = d.closed_by
          WHERE d.day IS NULL OR c.id IS NULL OR c.promised IS DISTINCT FROM d.paid OR c.taken IS DISTINCT FROM d.paid OR c.owner <> 0
             OR c.key <> 'team-bonus-close:' || d.day)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2), bonus_day AS (SELECT * FROM bonus_day WHERE closed_by IN (SELECT id FROM journal)) SELECT * FROM (WITH closings AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, sum(p.amount) FILTER (WHERE p.account = 604) AS promised,
                   -sum(p.amount) FILTER (WHERE p.account = 603) AS taken
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'bonus_close' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT d.day, d.paid, c.promised, c.taken FROM (SELECT * FROM bonus_day WHERE paid > 0) d FULL JOIN closings c ON c.id = d.closed_by
          WHERE d.day IS NULL OR c.id IS NULL OR c.promised IS DISTINCT FROM d.paid OR c.taken IS DISTINCT FROM d.paid OR c.owner <> 0
             OR c.key <> 'team-bonus-close:' || d.day) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(30, $name$every line of a bonus day follows from what it says, by the terms of its day$name$, $sql$WITH faults AS MATERIALIZED (SELECT l.member, l.day, l.matched, l.pairing, l.cut, l.due, l.paid FROM bonus_line l
            JOIN (SELECT *, (terms ->> 'directPpm')::numeric AS direct_ppm, (terms ->> 'pairingPpm')::numeric AS pairing_ppm,
                         (terms ->> 'rpPpm')::numeric AS rp_ppm, (terms ->> 'ownValuePpm')::numeric AS own_ppm
                    FROM bonus_day) d USING (day)
          WHERE l.matched <> CASE WHEN l.qualified AND d.budget > 0 THEN least(l.left_stock, l.right_stock) ELSE 0 END
             OR l.direct <> CASE WHEN l.qualified AND d.budget > 0 THEN trunc(l.direct_points * d.direct_ppm / 1000000) ELSE 0 END
             OR l.pairing <> trunc(l.matched * d.pairing_ppm / 1000000) OR l.cut <> greatest(l.pairing - l.cap, 0)
             OR l.due <> CASE WHEN d.own_ppm IS NULL THEN l.direct + l.pairing - l.cut
                  ELSE least(l.direct + l.pairing - l.cut, greatest(trunc(l.own_value * d.own_ppm / 1000000) - l.month_before, 0)) END
             OR l.paid <> CASE WHEN d.demand <= d.budget THEN l.due ELSE div(l.due::numeric * d.budget, d.demand) END
             OR l.rp <> trunc(l.paid * d.rp_ppm / 1000000))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(31, $name$a bonus that was paid has its own journal, with its amounts and nobody else’s$name$, $sql$WITH faults AS MATERIALIZED (WITH paid AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.recorded_at, coalesce(sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 121), 0) AS usdp,
                   coalesce(sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 131), 0) AS rp,
                   -sum(p.amount) FILTER (WHERE p.account = 604) AS kept
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'team_bonus' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT l.member, l.day, l.paid, l.rp, p.usdp, p.rp AS posted_rp, p.id AS journal
            FROM (SELECT * FROM bonus_line WHERE paid_by IS NOT NULL) l FULL JOIN paid p ON p.id = l.paid_by
          WHERE l.member IS NULL OR p.id IS NULL OR p.owner <> l.member OR p.usdp <> l.paid - l.rp OR p.rp <> l.rp
             OR p.kept IS DISTINCT FROM l.paid OR p.key <> 'team-bonus:' || l.day || ':' || l.member OR p.recorded_at <> l.paid_at)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2), bonus_line AS (SELECT * FROM bonus_line WHERE paid_at >= $2) SELECT * FROM (WITH paid AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.recorded_at, coalesce(sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 121), 0) AS usdp,
                   coalesce(sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 131), 0) AS rp,
                   -sum(p.amount) FILTER (WHERE p.account = 604) AS kept
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'team_bonus' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT l.member, l.day, l.paid, l.rp, p.usdp, p.rp AS posted_rp, p.id AS journal
            FROM (SELECT * FROM bonus_line WHERE paid_by IS NOT NULL) l FULL JOIN paid p ON p.id = l.paid_by
          WHERE l.member IS NULL OR p.id IS NULL OR p.owner <> l.member OR p.usdp <> l.paid - l.rp OR p.rp <> l.rp
             OR p.kept IS DISTINCT FROM l.paid OR p.key <> 'team-bonus:' || l.day || ':' || l.member OR p.recorded_at <> l.paid_at) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(32, $name$a bonus was corrected by what was asked for, of whom it was, and under the key of its request$name$, $sql$WITH faults AS MATERIALIZED (WITH requests AS MATERIALIZED (
            SELECT subject, (payload ->> 'member')::bigint AS member, (payload ->> 'amount')::bigint AS amount,
                   payload ->> 'cause' AS cause FROM approval WHERE action = 'bonus.correct')
          SELECT j.id, j.owner, j.key, c.member, c.amount, c.cause, p.usdp, p.taken FROM journal j
            LEFT JOIN requests c ON j.owner = c.member AND j.key = 'bonus-correction:' || c.subject
            LEFT JOIN (SELECT p.journal, sum(p.amount) FILTER (WHERE p.account >= 1000) AS usdp,
                              -sum(p.amount) FILTER (WHERE p.account = 603) AS taken
                         FROM posting p JOIN journal k ON k.id = p.journal WHERE k.kind = 'bonus_correction' GROUP BY 1) p ON p.journal = j.id
          WHERE j.kind = 'bonus_correction'
            AND (c.subject IS NULL OR p.usdp IS DISTINCT FROM c.amount OR p.taken IS DISTINCT FROM c.amount
                 OR coalesce(j.memo->>'cause', 'other') <> c.cause))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (WITH requests AS MATERIALIZED (
            SELECT subject, (payload ->> 'member')::bigint AS member, (payload ->> 'amount')::bigint AS amount,
                   payload ->> 'cause' AS cause FROM approval WHERE action = 'bonus.correct')
          SELECT j.id, j.owner, j.key, c.member, c.amount, c.cause, p.usdp, p.taken FROM journal j
            LEFT JOIN requests c ON j.owner = c.member AND j.key = 'bonus-correction:' || c.subject
            LEFT JOIN (SELECT p.journal, sum(p.amount) FILTER (WHERE p.account >= 1000) AS usdp,
                              -sum(p.amount) FILTER (WHERE p.account = 603) AS taken
                         FROM posting p JOIN journal k ON k.id = p.journal WHERE k.kind = 'bonus_correction' GROUP BY 1) p ON p.journal = j.id
          WHERE j.kind = 'bonus_correction'
            AND (c.subject IS NULL OR p.usdp IS DISTINCT FROM c.amount OR p.taken IS DISTINCT FROM c.amount
                 OR coalesce(j.memo->>'cause', 'other') <> c.cause)) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(33, $name$each member stands as the last of their lines left them$name$, $sql$WITH faults AS MATERIALIZED (SELECT coalesce(s.member, l.member) AS member, s.left_gone, l.left_gone AS of_line, s.month_paid FROM bonus_standing s
            FULL JOIN (SELECT DISTINCT ON (member) *, date_trunc('month', day)::date AS month FROM bonus_line
                         WHERE matched > 0 OR paid > 0 ORDER BY member, day DESC) l USING (member)
          WHERE (s.left_gone, s.right_gone, s.month, s.month_paid)
                IS DISTINCT FROM (l.left_gone, l.right_gone, l.month, l.month_before + l.paid))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(34, $name$the daily limits have counted every transfer, every exchange and every withdrawal$name$, $sql$WITH faults AS MATERIALIZED (WITH moved AS (
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
             OR a.withdrawn <> coalesce(c.withdrawn, 0))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(35, $name$every consumed quote moved what it promised, and only an exchange consumes one$name$, $sql$WITH faults AS MATERIALIZED (WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, sum(p.amount) AS amount FROM posting p JOIN exchange_quote q ON q.consumed_by = p.journal GROUP BY 1, 2)
          SELECT q.owner, q.id, q.consumed_by FROM exchange_quote q JOIN exchange_pair e USING (from_unit, to_unit)
            LEFT JOIN moved given ON given.journal = q.consumed_by AND given.account = q.owner * 1000 + e.from_code
            LEFT JOIN moved got ON got.journal = q.consumed_by AND got.account = q.owner * 1000 + e.to_code
            WHERE q.consumed_by IS NOT NULL AND (given.amount IS DISTINCT FROM -q.given OR coalesce(got.amount, 0) <> q.credit)
          UNION ALL
          SELECT j.owner, j.id, NULL FROM journal j
            WHERE j.kind = 'exchange' AND NOT EXISTS (SELECT 1 FROM exchange_quote q WHERE q.consumed_by = j.id)
              AND NOT EXISTS (SELECT 1 FROM exchange_quote_deleted d WHERE d.journal = j.id))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2), exchange_quote AS (SELECT * FROM exchange_quote WHERE consumed_by IN (SELECT id FROM journal)) SELECT * FROM (WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, sum(p.amount) AS amount FROM posting p JOIN exchange_quote q ON q.consumed_by = p.journal GROUP BY 1, 2)
          SELECT q.owner, q.id, q.consumed_by FROM exchange_quote q JOIN exchange_pair e USING (from_unit, to_unit)
            LEFT JOIN moved given ON given.journal = q.consumed_by AND given.account = q.owner * 1000 + e.from_code
            LEFT JOIN moved got ON got.journal = q.consumed_by AND got.account = q.owner * 1000 + e.to_code
            WHERE q.consumed_by IS NOT NULL AND (given.amount IS DISTINCT FROM -q.given OR coalesce(got.amount, 0) <> q.credit)
          UNION ALL
          SELECT j.owner, j.id, NULL FROM journal j
            WHERE j.kind = 'exchange' AND NOT EXISTS (SELECT 1 FROM exchange_quote q WHERE q.consumed_by = j.id)
              AND NOT EXISTS (SELECT 1 FROM exchange_quote_deleted d WHERE d.journal = j.id)) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(36, $name$what is pending is what open holds hold$name$, $sql$WITH faults AS MATERIALIZED (SELECT a.id AS account, a.balance, coalesce(h.held, 0) AS held FROM account a JOIN account_kind k USING (code)
          LEFT JOIN (SELECT pending, sum(amount) AS held FROM money_hold WHERE state = 'open' GROUP BY 1) h ON h.pending = a.id
          WHERE k.kind = 'pending' AND a.balance <> coalesce(h.held, 0))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH touched AS MATERIALIZED (SELECT account, min(seq) AS first, max(seq) AS last, count(*) AS count
                 FROM posting WHERE recorded_at >= $2 GROUP BY 1), account AS (SELECT a.* FROM touched t CROSS JOIN LATERAL (SELECT * FROM account a WHERE a.id = t.account LIMIT 1) a), posting AS (
              SELECT account, seq, amount, balance_after, recorded_at FROM posting WHERE recorded_at >= $2
              UNION ALL
              SELECT b.account, b.seq, b.balance_after, b.balance_after, b.recorded_at FROM touched t
                CROSS JOIN LATERAL (SELECT * FROM posting b WHERE b.account = t.account AND b.seq < t.first
                                    ORDER BY b.seq DESC LIMIT 1) b) SELECT * FROM (SELECT a.id AS account, a.balance, coalesce(h.held, 0) AS held FROM account a JOIN account_kind k USING (code)
          LEFT JOIN (SELECT pending, sum(amount) AS held FROM money_hold WHERE state = 'open' GROUP BY 1) h ON h.pending = a.id
          WHERE k.kind = 'pending' AND a.balance <> coalesce(h.held, 0)) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(37, $name$every hold was made by its journal, and ended by the one it names$name$, $sql$WITH faults AS MATERIALIZED (WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, sum(p.amount) AS amount FROM posting p
              JOIN (SELECT id AS journal FROM money_hold UNION SELECT ended_by FROM money_hold) h USING (journal) GROUP BY 1, 2)
          SELECT h.owner, h.id, h.state FROM money_hold h
            LEFT JOIN moved made ON made.journal = h.id AND made.account = h.pending
            LEFT JOIN moved ended ON ended.journal = h.ended_by AND ended.account = h.pending
            LEFT JOIN moved back ON back.journal = h.ended_by AND back.account = h.source
            WHERE made.amount IS DISTINCT FROM h.amount
               OR (h.ended_by IS NOT NULL AND
                   (ended.amount IS DISTINCT FROM -h.amount OR coalesce(back.amount, 0) <> h.amount - h.settled)))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(38, $name$every deposit was credited by its journal, or stands in suspense$name$, $sql$WITH faults AS MATERIALIZED (WITH credited AS MATERIALIZED (
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
            WHERE s.held <> s.balance)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2), deposit_transfer AS (SELECT * FROM deposit_transfer
                WHERE journal IN (SELECT id FROM journal) OR state IN ('below_minimum', 'held_unverified', 'suspense')) SELECT * FROM (WITH credited AS MATERIALIZED (
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
            WHERE s.held <> s.balance) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(39, $name$a deposit is worth what a rate of its time makes of it, less the fee of its time or none by two people$name$, $sql$WITH faults AS MATERIALIZED (WITH fees AS MATERIALIZED (SELECT key, value, tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY key ORDER BY effective_from)) AS during
      FROM rule WHERE subject = 'limit' AND replaced_by IS NULL), rates AS MATERIALIZED (SELECT r.id, p.base, r.numerator, r.denominator, r.during FROM market_rate r JOIN rate_pair p ON p.id = r.pair
      WHERE p.quote = 'USD' AND r.during IS NOT NULL),
            released AS MATERIALIZED (
              SELECT DISTINCT a.subject FROM approval a JOIN approval_given g ON g.approval = a.id
                WHERE a.action = 'deposit.release' AND lower(coalesce(substring(g.actor FROM '^(?:command|operator):(.*)$'), '')) <> lower(coalesce(substring(a.requested_by FROM '^(?:command|operator):(.*)$'), '')))
          SELECT d.id AS deposit, d.usdt, d.fee, d.usd, d.rate FROM deposit_transfer d
          WHERE d.state IN ('held_unverified', 'credited') AND d.recorded_at > (SELECT applied_at FROM migration WHERE name = '048-own-verification')
            AND NOT (EXISTS (SELECT 1 FROM rates r
                  WHERE r.id = d.rate AND r.base = 'USDT' AND (coalesce(d.priced_at, d.block_time) IS NOT NULL AND r.during && tstzrange(coalesce(d.priced_at, d.block_time) - interval '1 minute', coalesce(d.priced_at, d.block_time) + interval '1 minute'))
                    AND d.usd = div((d.usdt - d.fee)::numeric * r.numerator, r.denominator))
              AND (EXISTS (SELECT 1 FROM fees f
                  WHERE f.key = 'deposit-USDT' AND d.fee = least((f.value ->> 'fee')::bigint, d.usdt) AND (d.block_time IS NOT NULL AND f.during && tstzrange(d.block_time - interval '1 minute', d.block_time + interval '1 minute')))
                OR d.fee = 0 AND d.id::text IN (SELECT subject FROM released))))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH deposit_transfer AS (SELECT * FROM deposit_transfer WHERE greatest(recorded_at, priced_at, credited_at) >= $2) SELECT * FROM (WITH fees AS MATERIALIZED (SELECT key, value, tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY key ORDER BY effective_from)) AS during
      FROM rule WHERE subject = 'limit' AND replaced_by IS NULL), rates AS MATERIALIZED (SELECT r.id, p.base, r.numerator, r.denominator, r.during FROM market_rate r JOIN rate_pair p ON p.id = r.pair
      WHERE p.quote = 'USD' AND r.during IS NOT NULL),
            released AS MATERIALIZED (
              SELECT DISTINCT a.subject FROM approval a JOIN approval_given g ON g.approval = a.id
                WHERE a.action = 'deposit.release' AND lower(coalesce(substring(g.actor FROM '^(?:command|operator):(.*)$'), '')) <> lower(coalesce(substring(a.requested_by FROM '^(?:command|operator):(.*)$'), '')))
          SELECT d.id AS deposit, d.usdt, d.fee, d.usd, d.rate FROM deposit_transfer d
          WHERE d.state IN ('held_unverified', 'credited') AND d.recorded_at > (SELECT applied_at FROM migration WHERE name = '048-own-verification')
            AND NOT (EXISTS (SELECT 1 FROM rates r
                  WHERE r.id = d.rate AND r.base = 'USDT' AND (coalesce(d.priced_at, d.block_time) IS NOT NULL AND r.during && tstzrange(coalesce(d.priced_at, d.block_time) - interval '1 minute', coalesce(d.priced_at, d.block_time) + interval '1 minute'))
                    AND d.usd = div((d.usdt - d.fee)::numeric * r.numerator, r.denominator))
              AND (EXISTS (SELECT 1 FROM fees f
                  WHERE f.key = 'deposit-USDT' AND d.fee = least((f.value ->> 'fee')::bigint, d.usdt) AND (d.block_time IS NOT NULL AND f.during && tstzrange(d.block_time - interval '1 minute', d.block_time + interval '1 minute')))
                OR d.fee = 0 AND d.id::text IN (SELECT subject FROM released)))) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(40, $name$a transfer left the fee of its time, and nothing else on the way$name$, $sql$WITH faults AS MATERIALIZED (WITH fees AS MATERIALIZED (SELECT key, value, tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY key ORDER BY effective_from)) AS during
      FROM rule WHERE subject = 'limit' AND replaced_by IS NULL),
            moved AS MATERIALIZED (
              SELECT j.id, j.recorded_at, k.unit, sum(CASE WHEN p.account < 1000 THEN p.amount ELSE 0 END) AS fee
                FROM journal j JOIN posting p ON p.journal = j.id JOIN account_kind k ON k.code = p.account % 1000
               WHERE j.kind = 'transfer' AND j.recorded_at > (SELECT applied_at FROM migration WHERE name = '048-own-verification') GROUP BY j.id, j.recorded_at, k.unit)
          SELECT m.id AS journal, m.unit, m.fee FROM moved m
          WHERE NOT EXISTS (SELECT 1 FROM fees f
            WHERE f.key = 'transfer-' || m.unit AND (f.value ->> 'fee')::bigint = m.fee AND (m.recorded_at IS NOT NULL AND f.during && tstzrange(m.recorded_at - interval '1 minute', m.recorded_at + interval '1 minute'))))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (WITH fees AS MATERIALIZED (SELECT key, value, tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY key ORDER BY effective_from)) AS during
      FROM rule WHERE subject = 'limit' AND replaced_by IS NULL),
            moved AS MATERIALIZED (
              SELECT j.id, j.recorded_at, k.unit, sum(CASE WHEN p.account < 1000 THEN p.amount ELSE 0 END) AS fee
                FROM journal j JOIN posting p ON p.journal = j.id JOIN account_kind k ON k.code = p.account % 1000
               WHERE j.kind = 'transfer' AND j.recorded_at > (SELECT applied_at FROM migration WHERE name = '048-own-verification') GROUP BY j.id, j.recorded_at, k.unit)
          SELECT m.id AS journal, m.unit, m.fee FROM moved m
          WHERE NOT EXISTS (SELECT 1 FROM fees f
            WHERE f.key = 'transfer-' || m.unit AND (f.value ->> 'fee')::bigint = m.fee AND (m.recorded_at IS NOT NULL AND f.during && tstzrange(m.recorded_at - interval '1 minute', m.recorded_at + interval '1 minute')))) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(41, $name$a withdrawal is worth, and pays, what rates and the fee of its time make of its amount$name$, $sql$WITH faults AS MATERIALIZED (WITH fees AS MATERIALIZED (SELECT key, value, tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY key ORDER BY effective_from)) AS during
      FROM rule WHERE subject = 'withdrawalFee' AND replaced_by IS NULL), rates AS MATERIALIZED (SELECT r.id, p.base, r.numerator, r.denominator, r.during FROM market_rate r JOIN rate_pair p ON p.id = r.pair
      WHERE p.quote = 'USD' AND r.during IS NOT NULL),
            made AS MATERIALIZED (
              SELECT w.*, coalesce(e.at, w.created_at) AS fixed_at, d.block_time AS came_at FROM withdrawal w
                JOIN journal j ON j.owner = w.member AND j.id = w.hold
                LEFT JOIN (SELECT withdrawal, max(at) AS at FROM withdrawal_event WHERE kind = 'approved' GROUP BY 1) e
                  ON e.withdrawal = w.id AND w.accepts_from IS NOT NULL
                LEFT JOIN approval b ON b.action = 'deposit.return' AND b.subject = w.deposit_return::text
                LEFT JOIN deposit_transfer d ON d.id = (b.payload #>> '{deposit}')::bigint
                WHERE j.recorded_at > (SELECT applied_at FROM migration WHERE name = '048-own-verification'))
          SELECT w.id AS withdrawal, w.amount, w.worth, w.gross, w.fee, w.received FROM made w
          WHERE NOT (w.received = w.gross - w.fee
            AND (w.unit = 'USD' AND w.worth = w.amount OR w.unit = 'USDT' AND EXISTS (SELECT 1 FROM rates g
                WHERE g.base = 'USDT' AND w.worth = div(w.amount::numeric * g.numerator, g.denominator)
                  AND ((w.created_at IS NOT NULL AND g.during && tstzrange(w.created_at - interval '1 minute', w.created_at + interval '1 minute')) OR (w.came_at IS NOT NULL AND g.during && tstzrange(w.came_at - interval '1 minute', w.came_at + interval '1 minute')))))
            AND (w.unit = w.asset AND w.gross = w.amount
              OR EXISTS (SELECT 1 FROM rates r
                  LEFT JOIN rates g ON w.unit = 'USDT' AND g.base = 'USDT' AND (w.fixed_at IS NOT NULL AND g.during && tstzrange(w.fixed_at - interval '1 minute', w.fixed_at + interval '1 minute'))
                  WHERE r.id = w.rate AND r.base = w.asset AND (w.fixed_at IS NOT NULL AND r.during && tstzrange(w.fixed_at - interval '1 minute', w.fixed_at + interval '1 minute'))
                    AND w.gross = div(w.amount::numeric * CASE w.asset WHEN 'USDT' THEN 1 ELSE 100 END
                        * CASE w.unit WHEN 'USD' THEN 1 ELSE g.numerator END * r.denominator,
                      CASE w.unit WHEN 'USD' THEN 1 ELSE g.denominator END::numeric * r.numerator)))
            AND (w.deposit_return IS NOT NULL AND w.fee = 0
              OR EXISTS (SELECT 1 FROM fees f
                  WHERE f.key = w.asset || '-' || w.chain AND (f.value ->> 'fee')::bigint = w.fee AND (w.created_at IS NOT NULL AND f.during && tstzrange(w.created_at - interval '1 minute', w.created_at + interval '1 minute'))))))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH withdrawal AS (SELECT * FROM withdrawal WHERE changed_at >= $2) SELECT * FROM (WITH fees AS MATERIALIZED (SELECT key, value, tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY key ORDER BY effective_from)) AS during
      FROM rule WHERE subject = 'withdrawalFee' AND replaced_by IS NULL), rates AS MATERIALIZED (SELECT r.id, p.base, r.numerator, r.denominator, r.during FROM market_rate r JOIN rate_pair p ON p.id = r.pair
      WHERE p.quote = 'USD' AND r.during IS NOT NULL),
            made AS MATERIALIZED (
              SELECT w.*, coalesce(e.at, w.created_at) AS fixed_at, d.block_time AS came_at FROM withdrawal w
                JOIN journal j ON j.owner = w.member AND j.id = w.hold
                LEFT JOIN (SELECT withdrawal, max(at) AS at FROM withdrawal_event WHERE kind = 'approved' GROUP BY 1) e
                  ON e.withdrawal = w.id AND w.accepts_from IS NOT NULL
                LEFT JOIN approval b ON b.action = 'deposit.return' AND b.subject = w.deposit_return::text
                LEFT JOIN deposit_transfer d ON d.id = (b.payload #>> '{deposit}')::bigint
                WHERE j.recorded_at > (SELECT applied_at FROM migration WHERE name = '048-own-verification'))
          SELECT w.id AS withdrawal, w.amount, w.worth, w.gross, w.fee, w.received FROM made w
          WHERE NOT (w.received = w.gross - w.fee
            AND (w.unit = 'USD' AND w.worth = w.amount OR w.unit = 'USDT' AND EXISTS (SELECT 1 FROM rates g
                WHERE g.base = 'USDT' AND w.worth = div(w.amount::numeric * g.numerator, g.denominator)
                  AND ((w.created_at IS NOT NULL AND g.during && tstzrange(w.created_at - interval '1 minute', w.created_at + interval '1 minute')) OR (w.came_at IS NOT NULL AND g.during && tstzrange(w.came_at - interval '1 minute', w.came_at + interval '1 minute')))))
            AND (w.unit = w.asset AND w.gross = w.amount
              OR EXISTS (SELECT 1 FROM rates r
                  LEFT JOIN rates g ON w.unit = 'USDT' AND g.base = 'USDT' AND (w.fixed_at IS NOT NULL AND g.during && tstzrange(w.fixed_at - interval '1 minute', w.fixed_at + interval '1 minute'))
                  WHERE r.id = w.rate AND r.base = w.asset AND (w.fixed_at IS NOT NULL AND r.during && tstzrange(w.fixed_at - interval '1 minute', w.fixed_at + interval '1 minute'))
                    AND w.gross = div(w.amount::numeric * CASE w.asset WHEN 'USDT' THEN 1 ELSE 100 END
                        * CASE w.unit WHEN 'USD' THEN 1 ELSE g.numerator END * r.denominator,
                      CASE w.unit WHEN 'USD' THEN 1 ELSE g.denominator END::numeric * r.numerator)))
            AND (w.deposit_return IS NOT NULL AND w.fee = 0
              OR EXISTS (SELECT 1 FROM fees f
                  WHERE f.key = w.asset || '-' || w.chain AND (f.value ->> 'fee')::bigint = w.fee AND (w.created_at IS NOT NULL AND f.during && tstzrange(w.created_at - interval '1 minute', w.created_at + interval '1 minute')))))) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(42, $name$a deposit that goes back is one withdrawal of its sum, paid once it is back, and none while it stands aside$name$, $sql$WITH faults AS MATERIALIZED (WITH deposit_return AS MATERIALIZED (
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
                WHERE r.reversed_by = j.id)))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (WITH deposit_return AS MATERIALIZED (
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
                WHERE r.reversed_by = j.id))) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(43, $name$every withdrawal has a hold of its amount, open, settled whole or given back as it stands, and one payout$name$, $sql$WITH faults AS MATERIALIZED (SELECT w.id AS withdrawal, w.status, h.state AS hold, h.amount, h.settled, p.count AS payouts FROM withdrawal w
          LEFT JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
          LEFT JOIN (SELECT withdrawal, count(*), min(paid) AS paid FROM withdrawal_payout WHERE state = 'confirmed' GROUP BY 1) p
            ON p.withdrawal = w.id
          CROSS JOIN LATERAL (SELECT fee, CASE WHEN w.asset = 'USDT' AND p.paid IS NOT NULL
    THEN ceil((w.amount - fee) * p.paid / w.received) ELSE w.amount - fee END AS custody
  FROM (SELECT ceil(w.amount::numeric * w.fee / w.gross) AS fee) share) AS due
          WHERE h.amount IS DISTINCT FROM w.amount
             OR h.state IS DISTINCT FROM CASE w.status WHEN 'approved' THEN 'settled' WHEN 'rejected' THEN 'released' ELSE 'open' END
             OR (w.status = 'approved') <> (h.settled = least(h.amount, due.custody + due.fee)) OR (w.status = 'approved') <> (coalesce(p.count, 0) = 1))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (SELECT w.id AS withdrawal, w.status, h.state AS hold, h.amount, h.settled, p.count AS payouts FROM withdrawal w
          LEFT JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
          LEFT JOIN (SELECT withdrawal, count(*), min(paid) AS paid FROM withdrawal_payout WHERE state = 'confirmed' GROUP BY 1) p
            ON p.withdrawal = w.id
          CROSS JOIN LATERAL (SELECT fee, CASE WHEN w.asset = 'USDT' AND p.paid IS NOT NULL
    THEN ceil((w.amount - fee) * p.paid / w.received) ELSE w.amount - fee END AS custody
  FROM (SELECT ceil(w.amount::numeric * w.fee / w.gross) AS fee) share) AS due
          WHERE h.amount IS DISTINCT FROM w.amount
             OR h.state IS DISTINCT FROM CASE w.status WHEN 'approved' THEN 'settled' WHEN 'rejected' THEN 'released' ELSE 'open' END
             OR (w.status = 'approved') <> (h.settled = least(h.amount, due.custody + due.fee)) OR (w.status = 'approved') <> (coalesce(p.count, 0) = 1))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(44, $name$a paid withdrawal took from custody what was paid, and left the fee that was shown$name$, $sql$WITH faults AS MATERIALIZED (WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, p.amount FROM posting p JOIN money_hold h ON h.ended_by = p.journal
              WHERE p.account IN (201, 211, 401, 411))
          SELECT w.id AS withdrawal, w.amount, due.custody, due.fee, c.amount AS gave, f.amount AS took FROM withdrawal w
            JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
            LEFT JOIN (SELECT withdrawal, min(paid) AS paid FROM withdrawal_payout WHERE state = 'confirmed' GROUP BY 1) p
              ON p.withdrawal = w.id
            CROSS JOIN LATERAL (SELECT fee, CASE WHEN w.asset = 'USDT' AND p.paid IS NOT NULL
    THEN ceil((w.amount - fee) * p.paid / w.received) ELSE w.amount - fee END AS custody
  FROM (SELECT ceil(w.amount::numeric * w.fee / w.gross) AS fee) share) AS due
            LEFT JOIN moved c ON c.journal = h.ended_by AND c.account = CASE w.unit WHEN 'USD' THEN 201 ELSE 211 END
            LEFT JOIN moved f ON f.journal = h.ended_by AND f.account = CASE w.unit WHEN 'USD' THEN 401 ELSE 411 END
          WHERE w.status = 'approved'
            AND (coalesce(c.amount, 0) <> due.custody OR coalesce(f.amount, 0) <> due.fee))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2), money_hold AS (SELECT * FROM money_hold WHERE ended_by IN (SELECT id FROM journal)) SELECT * FROM (WITH moved AS MATERIALIZED (
            SELECT p.journal, p.account, p.amount FROM posting p JOIN money_hold h ON h.ended_by = p.journal
              WHERE p.account IN (201, 211, 401, 411))
          SELECT w.id AS withdrawal, w.amount, due.custody, due.fee, c.amount AS gave, f.amount AS took FROM withdrawal w
            JOIN money_hold h ON h.owner = w.member AND h.id = w.hold
            LEFT JOIN (SELECT withdrawal, min(paid) AS paid FROM withdrawal_payout WHERE state = 'confirmed' GROUP BY 1) p
              ON p.withdrawal = w.id
            CROSS JOIN LATERAL (SELECT fee, CASE WHEN w.asset = 'USDT' AND p.paid IS NOT NULL
    THEN ceil((w.amount - fee) * p.paid / w.received) ELSE w.amount - fee END AS custody
  FROM (SELECT ceil(w.amount::numeric * w.fee / w.gross) AS fee) share) AS due
            LEFT JOIN moved c ON c.journal = h.ended_by AND c.account = CASE w.unit WHEN 'USD' THEN 201 ELSE 211 END
            LEFT JOIN moved f ON f.journal = h.ended_by AND f.account = CASE w.unit WHEN 'USD' THEN 401 ELSE 411 END
          WHERE w.status = 'approved'
            AND (coalesce(c.amount, 0) <> due.custody OR coalesce(f.amount, 0) <> due.fee)) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(45, $name$what takes other people was approved by as many, and not by who asked$name$, $sql$WITH faults AS MATERIALIZED (WITH said AS MATERIALIZED (
            SELECT a.action, a.subject, count(DISTINCT lower(coalesce(substring(g.actor FROM '^(?:command|operator):(.*)$'), ''))) AS people
              FROM approval a JOIN approval_given g ON g.approval = a.id
             WHERE lower(coalesce(substring(g.actor FROM '^(?:command|operator):(.*)$'), '')) <> lower(coalesce(substring(a.requested_by FROM '^(?:command|operator):(.*)$'), '')) GROUP BY 1, 2),
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
          WHERE coalesce(said.people, 0) < n.people)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (WITH said AS MATERIALIZED (
            SELECT a.action, a.subject, count(DISTINCT lower(coalesce(substring(g.actor FROM '^(?:command|operator):(.*)$'), ''))) AS people
              FROM approval a JOIN approval_given g ON g.approval = a.id
             WHERE lower(coalesce(substring(g.actor FROM '^(?:command|operator):(.*)$'), '')) <> lower(coalesce(substring(a.requested_by FROM '^(?:command|operator):(.*)$'), '')) GROUP BY 1, 2),
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
          WHERE coalesce(said.people, 0) < n.people) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(46, $name$a pool was funded with what was asked for, and under the key of its request$name$, $sql$WITH faults AS MATERIALIZED (WITH requests AS MATERIALIZED (
            SELECT subject, (payload ->> 'pool')::bigint AS pool, (payload ->> 'amount')::bigint AS amount
              FROM approval WHERE action = 'pool.fund')
          SELECT j.id, j.key, f.pool, f.amount, p.amount AS posted FROM journal j
          LEFT JOIN requests f ON j.owner = 0 AND j.key = 'pool-funding:' || f.subject
          LEFT JOIN posting p ON p.journal = j.id AND p.account = f.pool
          WHERE j.kind = 'pool_funding' AND (p.amount IS DISTINCT FROM f.amount OR f.subject IS NULL))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH journal AS (SELECT * FROM journal WHERE recorded_at >= $2), posting AS (SELECT * FROM posting WHERE recorded_at >= $2) SELECT * FROM (WITH requests AS MATERIALIZED (
            SELECT subject, (payload ->> 'pool')::bigint AS pool, (payload ->> 'amount')::bigint AS amount
              FROM approval WHERE action = 'pool.fund')
          SELECT j.id, j.key, f.pool, f.amount, p.amount AS posted FROM journal j
          LEFT JOIN requests f ON j.owner = 0 AND j.key = 'pool-funding:' || f.subject
          LEFT JOIN posting p ON p.journal = j.id AND p.account = f.pool
          WHERE j.kind = 'pool_funding' AND (p.amount IS DISTINCT FROM f.amount OR f.subject IS NULL)) AS recent)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(47, $name$a fee was returned as it was booked, to who had paid it, and by what was asked for$name$, $sql$WITH faults AS MATERIALIZED (WITH booked AS MATERIALIZED (SELECT journal, account, amount FROM posting WHERE account IN (401, 411)),
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
              OR got.amount IS DISTINCT FROM f.amount OR r.journal IS NOT NULL))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(48, $name$a reversal is the mirror image of its journal$name$, $sql$WITH faults AS MATERIALIZED (SELECT r.journal, r.reversed_by, coalesce(o.account, m.account) AS account, o.amount, m.amount AS reversed
          FROM journal_reversal r
          LEFT JOIN posting o ON o.journal = r.journal
          FULL JOIN (SELECT p.journal, p.account, p.amount, r.journal AS original FROM posting p JOIN journal_reversal r ON r.reversed_by = p.journal) m
            ON m.original = r.journal AND m.account = o.account
          WHERE o.amount IS DISTINCT FROM -m.amount)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(49, $name$every node stands one below its parent, and every member has a node$name$, $sql$WITH faults AS MATERIALIZED (SELECT n.id, n.depth, p.depth AS parent_depth FROM tree_node n JOIN tree_node p ON p.id = n.parent_id
            WHERE n.depth <> p.depth + 1
          UNION ALL SELECT m.id, NULL, NULL FROM member m WHERE NOT EXISTS (SELECT 1 FROM tree_node n WHERE n.id = m.id)
          UNION ALL SELECT n.id, n.depth, NULL FROM tree_node n WHERE NOT EXISTS (SELECT 1 FROM member m WHERE m.id = n.id))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(50, $name$a leg ends at its outermost node and knows its length$name$, $sql$WITH faults AS MATERIALIZED (SELECT l.leg_id, l.end_id, l.len, n.last, n.count FROM tree_leg l
          JOIN (SELECT leg_id, max(id) AS last, count(*) AS count FROM tree_node GROUP BY 1) n USING (leg_id)
          WHERE l.end_id <> n.last OR l.len <> n.count)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(51, $name$the index has the sales of every member, on their days, or they wait to be folded in$name$, $sql$WITH faults AS MATERIALIZED (SELECT coalesce(s.member, i.member) AS member, coalesce(s.day, i.day) AS day, s.points, i.volume FROM (
            SELECT member, day, sum(points) AS points FROM sale GROUP BY 1, 2) s
          FULL JOIN (
            SELECT member, day, sum(volume) AS volume FROM (
              SELECT t.node_id AS member, d.day, d.own_volume AS volume FROM team_day d JOIN team t ON t.path = d.path AND t.pos = d.idx
                WHERE d.lvl = 0 AND d.own_volume <> 0
              UNION ALL SELECT node_id, day, volume FROM team_event WHERE volume <> 0) known
            GROUP BY 1, 2) i USING (member, day)
          WHERE s.points IS DISTINCT FROM i.volume)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(52, $name$the days of the index make up what it says was ever$name$, $sql$WITH faults AS MATERIALIZED (SELECT t.node_id, t.people, d.people AS of_days, t.volume, d.volume AS volume_of_days FROM team t
            FULL JOIN (SELECT path, idx AS pos, sum(people) AS people, sum(volume) AS volume, sum(own_people) AS own_people,
                              sum(own_volume) AS own_volume FROM team_day WHERE lvl = 0 GROUP BY 1, 2) d USING (path, pos)
          WHERE (t.people, t.volume, t.own_volume, 1) IS DISTINCT FROM (d.people, d.volume, d.own_volume, d.own_people)
          UNION ALL
          SELECT coalesce(b.path, d.path), b.people, d.people, b.volume, d.volume FROM team_block b
            FULL JOIN (SELECT path, lvl, idx, sum(people) AS people, sum(volume) AS volume FROM team_day WHERE lvl > 0 GROUP BY 1, 2, 3) d
              USING (path, lvl, idx)
          WHERE (b.people, b.volume) IS DISTINCT FROM (d.people, d.volume))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(53, $name$the index counts the people on each side of every node$name$, $sql$WITH faults AS MATERIALIZED (WITH indexed AS MATERIALIZED (
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
          WHERE (t.node_id IS NULL) <> (w.node_id IS NOT NULL))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(54, $name$on every day, what hangs off a node of the index is the whole of that path, and blocks are their nodes$name$, $sql$WITH faults AS MATERIALIZED (WITH hung AS (
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
          WHERE (n.people, n.volume) IS DISTINCT FROM (b.people, b.volume))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(55, $name$what the index knows to be too old is the volume of the days up to the last that is$name$, $sql$WITH faults AS MATERIALIZED (SELECT coalesce(x.node_id, d.node_id) AS node_id, x.volume, d.volume AS of_days FROM team_expired x
          FULL JOIN (
            SELECT t.node_id, sum(d.volume) AS volume, sum(d.own_volume) AS own_volume FROM team_day d
              JOIN team t ON t.path = d.path AND t.pos = d.idx
              WHERE d.lvl = 0 AND d.volume > 0 AND d.day <= (SELECT max(expired_through) FROM bonus_day) GROUP BY 1) d USING (node_id)
          WHERE (x.volume, x.own_volume) IS DISTINCT FROM (d.volume, d.own_volume))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, NULL),
(56, $name$the audit log has no gap, and every row is as it was written$name$, $sql$WITH faults AS MATERIALIZED (SELECT number, fault FROM (
            SELECT number, CASE
                WHEN number <> lag(number, 1, 0::bigint) OVER log + 1 THEN 'what stood before it is gone'
                WHEN digest <> sha256(convert_to(coalesce(octet_length(convert_to('trellis audit 1', 'UTF8')) || ':' || 'trellis audit 1', '-') || ',' || coalesce(octet_length(convert_to(number::text, 'UTF8')) || ':' || number::text, '-') || ',' || coalesce(octet_length(convert_to(actor, 'UTF8')) || ':' || actor, '-') || ',' || coalesce(octet_length(convert_to(action, 'UTF8')) || ':' || action, '-') || ',' || coalesce(octet_length(convert_to(subject, 'UTF8')) || ':' || subject, '-') || ',' || coalesce(octet_length(convert_to(reason, 'UTF8')) || ':' || reason, '-') || ',' || coalesce(octet_length(convert_to(before::text, 'UTF8')) || ':' || before::text, '-') || ',' || coalesce(octet_length(convert_to(after::text, 'UTF8')) || ':' || after::text, '-') || ',' || coalesce(octet_length(convert_to(request_id, 'UTF8')) || ':' || request_id, '-') || ',' || coalesce(octet_length(convert_to((extract(epoch FROM recorded_at) * 1000000)::bigint::text, 'UTF8')) || ':' || (extract(epoch FROM recorded_at) * 1000000)::bigint::text, '-') || ',', 'UTF8') || lag(digest, 1, ''::bytea) OVER log) THEN 'it or the row before was changed'
              END AS fault
            FROM audit_event WINDOW log AS (ORDER BY number)) rows WHERE fault IS NOT NULL)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (WITH before AS (
              SELECT coalesce(max(a.number), 0) AS number, coalesce((array_agg(a.digest ORDER BY a.number DESC))[1], '') AS digest
                FROM audit_event a WHERE a.number = (SELECT min(number) - 1 FROM audit_event WHERE recorded_at >= $2))
          SELECT number, fault FROM (
            SELECT number, CASE
                WHEN number <> lag(number, 1, (SELECT number FROM before)) OVER log + 1 THEN 'what stood before it is gone'
                WHEN digest <> sha256(convert_to(coalesce(octet_length(convert_to('trellis audit 1', 'UTF8')) || ':' || 'trellis audit 1', '-') || ',' || coalesce(octet_length(convert_to(number::text, 'UTF8')) || ':' || number::text, '-') || ',' || coalesce(octet_length(convert_to(actor, 'UTF8')) || ':' || actor, '-') || ',' || coalesce(octet_length(convert_to(action, 'UTF8')) || ':' || action, '-') || ',' || coalesce(octet_length(convert_to(subject, 'UTF8')) || ':' || subject, '-') || ',' || coalesce(octet_length(convert_to(reason, 'UTF8')) || ':' || reason, '-') || ',' || coalesce(octet_length(convert_to(before::text, 'UTF8')) || ':' || before::text, '-') || ',' || coalesce(octet_length(convert_to(after::text, 'UTF8')) || ':' || after::text, '-') || ',' || coalesce(octet_length(convert_to(request_id, 'UTF8')) || ':' || request_id, '-') || ',' || coalesce(octet_length(convert_to((extract(epoch FROM recorded_at) * 1000000)::bigint::text, 'UTF8')) || ':' || (extract(epoch FROM recorded_at) * 1000000)::bigint::text, '-') || ',', 'UTF8') || lag(digest, 1, (SELECT digest FROM before)) OVER log) THEN 'it or the row before was changed'
              END AS fault
            FROM audit_event WHERE number > (SELECT number FROM before)
              AND EXISTS (SELECT FROM audit_event WHERE recorded_at >= $2) WINDOW log AS (ORDER BY number)) rows WHERE fault IS NOT NULL)
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(57, $name$every step with releases stands in the audit log$name$, $sql$WITH faults AS MATERIALIZED (SELECT e.id, e.feature, e.action, e.audit FROM release_event e LEFT JOIN audit_event a ON a.number = e.audit
          WHERE e.audit IS NOT NULL
            AND (a.actor, a.action, a.subject, a.reason) IS DISTINCT FROM (e.actor, 'release.' || e.action, e.feature, e.reason))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (SELECT e.id, e.feature, e.action, e.audit FROM release_event e LEFT JOIN audit_event a ON a.number = e.audit
          WHERE e.audit IS NOT NULL
            AND (a.actor, a.action, a.subject, a.reason) IS DISTINCT FROM (e.actor, 'release.' || e.action, e.feature, e.reason))
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$),
(58, $name$the application may do what the last migration gave it, and nothing more$name$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
  SELECT 'missing' AS fault, object, grantee, privilege FROM recorded_right
   WHERE grantee = 'trellis_app' AND object IN (SELECT object FROM (
  SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
         privilege_type || of_column AS privilege
    FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object, aclexplode(acl) WHERE grantee IN (0, to_regrole('trellis_app'))
  UNION SELECT object, '', '' FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object) AS present)
     AND (object, grantee, privilege) NOT IN (SELECT object, grantee, privilege FROM (
  SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
         privilege_type || of_column AS privilege
    FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object, aclexplode(acl) WHERE grantee IN (0, to_regrole('trellis_app'))
  UNION SELECT object, '', '' FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object) AS present)
  UNION ALL
  SELECT 'too much', object, grantee, privilege FROM (
  SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
         privilege_type || of_column AS privilege
    FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object, aclexplode(acl) WHERE grantee IN (0, to_regrole('trellis_app'))
  UNION SELECT object, '', '' FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object) AS present
   WHERE object IN (SELECT object FROM recorded_right)
     AND (object, grantee, privilege) NOT IN (SELECT object, grantee, privilege FROM recorded_right)) AS stray WHERE object <> 'DATABASE')
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$, $sql$WITH faults AS MATERIALIZED (SELECT * FROM (
  SELECT 'missing' AS fault, object, grantee, privilege FROM recorded_right
   WHERE grantee = 'trellis_app' AND object IN (SELECT object FROM (
  SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
         privilege_type || of_column AS privilege
    FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object, aclexplode(acl) WHERE grantee IN (0, to_regrole('trellis_app'))
  UNION SELECT object, '', '' FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object) AS present)
     AND (object, grantee, privilege) NOT IN (SELECT object, grantee, privilege FROM (
  SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
         privilege_type || of_column AS privilege
    FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object, aclexplode(acl) WHERE grantee IN (0, to_regrole('trellis_app'))
  UNION SELECT object, '', '' FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object) AS present)
  UNION ALL
  SELECT 'too much', object, grantee, privilege FROM (
  SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
         privilege_type || of_column AS privilege
    FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object, aclexplode(acl) WHERE grantee IN (0, to_regrole('trellis_app'))
  UNION SELECT object, '', '' FROM (
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)),
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || (SELECT identity FROM pg_identify_object('pg_class'::regclass, c.oid, 0)), attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || (SELECT identity FROM pg_identify_object('pg_proc'::regclass, p.oid, 0)), coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace) AS object) AS present
   WHERE object IN (SELECT object FROM recorded_right)
     AND (object, grantee, privilege) NOT IN (SELECT object, grantee, privilege FROM recorded_right)) AS stray WHERE object <> 'DATABASE')
SELECT (SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'number' THEN to_jsonb(value #>> '{}') ELSE value END)
          FROM jsonb_each(to_jsonb(row_at_fault))) AS row FROM (SELECT * FROM faults LIMIT $1) AS row_at_fault$sql$);
