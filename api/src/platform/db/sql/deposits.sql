-- A deposit that was recorded stays.

CREATE OR REPLACE TRIGGER deposit_transfer_kept BEFORE DELETE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER deposit_transfer_no_truncate BEFORE TRUNCATE ON deposit_transfer
  EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER deposit_transfer_lifecycle BEFORE INSERT OR UPDATE ON deposit_transfer
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('deposit', 'state');
