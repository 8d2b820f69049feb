import type { Invariant } from './invariant.ts';
import { ofJournals } from './recent.ts';

/** What always holds of packages: what is promised is there, and what comes back is what was bought. */
export const packageInvariants: readonly Invariant[] = [
  {
    name: 'what is committed is what is promised and not yet paid',
    sql: `SELECT * FROM (
            SELECT (SELECT balance FROM account WHERE id = 604) AS committed,
                   (SELECT coalesce(sum(reward), 0) FROM package_loop WHERE released_by IS NULL AND NOT cancelled)
                   + (SELECT coalesce(sum(reward), 0) FROM stake WHERE state IN ('ongoing', 'unlocked'))
                   + (SELECT coalesce(sum(paid), 0) FROM bonus_line WHERE paid > 0 AND paid_by IS NULL) AS promised) x
          WHERE committed <> promised`,
  },
  {
    name: 'the locked USDP of each member is what has not come back of their packages',
    sql: `SELECT coalesce(a.id, l.id) AS account, a.balance, l.locked FROM (SELECT id, balance FROM account WHERE code = 122) a
          FULL JOIN (SELECT member * 1000 + 122 AS id, sum(value) AS locked FROM package_loop WHERE released_by IS NULL AND NOT cancelled GROUP BY 1) l
            ON l.id = a.id
          WHERE coalesce(a.balance, 0) <> coalesce(l.locked, 0)`,
  },
  {
    name: 'the parts of a package make it up, each on its day',
    sql: `SELECT p.id AS package, p.price, sum(l.value) AS value, p.reward, sum(l.reward) AS promised FROM package p
          LEFT JOIN package_loop l ON l.package = p.id GROUP BY p.id
          HAVING coalesce(sum(l.value), 0) <> p.price OR coalesce(sum(l.reward), 0) <> p.reward OR count(l.n) <> p.loops
              OR bool_or(l.due_on <> p.start_day + l.n * p.loop_days OR l.member <> p.member
                OR l.value <> CASE WHEN l.n < p.loops THEN p.price / p.loops ELSE p.price - p.price / p.loops * (p.loops - 1) END
                OR l.reward <> CASE WHEN l.n < p.loops THEN p.reward / p.loops ELSE p.reward - p.reward / p.loops * (p.loops - 1) END)
          UNION ALL
          SELECT l.package, NULL, l.value, NULL, l.reward FROM package_loop l
          WHERE NOT EXISTS (SELECT 1 FROM package p WHERE p.id = l.package)`,
  },
  ofJournals(
    {
      name: 'a part that came back has its own journal, with its amount, and not before its day',
      sql: `WITH released AS MATERIALIZED (
            SELECT j.id, j.owner, j.key, j.recorded_at, sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 121) AS amount
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'package_release' GROUP BY j.id, j.owner, j.key, j.recorded_at)
          SELECT l.package, l.n, l.released_by, r.id AS journal, l.value + l.reward AS amount, r.amount AS posted
            FROM (SELECT * FROM package_loop WHERE released_by IS NOT NULL) l FULL JOIN released r ON r.id = l.released_by
          WHERE r.id IS NULL OR l.package IS NULL OR r.amount IS DISTINCT FROM l.value + l.reward OR r.owner <> l.member
             OR r.key <> 'package-loop:' || l.package || ':' || l.n OR r.recorded_at <> l.released_at
             OR (r.recorded_at AT TIME ZONE 'UTC')::date < l.due_on`,
    },
    'package_loop AS (SELECT * FROM package_loop WHERE released_at >= $2)',
  ),
  ofJournals(
    {
      name: 'a package was paid for, and its reward reserved, in the journal that it was bought by',
      sql: `WITH bought AS MATERIALIZED (
            SELECT j.id, j.owner, sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 122) AS price,
                   sum(p.amount) FILTER (WHERE p.account = j.owner * 1000 + 131) AS rp,
                   sum(p.amount) FILTER (WHERE p.account = 601) AS taken, sum(p.amount) FILTER (WHERE p.account = 604) AS reward
              FROM journal j JOIN posting p ON p.journal = j.id WHERE j.kind = 'package_purchase' GROUP BY j.id, j.owner)
          SELECT p.id AS package, b.id AS journal, p.price, b.price AS posted, p.reward, b.reward AS reserved
            FROM package p FULL JOIN bought b ON b.id = p.bought_by
          WHERE p.id IS NULL OR b.id IS NULL OR b.owner <> p.member OR b.price IS DISTINCT FROM p.price
             OR coalesce(-b.rp, 0) <> p.rp OR coalesce(b.reward, 0) <> p.reward OR coalesce(-b.taken, 0) <> p.reward`,
    },
    'package AS (SELECT * FROM package WHERE bought_by IN (SELECT id FROM journal))',
  ),
  {
    name: 'a package that was cancelled was so in time, by the mirror image of its purchase, and nothing of it comes back',
    sql: `SELECT p.id AS package, c.cancelled_by, c.cancelled_at, p.counted_at, r.reversed_by
            FROM package_cancellation c FULL JOIN package p ON p.id = c.package
            LEFT JOIN journal_reversal r ON r.journal = p.bought_by
          WHERE p.id IS NULL OR c.cancelled_by IS DISTINCT FROM r.reversed_by
             OR (c.package IS NOT NULL AND (p.cancel_days = 0 OR c.cancelled_at >= p.counted_at))
             OR EXISTS (SELECT 1 FROM package_loop l WHERE l.package = p.id AND l.cancelled IS DISTINCT FROM (c.package IS NOT NULL))`,
  },
  {
    name: 'every package has one certificate or waits for it; there is no gap, and each is made on the one before it',
    sql: `SELECT c.serial, c.package, c.hash FROM (
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
             OR d.ready_at <> p.counted_at`,
  },
];
