-- What support did stays: messages of inquiries, suspensions, resets of a lost second factor.

CREATE OR REPLACE TRIGGER inquiry_message_append_only BEFORE UPDATE OR DELETE ON inquiry_message
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER inquiry_message_no_truncate BEFORE TRUNCATE ON inquiry_message
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_suspension_kept BEFORE DELETE ON member_suspension
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_suspension_no_truncate BEFORE TRUNCATE ON member_suspension
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_suspension_once BEFORE UPDATE ON member_suspension
  FOR EACH ROW WHEN (OLD.restored_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER factor_reset_kept BEFORE DELETE ON factor_reset
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER factor_reset_no_truncate BEFORE TRUNCATE ON factor_reset EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER factor_reset_once BEFORE UPDATE ON factor_reset
  FOR EACH ROW WHEN (OLD.outcome IS NOT NULL OR
    (OLD.approved_by IS NOT NULL AND
      (NEW.approved_by, NEW.approved_at, NEW.due_at) IS DISTINCT FROM (OLD.approved_by, OLD.approved_at, OLD.due_at)))
  EXECUTE FUNCTION refuse_change();
