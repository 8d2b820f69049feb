-- What operators set: limits, rates and fees, each from a moment on, with its history; and the quotes made by them.

-- The rule in force is the latest one whose time has come.
CREATE TABLE money_limit (
  operation      text NOT NULL,
  unit           text NOT NULL,
  minimum        bigint NOT NULL CHECK (minimum > 0),
  maximum        bigint NOT NULL,
  day_maximum    bigint NOT NULL,
  fee            bigint NOT NULL CHECK (fee >= 0),
  effective_from timestamptz NOT NULL,
  set_by         text NOT NULL DEFAULT 'policy' CHECK (set_by <> ''),
  set_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (operation, unit, effective_from),
  CHECK (minimum <= maximum AND maximum <= day_maximum)
);
INSERT INTO money_limit (operation, unit, minimum, maximum, day_maximum, fee, effective_from) VALUES
  ('transfer',   'USD',  1000000,  5000000000,  10000000000, 0, '2000-01-01'),
  ('exchange',   'USDP', 1000000,  10000000000, 20000000000, 0, '2000-01-01'),
  ('exchange',   'USD',  1000000,  10000000000, 20000000000, 0, '2000-01-01'),
  ('exchange',   'USDT', 1000000,  10000000000, 20000000000, 0, '2000-01-01'),
  ('withdrawal', 'USD',  20000000, 10000000000, 20000000000, 0, '2000-01-01'),
  ('withdrawal', 'USDT', 20000000, 10000000000, 20000000000, 0, '2000-01-01'),
  -- What arrives is not limited; a billion is where plain mistakes begin.
  ('deposit',    'USDT', 10000000, 1000000000000000, 1000000000000000, 0, '2000-01-01');

-- What a product takes: millionths of the amount, or so many minor units of a unit. The latest whose time has come.
CREATE TABLE fee_rule (
  product        text NOT NULL,
  subject        text NOT NULL,
  unit           text NOT NULL,
  fixed          bigint NOT NULL CHECK (fixed >= 0),
  ppm            integer NOT NULL CHECK (ppm BETWEEN 0 AND 999999),
  effective_from timestamptz NOT NULL,
  set_by         text NOT NULL CHECK (set_by <> ''),
  set_at         timestamptz NOT NULL,
  PRIMARY KEY (product, subject, effective_from),
  CHECK (product IN ('exchange', 'withdrawal')),
  CHECK (product <> 'exchange' OR fixed = 0),
  CHECK (product <> 'withdrawal' OR ppm = 0)
);
INSERT INTO fee_rule (product, subject, unit, fixed, ppm, effective_from, set_by, set_at) VALUES
  ('exchange',   'USDP-USD',  'USD',  0,         3000, '2000-01-01', 'policy', '2000-01-01'),
  ('exchange',   'USD-USDT',  'USDT', 0,         1000, '2000-01-01', 'policy', '2000-01-01'),
  ('exchange',   'USDT-USD',  'USD',  0,         0,    '2000-01-01', 'policy', '2000-01-01'),
  ('withdrawal', 'USDT-TRON', 'USDT', 2000000,   0,    '2000-01-01', 'policy', '2000-01-01'),
  ('withdrawal', 'USDT-BSC',  'USDT', 1000000,   0,    '2000-01-01', 'policy', '2000-01-01'),
  ('withdrawal', 'BTC-BTC',   'BTC',  20000,     0,    '2000-01-01', 'policy', '2000-01-01'),
  ('withdrawal', 'ON-BSC',    'ON',   100000000, 0,    '2000-01-01', 'policy', '2000-01-01');

CREATE TABLE rate_pair (
  id          smallint PRIMARY KEY,
  base        text NOT NULL,
  quote       text NOT NULL,
  -- An older rate is not used any more; NULL: it is kept by policy, and does not age.
  maximum_age interval CHECK (maximum_age > interval '0'),
  -- A change beyond this, in millionths, needs a second person.
  jump_ppm    integer NOT NULL CHECK (jump_ppm > 0),
  UNIQUE (base, quote)
);
INSERT INTO rate_pair (id, base, quote, maximum_age, jump_ppm) VALUES
  (1, 'USDT', 'USD', NULL,       100000),
  (2, 'BTC',  'USD', '24 hours', 100000),
  (3, 'ON',   'USD', '24 hours', 100000);

