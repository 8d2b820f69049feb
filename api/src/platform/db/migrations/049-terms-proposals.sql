-- The next version of what members agree to: asked for by one operator, approved by another. What was published before stays.
CREATE TABLE terms_proposal (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document     text NOT NULL CHECK (document IN ('terms', 'termservice')),
  -- The version in force when it was asked for, which it would follow; 0: there was none.
  base         integer NOT NULL CHECK (base >= 0),
  texts        jsonb NOT NULL CHECK (texts ?& ARRAY['en', 'jp', 'zh', 'ko']),
  requested_by text NOT NULL CHECK (requested_by <> ''),
  requested_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at   timestamptz NOT NULL CHECK (expires_at > requested_at)
);
GRANT SELECT ON terms_proposal TO trellis_app;
COMMENT ON TABLE terms_proposal IS 'kept: what was decided, and by whom';
-- NULL: the texts that come with the product, or published before there were proposals.
ALTER TABLE terms_document ADD COLUMN proposal bigint UNIQUE REFERENCES terms_proposal;
