-- Rules that one person cannot set: what waits for another one's yes. Rules of before stay as they are.

CREATE TABLE rule_proposal (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject        text NOT NULL CHECK (subject <> ''),
  key            text NOT NULL CHECK (key <> ''),
  -- As in rule.
  value          jsonb NOT NULL CHECK (jsonb_typeof(value) = 'object'),
  -- NULL: at once, when it is approved.
  requested_from timestamptz,
  set_by         text NOT NULL CHECK (set_by <> ''),
  set_at         timestamptz NOT NULL,
  reason         text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at     timestamptz NOT NULL CHECK (expires_at > set_at)
);
CREATE INDEX rule_proposal_of_key ON rule_proposal (subject, key, id);

-- Which one it comes from, where it took a second person, and who that was.
ALTER TABLE rule
  ADD COLUMN proposal bigint UNIQUE REFERENCES rule_proposal,
  ADD COLUMN approved_by text,
  ADD CONSTRAINT rule_approved CHECK ((proposal IS NULL) = (approved_by IS NULL));

GRANT SELECT ON rule_proposal TO trellis_app;