-- One whole base unit is worth numerator / denominator whole quote units. Nothing is changed afterwards but the end
-- of the time in which a rate holds, when the next one begins.
CREATE TABLE market_rate (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pair           smallint NOT NULL REFERENCES rate_pair,
  numerator      bigint NOT NULL CHECK (numerator > 0),
  denominator    bigint NOT NULL CHECK (denominator > 0),
  source         text NOT NULL CHECK (source ~ '[^[:space:]]'),
  -- command:<user>, operator:<name> or policy.
  set_by         text NOT NULL CHECK (set_by <> ''),
  set_at         timestamptz NOT NULL,
  requested_from timestamptz NOT NULL,
  jumps          boolean NOT NULL,
  -- Without a second person by then nothing comes of a jump.
  expires_at     timestamptz NOT NULL,
  approved_by    text CHECK (approved_by <> ''),
  approved_at    timestamptz,
  -- When it holds; NULL: it waits for a second person. Empty: another took its place before it began.
  during         tstzrange,
  CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CHECK (approved_by IS NULL OR jumps),
  CHECK (during IS NULL OR NOT jumps OR approved_by IS NOT NULL),
  -- One person is one, whether at the command line or over the API.
  CONSTRAINT market_rate_second_person
    CHECK (lower(split_part(approved_by, ':', 2)) <> lower(split_part(set_by, ':', 2))),
  -- A range of one number: plain integers have no GiST class without an extension.
  CONSTRAINT market_rate_one_at_a_time EXCLUDE USING gist (int4range(pair, pair, '[]') WITH =, during WITH &&)
);
INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, during)
  VALUES (1, 1, 1, 'policy: one USDT in custody is one USD', 'policy', '2000-01-01', '2000-01-01', false, '2000-01-01',
          tstzrange(NULL, NULL));

-- Which accounts a pair moves between. USDP is taken back by who issued it, and its reserve pays the USD.
CREATE TABLE exchange_pair (
  from_unit     text NOT NULL,
  to_unit       text NOT NULL,
  from_code     smallint NOT NULL REFERENCES account_kind,
  from_house    smallint NOT NULL REFERENCES account_kind,
  from_rounding smallint NOT NULL REFERENCES account_kind,
  to_code       smallint NOT NULL REFERENCES account_kind,
  to_house      smallint NOT NULL REFERENCES account_kind,
  to_fee        smallint NOT NULL REFERENCES account_kind,
  PRIMARY KEY (from_unit, to_unit)
);
INSERT INTO exchange_pair (from_unit, to_unit, from_code, from_house, from_rounding, to_code, to_house, to_fee) VALUES
  ('USDP', 'USD',  121, 221, 521, 101, 301, 401),
  ('USD',  'USDT', 101, 701, 501, 111, 711, 411),
  ('USDT', 'USD',  111, 711, 511, 101, 701, 401);

CREATE TABLE exchange_quote (
  owner       bigint NOT NULL,
  id          uuid NOT NULL,
  from_unit   text NOT NULL,
  to_unit     text NOT NULL,
  numerator   bigint NOT NULL,
  denominator bigint NOT NULL,
  given       bigint NOT NULL CHECK (given > 0),
  -- What the credit and the fee together need of it; the rest is rounding.
  needed      bigint NOT NULL CHECK (needed BETWEEN 0 AND given),
  fee         bigint NOT NULL CHECK (fee >= 0),
  credit      bigint NOT NULL CHECK (credit >= 0),
  expires_at  timestamptz NOT NULL,
  consumed_by uuid UNIQUE,
  PRIMARY KEY (owner, id)
);

GRANT SELECT ON money_limit, fee_rule, rate_pair, market_rate, exchange_pair, exchange_quote TO trellis_app;
