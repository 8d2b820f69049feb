-- Withdrawals: where they may go, what a member asked for, who looked at it, and what became of it.

-- Where a member's withdrawals may go. A new address waits before it can be used.
CREATE TABLE book_address (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id   bigint NOT NULL REFERENCES member,
  chain       text NOT NULL CHECK (chain IN ('BSC', 'TRON', 'BTC')),
  -- As checkAddress writes it: one address has one form.
  address     text NOT NULL,
  label       text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 30),
  created_at  timestamptz NOT NULL,
  usable_from timestamptz NOT NULL,
  removed_at  timestamptz
);
-- Added again after it was removed, an address waits again.
CREATE UNIQUE INDEX book_address_present ON book_address (member_id, chain, address) WHERE removed_at IS NULL;

-- What the review goes by; the latest whose time has come.
CREATE TABLE withdrawal_rule (
  -- From this worth on two people approve, in USD minor units; and from this one on it counts as large.
  two_from       bigint NOT NULL CHECK (two_from > 0),
  large_from     bigint NOT NULL CHECK (large_from > 0),
  -- So many within a day are many.
  many           integer NOT NULL CHECK (many > 0),
  review_hours   integer NOT NULL CHECK (review_hours > 0),
  effective_from timestamptz PRIMARY KEY
);
INSERT INTO withdrawal_rule (two_from, large_from, many, review_hours, effective_from)
  VALUES (1000000000, 5000000000, 3, 72, '2000-01-01');

