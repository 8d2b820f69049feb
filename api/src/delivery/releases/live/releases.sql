-- What was done with releases stays.

CREATE OR REPLACE TRIGGER release_event_append_only BEFORE UPDATE OR DELETE ON release_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER release_event_no_truncate BEFORE TRUNCATE ON release_event EXECUTE FUNCTION refuse_change();
