-- The team bonus: days that are closed, what each member earned on them, and what of their volume is used up.

INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
SELECT subject, key, value::jsonb, '2000-01-01', 'policy', '2000-01-01', 'as the product began'
  FROM (VALUES
    ('productSale', 'team', '{"open": false, "closedIn": ""}'),
    ('bonusTerms', 'all', '{"directPercent": "3", "pairingPercent": "5", "budgetPercent": "10", "rpPercent": "20", "carryDays": 180, "capDivisor": 30, "ownValuePercent": "10"}'),
    ('bonusCap', 'Clear',    '{"month": "100000000"}'),
    ('bonusCap', 'Bronze',   '{"month": "300000000"}'),
    ('bonusCap', 'Silver',   '{"month": "500000000"}'),
    ('bonusCap', 'Gold',     '{"month": "1000000000"}'),
    ('bonusCap', 'Ruby',     '{"month": "2000000000"}'),
    ('bonusCap', 'Sapphire', '{"month": "3000000000"}'),
    ('bonusCap', 'Emerald',  '{"month": "5000000000"}'),
    ('bonusCap', 'Diamond',  '{"month": "10000000000"}')
  ) AS first (subject, key, value);

-- NULL: none is closed yet.
ALTER TABLE bonus_calendar ADD COLUMN closed_day date CHECK (closed_day < open_day);

-- A day as it was closed: by which terms, with how much, and what came of it. Minor units of USD.
CREATE TABLE bonus_day (
  day             date PRIMARY KEY,
  -- In force as the day ended: what its lines are computed by, now and ever.
  terms           jsonb NOT NULL,
  -- What the pool held, what of it the day could pay, what all were due, and what they are paid.
  pool            bigint NOT NULL CHECK (pool >= 0),
  budget          bigint NOT NULL CHECK (budget BETWEEN 0 AND pool),
  demand          bigint NOT NULL CHECK (demand >= 0),
  paid            bigint NOT NULL CHECK (paid BETWEEN 0 AND budget),
  lines           integer NOT NULL CHECK (lines >= 0),
  -- Volume of days up to this one is too old to be matched.
  expired_through date NOT NULL CHECK (expired_through < day),
  closed_at       timestamptz NOT NULL,
  -- NULL: nothing is paid.
  closed_by       uuid UNIQUE,
  CHECK ((closed_by IS NULL) = (paid = 0))
);

-- What a day brought to a member, where it matched anything or somebody they have sponsored has bought. Minor units.
CREATE TABLE bonus_line (
  member        bigint NOT NULL,
  day           date NOT NULL,
  -- The bonus was open to them, and a package of theirs active.
  qualified     boolean NOT NULL,
  -- What could be matched of each side, and of all volume that ever came to it, what is gone now: matched or too old.
  left_stock    bigint NOT NULL,
  right_stock   bigint NOT NULL,
  left_gone     bigint NOT NULL,
  right_gone    bigint NOT NULL,
  matched       bigint NOT NULL,
  direct_points bigint NOT NULL,
  direct        bigint NOT NULL,
  pairing       bigint NOT NULL,
  cap           bigint NOT NULL,
  cut           bigint NOT NULL,
  -- What own active packages cost, what the month had paid before, and what of the day is above that limit.
  own_value     bigint NOT NULL,
  month_before  bigint NOT NULL,
  over_limit    bigint NOT NULL,
  due           bigint NOT NULL,
  paid          bigint NOT NULL,
  -- Of what is paid, as RP; the rest as USDP.
  rp            bigint NOT NULL,
  paid_by       uuid,
  paid_at       timestamptz,
  PRIMARY KEY (member, day),
  CHECK (least(left_stock, right_stock, left_gone, right_gone, matched, direct_points, direct, pairing, cap, cut, own_value,
               month_before, over_limit, due, paid, rp) >= 0),
  CHECK (direct + pairing - cut = due + over_limit AND paid <= due AND rp <= paid AND matched <= least(left_stock, right_stock)),
  CHECK (qualified OR (matched, due) = (0, 0)),
  CHECK ((paid_by IS NULL) = (paid_at IS NULL))
) WITH (fillfactor = 85);
CREATE INDEX bonus_line_unpaid ON bonus_line (day, member) WHERE paid > 0 AND paid_by IS NULL;

-- How each member stands after the last of their lines: derived from those, for the next day's.
CREATE TABLE bonus_standing (
  member     bigint PRIMARY KEY,
  left_gone  bigint NOT NULL,
  right_gone bigint NOT NULL,
  -- The month of that line, by its first day, and what it has paid by then.
  month      date NOT NULL,
  month_paid bigint NOT NULL
) WITH (fillfactor = 70);

-- Of what the index counts, volume that is too old, by `expired_through` of the last day that was closed.
CREATE TABLE team_expired (
  node_id    bigint PRIMARY KEY,
  volume     bigint NOT NULL,
  own_volume bigint NOT NULL
) WITH (fillfactor = 70);

GRANT SELECT ON bonus_day, bonus_line, bonus_standing, team_expired TO trellis_app;

COMMENT ON TABLE bonus_day IS 'kept: money and its proofs';
COMMENT ON TABLE bonus_line IS 'kept: money and its proofs';
COMMENT ON TABLE bonus_standing IS 'kept: money and its proofs';
COMMENT ON TABLE team_expired IS 'kept: an index of what is kept';

ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
ALTER TABLE journal ADD CONSTRAINT journal_kind_known CHECK (kind IN (
  'opening', 'deposit', 'deposit_aside', 'transfer', 'exchange', 'hold', 'settlement', 'release', 'reversal', 'pool_funding',
  'package_purchase', 'package_release', 'stake_start', 'stake_profit', 'stake_term', 'stake_redeem', 'stake_restore',
  'bonus_close', 'team_bonus'));
