-- Published terms and who agreed to them stay.

CREATE OR REPLACE TRIGGER terms_document_append_only BEFORE UPDATE OR DELETE ON terms_document
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_document_no_truncate BEFORE TRUNCATE ON terms_document
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_acceptance_append_only BEFORE UPDATE OR DELETE ON terms_acceptance
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_acceptance_no_truncate BEFORE TRUNCATE ON terms_acceptance
  EXECUTE FUNCTION refuse_change();
