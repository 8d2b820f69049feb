-- What was done with releases stays; an approval is given once.

CREATE OR REPLACE TRIGGER release_event_append_only BEFORE UPDATE OR DELETE ON release_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER release_event_no_truncate BEFORE TRUNCATE ON release_event EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER release_approval_kept BEFORE DELETE ON release_approval
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER release_approval_once BEFORE UPDATE ON release_approval
  FOR EACH ROW WHEN (OLD.approved_by IS NOT NULL OR NEW.requested_by <> OLD.requested_by)
  EXECUTE FUNCTION refuse_change();
