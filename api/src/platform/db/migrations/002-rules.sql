-- One table of what operators set, in place of one for each kind, and of numbers that stood in code. What was set goes
-- along with who set it and when; why, as far as the audit log knows.

CREATE TABLE rule (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What it is about, and which of those: limit, transfer-USD. The contract's catalogue names them all.
  subject        text NOT NULL CHECK (subject <> ''),
  key            text NOT NULL CHECK (key <> ''),
  -- As the subject's schema in the contract has it, amounts as strings of minor units.
  value          jsonb NOT NULL CHECK (jsonb_typeof(value) = 'object'),
  effective_from timestamptz NOT NULL,
  set_by         text NOT NULL CHECK (set_by <> ''),
  set_at         timestamptz NOT NULL,
  reason         text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  UNIQUE (subject, key, effective_from),
  -- What SQL reads is held here, too: a rule that it cannot read would stop everybody's money.
  CONSTRAINT rule_limit CHECK (subject <> 'limit' OR (
    (value ->> 'minimum')::bigint > 0 AND (value ->> 'minimum')::bigint <= (value ->> 'maximum')::bigint
    AND (value ->> 'maximum')::bigint <= (value ->> 'dayMaximum')::bigint AND (value ->> 'fee')::bigint >= 0) IS TRUE),
  CONSTRAINT rule_exchange_fee CHECK (subject <> 'exchangeFee' OR
    ((value ->> 'percent')::numeric BETWEEN 0 AND 99.9999) IS TRUE),
  CONSTRAINT rule_withdrawal_fee CHECK (subject <> 'withdrawalFee' OR ((value ->> 'fee')::bigint >= 0) IS TRUE),
  CONSTRAINT rule_withdrawal_review CHECK (subject <> 'withdrawalReview' OR ((value ->> 'twoFrom')::bigint > 0) IS TRUE)
);

WITH before (subject, key, value, effective_from, set_by, set_at, audited) AS (
  SELECT 'limit', operation || '-' || unit,
         jsonb_build_object('minimum', minimum::text, 'maximum', maximum::text, 'dayMaximum', day_maximum::text, 'fee', fee::text),
         effective_from, set_by, CASE set_by WHEN 'policy' THEN effective_from ELSE set_at END,
         'limit.set ' || operation || ' ' || unit
    FROM money_limit
  UNION ALL
  SELECT 'exchangeFee', subject, jsonb_build_object('percent', trim_scale(ppm / 10000.0)::text),
         effective_from, set_by, set_at, 'fee.set exchange ' || subject
    FROM fee_rule WHERE product = 'exchange'
  UNION ALL
  SELECT 'withdrawalFee', subject, jsonb_build_object('fee', fixed::text),
         effective_from, set_by, set_at, 'fee.set withdrawal ' || subject
    FROM fee_rule WHERE product = 'withdrawal'
  UNION ALL
  SELECT 'action', action,
         jsonb_build_object('needsGoogle', needs_google, 'code', code, 'above', above::text, 'securityLock', security_lock),
         effective_from, 'policy', effective_from, NULL
    FROM action_rule
  UNION ALL
  SELECT 'withdrawalReview', 'all',
         jsonb_build_object('twoFrom', two_from::text, 'largeFrom', large_from::text, 'many', many, 'reviewHours', review_hours),
         effective_from, 'policy', effective_from, NULL
    FROM withdrawal_rule
  UNION ALL
  SELECT 'ratePair', base || '-' || quote,
         jsonb_build_object('maximumAgeSeconds', extract(epoch FROM maximum_age)::bigint,
                            'jumpPercent', trim_scale(jump_ppm / 10000.0)::text),
         '2000-01-01', 'policy', '2000-01-01', NULL
    FROM rate_pair
  UNION ALL
  SELECT first.subject, first.key, first.value::jsonb, '2000-01-01', 'policy', '2000-01-01', NULL FROM (VALUES
      ('exchangeQuote', 'all',              '{"validSeconds": 30}'),
      ('securityLock',  'password_changed', '{"hours": 24}'),
      ('securityLock',  'password_reset',   '{"hours": 24}'),
      ('securityLock',  'google_unbound',   '{"hours": 24}'),
      ('securityLock',  'google_reset',     '{"hours": 24}'),
      ('securityLock',  'email_changed',    '{"hours": 48}'),
      ('securityLock',  'frozen',           '{"hours": 24}'),
      ('addressBook',   'all',              '{"waitHours": 24, "entries": 20}'),
      ('factorReset',   'all',              '{"waitHours": 72, "approvalHours": 72}')) AS first (subject, key, value))
INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
  SELECT subject, key, value, effective_from, set_by, set_at, coalesce(
      (SELECT reason FROM audit_event a WHERE a.action || ' ' || a.subject = audited
          AND (a.after ->> 'from')::timestamptz = date_trunc('milliseconds', effective_from) ORDER BY number DESC LIMIT 1),
      'as the product began')
    FROM before ORDER BY effective_from, subject, key;

DROP TABLE money_limit, fee_rule, action_rule, withdrawal_rule;
ALTER TABLE rate_pair DROP COLUMN maximum_age, DROP COLUMN jump_ppm;
-- The wait is a rule now, and a trigger holds it.
ALTER TABLE factor_reset DROP CONSTRAINT factor_reset_check;
-- It has one argument less: how long a quote is good is a rule.
DROP FUNCTION IF EXISTS make_quote(bigint, uuid, text, text, bigint, timestamptz, timestamptz);
GRANT SELECT ON rule TO trellis_app;
