-- Stakes: USD that became CP for a term, with a reward that was reserved as it began; and payouts that leave from them.

INSERT INTO rate_pair (id, base, quote) VALUES (4, 'CP', 'USD');
INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
  VALUES (4, 1, 1, 'policy: one CP is sold for one USD', 'policy', '2000-01-01', '2000-01-01', false, '2000-01-01',
          tstzrange(NULL, NULL));

-- The first word on each: stakes are not sold until operators open them. What pays out asks for what a withdrawal asks for.
INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
SELECT subject, key, value::jsonb, '2000-01-01', 'policy', '2000-01-01', 'as the product began'
  FROM (VALUES
    ('ratePair', 'CP-USD', '{"maximumAgeSeconds": null, "jumpPercent": "10"}'),
    ('productSale', 'stake', '{"open": false, "closedIn": ""}'),
    ('action', 'stake', '{"needsGoogle": false, "code": "above", "above": "1000000000", "securityLock": false}'),
    ('action', 'stakePayout', '{"needsGoogle": true, "code": "always", "above": null, "securityLock": true}')
  ) AS first (subject, key, value);

-- A contract as it stands. Its rate is that of its beginning for as long as it lives; the rest is of its present term.
-- CP in minor units of CP, everything else of USD.
CREATE TABLE stake (
  id               uuid PRIMARY KEY,
  member           bigint NOT NULL REFERENCES member,
  rate             bigint NOT NULL REFERENCES market_rate,
  rate_numerator   bigint NOT NULL CHECK (rate_numerator > 0),
  rate_denominator bigint NOT NULL CHECK (rate_denominator > 0),
  started_at       timestamptz NOT NULL,
  begun_by         uuid NOT NULL UNIQUE,
  -- `unlocked`: its term is over, and it waits for its member, not earning. `applied`: all of it is to be paid out.
  state            text NOT NULL CHECK (state IN ('ongoing', 'unlocked', 'applied', 'ended')),
  cp               bigint NOT NULL CHECK (cp > 0),
  -- What stands in reserve for it.
  basis            bigint NOT NULL CHECK (basis = ceil(cp::numeric * rate_numerator / rate_denominator)),
  -- Promised for the term; earned and not yet paid once the term is over.
  reward           bigint NOT NULL CHECK (reward >= 0),
  term             smallint NOT NULL CHECK (term > 0),
  -- UTC; the term is over as the second begins. NULL: none runs.
  start_day        date NOT NULL,
  matures_on       date CHECK (matures_on > start_day),
  choice_closes    interval NOT NULL CHECK (choice_closes >= '0'),
  -- Of all or of its profit, what waits in the queue of withdrawals, and how often something was applied for.
  payout           bigint NOT NULL DEFAULT 0 CHECK (payout >= 0),
  applications     smallint NOT NULL DEFAULT 0 CHECK (applications >= 0),
  redeemed_by      uuid,
  -- What its member wants done at the end of this term.
  option           smallint CHECK (option IN (1, 2, 3)),
  pay_to           text CHECK (pay_to IN ('balance', 'address')),
  pay_chain        text CHECK (pay_chain IN ('BSC', 'TRON')),
  pay_address      text,
  accepts_from     bigint CHECK (accepts_from >= 0),
  chosen_at        timestamptz,
  -- So many days before its end its member was reminded last.
  reminded         smallint,
  CHECK ((state = 'ongoing') = (matures_on IS NOT NULL)),
  CHECK (state <> 'applied' OR payout > 0),
  CHECK ((option IS NULL) = (chosen_at IS NULL) AND (option IS NULL) = (accepts_from IS NULL) AND (option IS NULL) = (pay_to IS NULL)),
  CHECK (coalesce(pay_to = 'address', false) = (pay_address IS NOT NULL) AND (pay_address IS NULL) = (pay_chain IS NULL)),
  CHECK (option IS DISTINCT FROM 1 OR pay_to = 'balance'),
  CHECK (option IS DISTINCT FROM 3 OR pay_to = 'address')
) WITH (fillfactor = 85);
CREATE INDEX stake_of_member ON stake (member, started_at DESC);
-- What is due is found without reading what is not.
CREATE INDEX stake_due ON stake (matures_on, member, id) WHERE state = 'ongoing';

-- Each term as it began, and the journal that reserved its reward. Terms and events are written by the functions that hold their
-- contract, by the thousand as terms end: a foreign key would ask for each row what the verifier sees of all.
CREATE TABLE stake_term (
  stake       uuid NOT NULL,
  term        smallint NOT NULL CHECK (term > 0),
  cp          bigint NOT NULL CHECK (cp > 0),
  basis       bigint NOT NULL CHECK (basis > 0),
  reward      bigint NOT NULL CHECK (reward >= 0),
  apr_ppm     integer NOT NULL CHECK (apr_ppm >= 0),
  start_day   date NOT NULL,
  matures_on  date NOT NULL CHECK (matures_on > start_day),
  -- NULL: nothing was reserved for it.
  reserved_by uuid UNIQUE,
  PRIMARY KEY (stake, term),
  CHECK (reward = 0 OR reserved_by IS NOT NULL)
);

-- What happened to a contract, in order. What its member has to be told waits until it is.
CREATE TABLE stake_event (
  id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  stake  uuid NOT NULL,
  member bigint NOT NULL,
  term   smallint NOT NULL,
  kind   text NOT NULL CHECK (kind IN
    ('started', 'chosen', 'unchosen', 'unlocked', 'renewed', 'profit_paid', 'profit_applied', 'applied', 'paid', 'returned', 'ended')),
  at     timestamptz NOT NULL,
  option smallint,
  -- Why it waits, or why profit went to the balance.
  reason text,
  amount bigint,
  told   boolean NOT NULL
);
CREATE INDEX stake_event_member ON stake_event (member, id DESC);
CREATE INDEX stake_event_untold ON stake_event (id) WHERE NOT told;

-- A withdrawal of what a member has, or a payout from one of their contracts.
ALTER TABLE withdrawal ADD COLUMN origin text NOT NULL DEFAULT 'balance'
  CHECK (origin IN ('balance', 'stake_close', 'stake_profit'));
ALTER TABLE withdrawal ADD COLUMN stake uuid REFERENCES stake;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_of_a_stake CHECK ((origin = 'balance') = (stake IS NULL));
CREATE UNIQUE INDEX withdrawal_open_of_stake ON withdrawal (stake, origin) WHERE status = 'pending_review' AND origin = 'stake_close';
CREATE INDEX withdrawal_of_stake ON withdrawal (stake) WHERE stake IS NOT NULL;

-- Whose payout a hold is; NULL: it is an ordinary withdrawal's.
ALTER TABLE money_hold ADD COLUMN stake uuid REFERENCES stake;

GRANT SELECT ON stake, stake_term, stake_event TO trellis_app;

COMMENT ON TABLE stake IS 'kept: money and its proofs';
COMMENT ON TABLE stake_term IS 'kept: money and its proofs';
COMMENT ON TABLE stake_event IS 'kept: money and its proofs';

ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
ALTER TABLE journal ADD CONSTRAINT journal_kind_known CHECK (kind IN (
  'opening', 'deposit', 'deposit_aside', 'transfer', 'exchange', 'hold', 'settlement', 'release', 'reversal', 'pool_funding',
  'package_purchase', 'package_release', 'stake_start', 'stake_profit', 'stake_term', 'stake_redeem', 'stake_restore'));
