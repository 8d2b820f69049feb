-- What was done with releases, by whom and why; append-only. The state of a feature is what its events come to
-- (delivery/releases). Beside it how releases loaded: one row for each member who had a release on a page, so that
-- nobody counts twice.

CREATE TABLE release_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feature     text NOT NULL,
  action      text NOT NULL
    CHECK (action IN ('publish', 'activate', 'rollout', 'rollback', 'pin', 'unpin', 'off', 'on', 'floor')),
  release     text,
  -- Hundredths of a percent of all members.
  share       smallint CHECK (share BETWEEN 0 AND 10000),
  actor       text NOT NULL CHECK (actor <> ''),
  reason      text NOT NULL CHECK (reason <> ''),
  -- What an automatic step went by.
  evidence    jsonb,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Where it stands in the audit log.
  audit       bigint REFERENCES audit_event,
  CHECK ((action = 'rollout') = (share IS NOT NULL)),
  CHECK ((action IN ('unpin', 'off', 'on')) = (release IS NULL))
);
CREATE INDEX release_event_feature ON release_event (feature, id DESC);

-- A release below its feature's floor goes live only when a second operator says so, too.
CREATE TABLE release_approval (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  feature      text NOT NULL,
  release      text NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  requested_by bigint NOT NULL REFERENCES operator,
  requested_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  approved_by  bigint REFERENCES operator,
  approved_at  timestamptz,
  CONSTRAINT release_approval_second_person CHECK (approved_by <> requested_by),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL))
);

CREATE TABLE release_load (
  feature   text NOT NULL,
  release   text NOT NULL,
  member    bigint NOT NULL,
  loaded_at timestamptz NOT NULL,
  -- The first failure: a release that fails once for somebody has failed for them.
  failed_at timestamptz,
  phase     text,
  outcome   text,
  PRIMARY KEY (feature, release, member),
  CHECK ((failed_at IS NULL) = (outcome IS NULL) AND (failed_at IS NULL) = (phase IS NULL))
);

GRANT SELECT, INSERT ON release_event TO trellis_app;
GRANT SELECT, INSERT, UPDATE (approved_by, approved_at) ON release_approval TO trellis_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON release_load TO trellis_app;
