-- Codes by mail, one for each browser that asks for one: what a stranger asks for, or guesses at, is their own. email_code
-- stays for processes of the version before; to be taken out with the next one.
CREATE TABLE mailed_code (
  purpose            text NOT NULL,
  email_key          text NOT NULL,
  -- The browser or member that asked.
  asker              text NOT NULL,
  -- From where it was asked for; empty where the asker is known, whose budget is their own.
  network            text NOT NULL,
  mac                bytea NOT NULL,
  tries_left         smallint NOT NULL CHECK (tries_left >= 0),
  -- Of everybody who did not ask for it.
  foreign_tries_left smallint NOT NULL CHECK (foreign_tries_left >= 0),
  sent_at            timestamptz NOT NULL,
  expires_at         timestamptz NOT NULL,
  verified_at        timestamptz,
  ticket_hash        bytea,
  -- The browser that a ticket is good in; NULL: any.
  browser_hash       bytea,
  consumed_at        timestamptz,
  -- How many were sent on a UTC day.
  sent_day           date NOT NULL,
  sent_count         smallint NOT NULL,
  PRIMARY KEY (purpose, email_key, asker)
);
CREATE INDEX mailed_code_ticket ON mailed_code (ticket_hash) WHERE ticket_hash IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON mailed_code TO trellis_app;
