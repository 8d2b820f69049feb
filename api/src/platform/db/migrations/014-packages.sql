-- Packages that members have bought, and the parts in which they come back.

-- The first word on what is sold, and where not: operators open a product when the law and the pool allow it.
INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
  VALUES ('productSale', 'package', '{"open": false, "closedIn": ""}', '2000-01-01', 'policy', '2000-01-01', 'as the product began');

-- Where a member lives, by which products are sold or not: told once, before the first of them.
ALTER TABLE member ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$');

-- A purchase as it was agreed: what operators change later does not reach it. Amounts are minor units, of USD and of what is
-- one to one with it.
CREATE TABLE package (
  id         uuid PRIMARY KEY,
  member     bigint NOT NULL REFERENCES member,
  plan_type  text NOT NULL CHECK (plan_type IN ('level', 'custom')),
  level      text NOT NULL,
  price      bigint NOT NULL CHECK (price > 0),
  rp         bigint NOT NULL CHECK (rp BETWEEN 0 AND price),
  reward     bigint NOT NULL CHECK (reward >= 0),
  apr_ppm    integer NOT NULL CHECK (apr_ppm >= 0),
  loops      smallint NOT NULL CHECK (loops > 0),
  loop_days  smallint NOT NULL CHECK (loop_days > 0),
  started_at timestamptz NOT NULL,
  -- UTC: all that falls due counts from it.
  start_day  date NOT NULL,
  bought_by  uuid NOT NULL UNIQUE,
  CHECK (start_day = (started_at AT TIME ZONE 'UTC')::date)
);
CREATE INDEX package_of_member ON package (member, started_at DESC);

-- A part of a package: it comes back at the beginning of its day, with its share of the reward, once.
CREATE TABLE package_loop (
  package     uuid NOT NULL REFERENCES package,
  n           smallint NOT NULL CHECK (n > 0),
  member      bigint NOT NULL,
  due_on      date NOT NULL,
  value       bigint NOT NULL CHECK (value >= 0),
  reward      bigint NOT NULL CHECK (reward >= 0),
  released_by uuid UNIQUE,
  released_at timestamptz,
  PRIMARY KEY (package, n),
  CHECK (value + reward > 0),
  CHECK ((released_by IS NULL) = (released_at IS NULL))
) WITH (fillfactor = 85);
-- What is due is found without reading what was released, however much that is.
CREATE INDEX package_loop_due ON package_loop (due_on, member, package, n) WHERE released_by IS NULL;
CREATE INDEX package_loop_locked ON package_loop (member, due_on) WHERE released_by IS NULL;

GRANT SELECT ON package, package_loop TO trellis_app;

ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
ALTER TABLE journal ADD CONSTRAINT journal_kind_known CHECK (kind IN (
  'opening', 'deposit', 'deposit_aside', 'transfer', 'exchange', 'hold', 'settlement', 'release', 'reversal', 'pool_funding',
  'package_purchase', 'package_release'));
