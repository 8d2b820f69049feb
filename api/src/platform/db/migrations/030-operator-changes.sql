-- Who would be an operator, and what another would be allowed: it waits for a second admin's yes. Who there is already stays.
CREATE TABLE operator_change (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('invite', 'roles')),
  name         text NOT NULL CHECK (name ~ '^[a-z][a-z0-9.-]{1,31}$'),
  roles        text[] NOT NULL CHECK (cardinality(roles) > 0 AND
    roles <@ ARRAY['viewer', 'support', 'reviewer', 'treasurer', 'releases', 'auditor', 'admin']),
  -- Their roles when it was asked for; NULL: there was nobody of this name.
  base         text[],
  requested_by text NOT NULL CHECK (requested_by <> ''),
  requested_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at   timestamptz NOT NULL CHECK (expires_at > requested_at),
  CHECK (kind = 'invite' OR base IS NOT NULL)
);
CREATE INDEX operator_change_of ON operator_change (name, id);
GRANT SELECT ON operator_change TO trellis_app;
COMMENT ON TABLE operator_change IS 'kept: what was decided, and by whom';
