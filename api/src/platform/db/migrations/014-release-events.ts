import type { Migration } from './migration.ts';

/**
 * What was done with releases, by whom and why; append-only. The state of a feature is what its events come to
 * (releases/state.ts). Beside it how releases loaded: one row for each member who had a release on a page, so that
 * nobody counts twice.
 */
export const releaseEvents: Migration = {
  name: '014-release-events',
  sql: `
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
      CHECK ((action = 'rollout') = (share IS NOT NULL)),
      CHECK ((action IN ('unpin', 'off', 'on')) = (release IS NULL))
    );
    CREATE INDEX release_event_feature ON release_event (feature, id DESC);
    CREATE TRIGGER release_event_append_only BEFORE UPDATE OR DELETE ON release_event
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER release_event_no_truncate BEFORE TRUNCATE ON release_event EXECUTE FUNCTION refuse_change();

    INSERT INTO release_event (feature, action, release, actor, reason, recorded_at)
      SELECT feature, 'activate', release, 'command', coalesce(nullif(reason, ''), 'unknown'), activated_at
        FROM release_activation ORDER BY id;
    DROP TABLE release_activation;
    -- For processes of the version before, until they are replaced.
    CREATE VIEW release_activation AS
      SELECT id, feature, release, recorded_at AS activated_at, reason FROM release_event
        WHERE action IN ('activate', 'rollback');

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

    GRANT SELECT ON release_activation TO trellis_app;
    GRANT SELECT, INSERT ON release_event TO trellis_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON release_load TO trellis_app;
  `,
};
