-- Browsers that show notices although the product is closed, and what is on its way to them.
CREATE TABLE push_subscription (
  id         uuid PRIMARY KEY,
  member_id  bigint NOT NULL REFERENCES member,
  -- Digests of the device's cookie, and of the session under which it was last confirmed: with that it ends.
  device     bytea NOT NULL,
  session    bytea NOT NULL,
  -- Where the browser's push service takes messages: who knows it can send some, so it is shown to nobody.
  endpoint   text NOT NULL UNIQUE CHECK (length(endpoint) <= 2048 AND endpoint ~ '^https?://'),
  p256dh     text NOT NULL CHECK (length(p256dh) = 87),
  auth       text NOT NULL CHECK (length(auth) = 22),
  -- The public key of ours that it belongs to.
  vapid_key  text NOT NULL,
  -- Kinds of notices besides those of security, which are always sent.
  kinds      text[] NOT NULL,
  -- Whether amounts and names may stand on a locked screen.
  in_full    boolean NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  UNIQUE (member_id, device)
);
CREATE INDEX push_subscription_device ON push_subscription (device);
CREATE INDEX push_subscription_session ON push_subscription (session);
CREATE INDEX push_subscription_seen_at ON push_subscription USING brin (seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscription TO trellis_app;

-- A row for each subscription of whoever gets a notice; gone once it was sent, or is of no use any more.
CREATE TABLE outbox_push (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No foreign key: what writes a notice must neither wait for a log-out nor fail with it.
  subscription uuid NOT NULL,
  notice       bigint NOT NULL,
  -- What may be an attack on an account goes first, what all members are shown last.
  priority     smallint NOT NULL CHECK (priority IN (1, 2, 3)),
  created_at   timestamptz NOT NULL,
  due_at       timestamptz NOT NULL,
  attempts     smallint NOT NULL DEFAULT 0
);
CREATE INDEX outbox_push_next ON outbox_push (priority, due_at);
CREATE INDEX outbox_push_created_at ON outbox_push USING brin (created_at);
GRANT SELECT, UPDATE, DELETE ON outbox_push TO trellis_app;
