-- One mechanism for whatever takes a second person, in place of five: what waits, and who has said yes to it.

CREATE TABLE approval (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What would be done, as in the audit log: withdrawal.approve.
  action       text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  -- To which row or thing.
  subject      text NOT NULL CHECK (subject <> ''),
  -- SHA-256 of what was to be seen when it was asked for: payload_digest.
  digest       bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- So many different people.
  needed       smallint NOT NULL CHECK (needed > 0),
  -- command:<user> or operator:<name>, who is none of these people; or member, who is no operator.
  requested_by text NOT NULL CHECK (requested_by <> ''),
  requested_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  -- Later nobody's yes is taken; NULL: it waits as long as its subject does.
  expires_at   timestamptz,
  -- It was used, or nothing can come of it any more.
  closed_at    timestamptz
);
CREATE INDEX approval_subject ON approval (action, subject);
CREATE INDEX approval_open ON approval (action, id) WHERE closed_at IS NULL;

CREATE TABLE approval_given (
  approval bigint NOT NULL REFERENCES approval,
  -- person_of(actor): one person is one, whether at the command line or over the API.
  person   text NOT NULL,
  actor    text NOT NULL,
  reason   text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  at       timestamptz NOT NULL,
  PRIMARY KEY (approval, person)
);

-- Closing is a function's (sql/approvals.sql).
GRANT SELECT, INSERT (action, subject, digest, needed, requested_by, requested_at, reason, expires_at) ON approval TO trellis_app;
GRANT SELECT, INSERT (approval, actor, reason, at) ON approval_given TO trellis_app;

-- What was asked for and approved until now. The payloads are those of sql/, where the guards make them.
WITH asked AS (
  INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, closed_at)
  SELECT 'withdrawal.approve', id::text,
         sha256(convert_to(jsonb_build_object('member', member, 'unit', unit, 'amount', amount, 'asset', asset, 'chain', chain,
           'received', received, 'address', address)::text, 'UTF8')),
         approvals, 'member', created_at, 'asked for by its owner', CASE WHEN step <> 'review' THEN changed_at END
    FROM withdrawal ORDER BY id
  RETURNING id, subject)
INSERT INTO approval_given (approval, person, actor, reason, at)
  SELECT asked.id, w.person, w.approved_by, w.reason, w.approved_at
    FROM withdrawal_approval w JOIN asked ON asked.subject = w.withdrawal::text;
DROP TABLE withdrawal_approval;

WITH asked AS (
  INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, closed_at)
  SELECT 'withdrawal.confirm_payout', id::text,
         sha256(convert_to(jsonb_build_object('withdrawal', withdrawal, 'chain', chain, 'tx', tx)::text, 'UTF8')),
         1, recorded_by, recorded_at, 'no chain is asked about it',
         CASE WHEN state IN ('confirmed', 'invalid') THEN coalesce(confirmed_at, recorded_at) END
    FROM withdrawal_payout WHERE NOT verifiable ORDER BY id
  RETURNING id, subject)
INSERT INTO approval_given (approval, person, actor, reason, at)
  SELECT asked.id, lower(split_part(p.confirmed_by, ':', 2)), p.confirmed_by, 'stands in the audit log', p.confirmed_at
    FROM withdrawal_payout p JOIN asked ON asked.subject = p.id::text WHERE p.confirmed_by IS NOT NULL;
ALTER TABLE withdrawal_payout DROP CONSTRAINT withdrawal_payout_second_person;

WITH asked AS (
  INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at, closed_at)
  SELECT 'factor_reset.approve', id::text,
         sha256(convert_to(jsonb_build_object('member', member,
           'boundAt', (extract(epoch FROM bound_at) * 1000000)::bigint)::text, 'UTF8')),
         1, requested_by, requested_at, reason, expires_at, coalesce(approved_at, ended_at)
    FROM factor_reset ORDER BY id
  RETURNING id, subject)
INSERT INTO approval_given (approval, person, actor, reason, at)
  SELECT asked.id, lower(split_part(r.approved_by, ':', 2)), r.approved_by, 'stands in the audit log', r.approved_at
    FROM factor_reset r JOIN asked ON asked.subject = r.id::text WHERE r.approved_by IS NOT NULL;
ALTER TABLE factor_reset DROP CONSTRAINT factor_reset_second_person;
-- Who approved is told by the approval.
REVOKE UPDATE (approved_by, approved_at) ON factor_reset FROM trellis_app;

WITH asked AS (
  INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at, closed_at)
  SELECT 'rate.approve', id::text,
         sha256(convert_to(jsonb_build_object('pair', pair, 'numerator', numerator, 'denominator', denominator,
           'from', (extract(epoch FROM requested_from) * 1000000)::bigint)::text, 'UTF8')),
         1, set_by, set_at, source, expires_at, approved_at
    FROM market_rate WHERE jumps ORDER BY id
  RETURNING id, subject)
INSERT INTO approval_given (approval, person, actor, reason, at)
  SELECT asked.id, lower(split_part(r.approved_by, ':', 2)), r.approved_by, 'stands in the audit log', r.approved_at
    FROM market_rate r JOIN asked ON asked.subject = r.id::text WHERE r.approved_by IS NOT NULL;
ALTER TABLE market_rate DROP CONSTRAINT market_rate_second_person;

-- Several may ask for one release, so each takes its number along.
WITH kept AS MATERIALIZED (
  SELECT nextval(pg_get_serial_sequence('approval', 'id')) AS approval, r.*, 'operator:' || o.name AS requester,
         'operator:' || a.name AS approver, a.name AS person
    FROM release_approval r JOIN operator o ON o.id = r.requested_by LEFT JOIN operator a ON a.id = r.approved_by),
asked AS (
  INSERT INTO approval (id, action, subject, digest, needed, requested_by, requested_at, reason, expires_at, closed_at)
  OVERRIDING SYSTEM VALUE
  SELECT approval, 'release.approve_below_floor', feature || ' ' || release,
         sha256(convert_to(jsonb_build_object('feature', feature, 'release', release)::text, 'UTF8')),
         1, requester, requested_at, reason, expires_at, approved_at
    FROM kept
  RETURNING id)
INSERT INTO approval_given (approval, person, actor, reason, at)
  SELECT asked.id, kept.person, kept.approver, 'stands in the audit log', kept.approved_at
    FROM kept JOIN asked ON asked.id = kept.approval WHERE kept.approved_at IS NOT NULL;
DROP TABLE release_approval;
