-- A deposit that was recorded stays.

CREATE OR REPLACE TRIGGER deposit_transfer_kept BEFORE DELETE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER deposit_transfer_no_truncate BEFORE TRUNCATE ON deposit_transfer
  EXECUTE FUNCTION refuse_change();

-- Only what is held can still become something else.
CREATE OR REPLACE TRIGGER deposit_transfer_fixed BEFORE UPDATE ON deposit_transfer FOR EACH ROW
  WHEN (OLD.state <> 'held_unverified' OR NEW.state <> 'credited') EXECUTE FUNCTION refuse_change();