-- Nothing is ever sent there: contracts of tokens, and custody. Deposit addresses are looked up where they are.
CREATE TABLE denied_address (
  chain   text NOT NULL CHECK (chain IN ('BSC', 'TRON', 'BTC')),
  -- As checkAddress writes it.
  address text NOT NULL,
  reason  text NOT NULL CHECK (reason IN ('token', 'custody', 'other')),
  PRIMARY KEY (chain, address)
);
INSERT INTO denied_address (chain, address, reason) VALUES
  ('BSC',  '0x55d398326f99059fF775485246999027B3197955', 'token'),
  ('BSC',  '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 'token'),
  ('BSC',  '0x000000000000000000000000000000000000dEaD', 'other'),
  ('TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',         'token');

CREATE TABLE withdrawal (
  id            uuid PRIMARY KEY,
  member        bigint NOT NULL REFERENCES member,
  -- What is given, in minor units, all of it held.
  unit          text NOT NULL CHECK (unit IN ('USD', 'USDT')),
  amount        bigint NOT NULL CHECK (amount > 0),
  -- What is sent, in minor units of the asset; the fee is taken from it.
  asset         text NOT NULL CHECK (asset IN ('USDT', 'BTC', 'ON')),
  chain         text NOT NULL CHECK (chain IN ('BSC', 'TRON', 'BTC')),
  gross         bigint NOT NULL,
  fee           bigint NOT NULL CHECK (fee >= 0),
  received      bigint NOT NULL CHECK (received > 0 AND received = gross - fee),
  -- The rates that gave it; NULL where the unit is the asset.
  rate          bigint REFERENCES market_rate,
  -- In USD minor units: what the rules go by.
  worth         bigint NOT NULL CHECK (worth > 0),
  address       text NOT NULL,
  address_typed text NOT NULL,
  hold          uuid NOT NULL UNIQUE,
  risks         text[] NOT NULL,
  approvals     smallint NOT NULL CHECK (approvals BETWEEN 1 AND 2),
  status        text NOT NULL CHECK (status IN ('pending_review', 'approved', 'rejected')),
  step          text NOT NULL CHECK (step IN ('review', 'approved', 'sent', 'complete', 'ended')),
  -- What the member is told of a rejection.
  cause         text CHECK (cause <> ''),
  created_at    timestamptz NOT NULL,
  deadline_at   timestamptz NOT NULL,
  changed_at    timestamptz NOT NULL,
  revision      integer NOT NULL CHECK (revision > 0),
  CHECK ((status = 'approved') = (step = 'complete') AND (status = 'rejected') = (step = 'ended')),
  CHECK ((status = 'rejected') = (cause IS NOT NULL))
);
-- Ids are made by the time.
CREATE INDEX withdrawal_member ON withdrawal (member, id DESC);
CREATE INDEX withdrawal_open ON withdrawal (deadline_at) WHERE status = 'pending_review';

CREATE TABLE withdrawal_event (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal uuid NOT NULL REFERENCES withdrawal,
  member     bigint NOT NULL,
  kind       text NOT NULL CHECK (kind IN
    ('submitted', 'security_check', 'review', 'first_approval', 'approved', 'sent', 'complete', 'rejected')),
  at         timestamptz NOT NULL
);
CREATE INDEX withdrawal_event_of ON withdrawal_event (withdrawal, id);
CREATE INDEX withdrawal_event_member ON withdrawal_event (member, id DESC);

CREATE TABLE withdrawal_approval (
  withdrawal  uuid NOT NULL REFERENCES withdrawal,
  -- command:<user> or operator:<name>; one person is one, whether at the command line or over the API.
  approved_by text NOT NULL CHECK (approved_by ~ '^[a-z]+:.'),
  person      text GENERATED ALWAYS AS (lower(split_part(approved_by, ':', 2))) STORED,
  reason      text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  approved_at timestamptz NOT NULL,
  CONSTRAINT withdrawal_approval_other_person PRIMARY KEY (withdrawal, person)
);

-- A transaction that an operator says was sent. Whether it was, the chain tells, or a second person where it cannot.
CREATE TABLE withdrawal_payout (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  withdrawal    uuid NOT NULL REFERENCES withdrawal,
  chain         text NOT NULL,
  tx            text NOT NULL CHECK (tx ~ '^(0x)?[0-9a-f]{64}$'),
  -- The chain is asked about it; false: a second person says that it was sent.
  verifiable    boolean NOT NULL,
  recorded_by   text NOT NULL CHECK (recorded_by ~ '^[a-z]+:.'),
  recorded_at   timestamptz NOT NULL,
  -- recorded: not found on the chain yet. invalid: it is there, and is not this payout.
  state         text NOT NULL CHECK (state IN ('recorded', 'seen', 'confirmed', 'invalid')),
  fault         text CHECK (fault <> ''),
  -- Place of the transfer within its transaction.
  ordinal       integer CHECK (ordinal >= 0),
  confirmations integer NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
  needed        integer NOT NULL DEFAULT 0 CHECK (needed >= 0),
  confirmed_by  text CHECK (confirmed_by ~ '^[a-z]+:.'),
  confirmed_at  timestamptz,
  CHECK ((state = 'invalid') = (fault IS NOT NULL)),
  CHECK ((state = 'confirmed') = (confirmed_by IS NOT NULL) AND (confirmed_by IS NULL) = (confirmed_at IS NULL)),
  CHECK (NOT verifiable OR confirmed_by IS NULL OR confirmed_by LIKE 'chain:%'),
  CONSTRAINT withdrawal_payout_second_person CHECK (verifiable OR confirmed_by IS NULL
    OR lower(split_part(confirmed_by, ':', 2)) <> lower(split_part(recorded_by, ':', 2)))
);
CREATE UNIQUE INDEX withdrawal_payout_live ON withdrawal_payout (withdrawal) WHERE state <> 'invalid';
-- One transfer pays one withdrawal.
CREATE UNIQUE INDEX withdrawal_payout_once ON withdrawal_payout (chain, tx, coalesce(ordinal, -1))
  WHERE state = 'confirmed';

GRANT SELECT, INSERT, UPDATE ON book_address TO trellis_app;
GRANT SELECT ON withdrawal_rule, withdrawal_event TO trellis_app;
GRANT SELECT, INSERT ON denied_address, withdrawal_approval TO trellis_app;
GRANT SELECT, INSERT, UPDATE (status, step, cause, changed_at, revision) ON withdrawal TO trellis_app;
GRANT SELECT, INSERT, UPDATE (state, fault, ordinal, confirmations, needed, confirmed_by, confirmed_at)
  ON withdrawal_payout TO trellis_app;
