-- What packages and stakes are sold at, and the funding of the pools that their rewards are promised from.

INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
SELECT subject, key, value::jsonb, '2000-01-01', 'policy', '2000-01-01', 'as the product began'
  FROM (VALUES
    ('packageTerms', 'all', '{"minimum": "100000000", "maximum": "30000000000", "step": "10000000", "loopDays": 30, "rpSharePercent": "20"}'),
    ('packageLevel', 'Clear',    '{"price": "100000000",   "loops": 3,  "aprPercent": "2"}'),
    ('packageLevel', 'Bronze',   '{"price": "300000000",   "loops": 3,  "aprPercent": "2.5"}'),
    ('packageLevel', 'Silver',   '{"price": "500000000",   "loops": 6,  "aprPercent": "3"}'),
    ('packageLevel', 'Gold',     '{"price": "1000000000",  "loops": 6,  "aprPercent": "3.5"}'),
    ('packageLevel', 'Ruby',     '{"price": "3000000000",  "loops": 9,  "aprPercent": "4"}'),
    ('packageLevel', 'Sapphire', '{"price": "5000000000",  "loops": 9,  "aprPercent": "4.5"}'),
    ('packageLevel', 'Emerald',  '{"price": "10000000000", "loops": 12, "aprPercent": "5"}'),
    ('packageLevel', 'Diamond',  '{"price": "30000000000", "loops": 12, "aprPercent": "6"}'),
    ('stakeTerms', 'all', '{"minimum": "100000000", "maximum": "50000000000", "contracts": 12, "termDays": 90, "aprPercent": "4", "choiceClosesMinutes": 60}')
  ) AS first (subject, key, value);

-- What is asked for, and what came of it: the journal under its key. `amount` is in minor units of USD: put in, or taken out
-- of what nothing is promised from.
CREATE TABLE pool_funding (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pool         integer NOT NULL REFERENCES account_kind CHECK (pool IN (601, 602, 603)),
  amount       bigint NOT NULL CHECK (amount <> 0 AND amount BETWEEN -1000000000000000 AND 1000000000000000),
  requested_by text NOT NULL CHECK (requested_by <> ''),
  requested_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at   timestamptz NOT NULL CHECK (expires_at > requested_at)
);
GRANT SELECT ON pool_funding TO trellis_app;

ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
ALTER TABLE journal ADD CONSTRAINT journal_kind_known CHECK (kind IN (
  'opening', 'deposit', 'deposit_aside', 'transfer', 'exchange', 'hold', 'settlement', 'release', 'reversal', 'pool_funding'));
