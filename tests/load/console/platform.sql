-- A system of many members, for measuring what operators read of it: $1 members and $2 withdrawals, one in twenty of them open.
-- Written past every guard, which is why nothing is posted on it afterwards; what is in it is what screens read.
SET session_replication_role = replica;
CREATE TEMP TABLE crowd ON COMMIT DROP AS
  SELECT 1000000::bigint + n AS id, 'crowd' || n AS username, now() - interval '1 second' * (:members - n) AS at
    FROM generate_series(1, :members) AS n;
INSERT INTO tree_node (id, parent_id, side, sponsor_id, depth, jump_id, jump_depth, leg_id, leg_position)
  SELECT id, id - 1, 0, id - 1, (id - 1000000)::int, id, 0, 1000001, (id - 1000000)::int FROM crowd;
INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at)
  SELECT id, username, username, username || '@example.com', username || '@example.com', '', 'en', 'CROWD' || id, at FROM crowd;
INSERT INTO account (id, owner, code, balance, floor, seq)
  SELECT id * 1000 + 101, id, 101, 5000000, 0, 5 FROM crowd;
CREATE TEMP TABLE posted ON COMMIT DROP AS
  SELECT gen_random_uuid() AS journal, id, n, at + interval '1 millisecond' * n AS at FROM crowd, generate_series(1, 5) AS n;
INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
  SELECT id, 'crowd ' || n, journal, '\x00', 'opening', '{}', at FROM posted;
INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
  SELECT id * 1000 + 101, n, journal, 1000000, n::bigint * 1000000, at FROM posted;
-- One who does much: the first of them.
INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
  SELECT 1000001, 'busy ' || n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '\x00', 'opening', '{}', now()
    FROM generate_series(6, 5000) AS n;
INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
  SELECT 1000001101, n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 1000000, n::bigint * 1000000, now()
    FROM generate_series(6, 5000) AS n;
UPDATE account SET balance = 5000000000, seq = 5000 WHERE id = 1000001101;
INSERT INTO security_event (at, audience, event, outcome, member_id, network, user_agent, request_id)
  SELECT at, 'member', 'logIn', 'done', id, '10.0.0.0/24', 'Mozilla/5.0', gen_random_uuid()::text FROM crowd;
INSERT INTO audit_event (number, actor, action, subject, reason, after, request_id, recorded_at, digest)
  SELECT (SELECT max(number) FROM audit_event) + row_number() OVER (), 'operator:crowd' || id % 7, 'member.read', username, 'read',
         '{}', gen_random_uuid()::text, at, sha256(id::text::bytea) FROM crowd;
CREATE TEMP TABLE asked ON COMMIT DROP AS
  SELECT gen_random_uuid() AS id, gen_random_uuid() AS hold, 1000000::bigint + n % :members + 1 AS member, n,
         now() - interval '1 minute' * n AS at, n % 20 = 0 AS is_open FROM generate_series(1, :withdrawals) AS n;
INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
  SELECT member, 'TRON', 'T' || lpad(n::text, 33, 'x'), 'crowd', at, at FROM asked;
INSERT INTO money_hold (owner, id, source, pending, amount, state, settled, ended_by)
  SELECT member, hold, member * 1000 + 101, member * 1000 + 102, 1000000, CASE WHEN is_open THEN 'open' ELSE 'released' END, 0,
         CASE WHEN is_open THEN NULL ELSE gen_random_uuid() END FROM asked;
INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold, risks,
                        approvals, status, step, cause, created_at, deadline_at, changed_at, revision)
  SELECT id, member, 'USD', 1000000, 'USDT', 'TRON', 1000000, 100000, 900000, 1000000, 'T' || lpad(n::text, 33, 'x'),
         'T' || lpad(n::text, 33, 'x'), hold, ARRAY['newAddress', 'firstWithdrawal'], 1,
         CASE WHEN is_open THEN 'pending_review' ELSE 'rejected' END, CASE WHEN is_open THEN 'review' ELSE 'ended' END,
         CASE WHEN is_open THEN NULL ELSE 'cancelled' END, at, at + interval '72 hours', at, 1 FROM asked;
INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at)
  SELECT 'withdrawal.approve', id::text, sha256(id::text::bytea), 1, 'member', at, 'asked for', NULL FROM asked WHERE is_open;
INSERT INTO withdrawal_event (withdrawal, member, kind, at)
  SELECT id, member, kind, at FROM asked, unnest(ARRAY['submitted', 'security_check', 'review']) AS kind;
INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                              units, usdt, usd, fee, rate, minimum, state, journal, recorded_at, credited_at)
  SELECT 'TRON', a, sha256(p.journal::text::bytea), 0, 1, sha256(p.journal::text::bytea), p.at, a, a, p.id, 1000000, 1000000,
         1000000, 0, (SELECT min(id) FROM market_rate), 1000000, 'credited', p.journal, p.at, p.at
    FROM posted p, decode(repeat('ab', 20), 'hex') AS a WHERE p.n = 1 AND p.id % 2 = 0;
INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                              units, usdt, minimum, state, recorded_at)
  SELECT 'TRON', a, sha256(('inSuspense' || n)::bytea), 0, 1, sha256(n::text::bytea), now(), a, a, 1000000 + n, 1, 1, 10,
         'below_minimum', now()
    FROM generate_series(1, least(2000, :members)) AS n, decode(repeat('ab', 20), 'hex') AS a;
WITH opened AS (
  INSERT INTO inquiry (member, type, status, created_at)
    SELECT id, 'deposit', CASE WHEN id % 1000 = 0 THEN 'received' ELSE 'closed' END, at FROM crowd WHERE id % 10 = 0 RETURNING id)
INSERT INTO inquiry_message (inquiry, author, text, created_at) SELECT id, 'member', 'Where is it?', now() FROM opened;
INSERT INTO feature_use (feature, member, last_on)
  SELECT 'wallet', id, current_date - (id % 120)::int FROM crowd WHERE id % 10 > 0;
