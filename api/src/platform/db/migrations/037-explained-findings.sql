-- What a verification found and three people explained as a false alarm: each row as the verifier names it. It is passed over
-- only while it is found exactly so.
CREATE TABLE explained_finding (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  verification bigint NOT NULL REFERENCES verification_run,
  approval     bigint NOT NULL REFERENCES approval,
  invariant    text NOT NULL,
  found        jsonb NOT NULL,
  explained_by text NOT NULL,
  explained_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]')
);
COMMENT ON TABLE explained_finding IS 'kept: what was decided, and by whom';
GRANT SELECT ON explained_finding TO trellis_app;
