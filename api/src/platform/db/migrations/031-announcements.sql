-- What all members, or those of one country, are told while it runs: asked for by one operator, approved by another.
CREATE TABLE announcement (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- {"<language>": {"title": …, "text": …}}, whole in all four.
  texts         jsonb NOT NULL,
  -- NULL: everybody.
  country       text CHECK (country ~ '^[A-Z]{2}$'),
  starts_at     timestamptz NOT NULL,
  ends_at       timestamptz NOT NULL CHECK (ends_at > starts_at),
  requested_by  text NOT NULL CHECK (requested_by <> ''),
  requested_at  timestamptz NOT NULL,
  reason        text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at    timestamptz NOT NULL CHECK (expires_at > requested_at),
  approved_by   text,
  approved_at   timestamptz,
  recalled_by   text,
  recalled_at   timestamptz,
  recall_reason text CHECK (recall_reason ~ '[^[:space:]]'),
  CHECK (num_nulls(approved_by, approved_at) IN (0, 2)),
  CHECK (num_nulls(recalled_by, recalled_at, recall_reason) IN (0, 3)),
  CHECK (recalled_at IS NULL OR approved_at IS NOT NULL)
);
CREATE INDEX announcement_shown ON announcement (ends_at) WHERE approved_at IS NOT NULL AND recalled_at IS NULL;
-- How many an announcement to one country reaches is said before it is asked for.
CREATE INDEX member_country ON member (country) WHERE country IS NOT NULL;
GRANT SELECT ON announcement TO trellis_app;
COMMENT ON TABLE announcement IS 'kept: what was decided, and by whom';
