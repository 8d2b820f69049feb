-- What was done with releases stays.

CREATE OR REPLACE TRIGGER release_event_append_only BEFORE UPDATE OR DELETE ON release_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER release_event_no_truncate BEFORE TRUNCATE ON release_event EXECUTE FUNCTION refuse_change();

-- For processes of the version before 003-approvals, which read it. To be taken out with the next one.
CREATE OR REPLACE VIEW release_approval AS
  SELECT a.id, split_part(a.subject, ' ', 1) AS feature, split_part(a.subject, ' ', 2) AS release, a.reason,
         o.id AS requested_by, a.requested_at, a.expires_at, NULL::bigint AS approved_by, NULL::timestamptz AS approved_at
    FROM approval a JOIN operator o ON 'operator:' || o.name = a.requested_by
    WHERE a.action = 'release.approve_below_floor' AND a.closed_at IS NULL;

GRANT SELECT ON release_approval TO trellis_app;
