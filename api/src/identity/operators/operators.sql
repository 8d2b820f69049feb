-- Who operators are, and what they may, is the owner's word (npm run operator), or that of two admins
-- (operator-changes.sql). The application enrols whom a link was made for, and takes codes. Errors are TO….

-- TO001: a first log-in without an open enrolment, another secret without a code used up with it, or a password together with
-- anything else: alone it opens nothing, for a log-in takes a code, too.
CREATE OR REPLACE FUNCTION guard_operator() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF is_owners_session() THEN RETURN NEW; END IF;
  -- The application has no right to write roles and suspensions: these come from functions that have asked who says so.
  IF to_jsonb(OLD) - '{roles,new_roles,new_until}'::text[] = to_jsonb(NEW) - '{roles,new_roles,new_until}'::text[] AND EXISTS (
    SELECT 1 FROM approval a WHERE a.action IN ('operator.invite', 'operator.roles') AND a.payload ->> 'name' = NEW.name
      AND a.payload -> 'roles' = to_jsonb(NEW.roles) AND a.payload -> 'base' = to_jsonb(OLD.roles) AND is_approved(a))
  THEN RETURN NEW; END IF;
  IF to_jsonb(OLD) - 'suspended_at' = to_jsonb(NEW) - 'suspended_at' AND OLD.suspended_at IS NULL
    AND NEW.suspended_at IS NOT NULL THEN RETURN NEW; END IF;
  IF to_jsonb(OLD) - 'suspended_at' = to_jsonb(NEW) - 'suspended_at' AND NEW.suspended_at IS NULL AND EXISTS (
    SELECT 1 FROM approval a WHERE a.action = 'operator.restore' AND a.payload ->> 'name' = NEW.name
      AND (a.payload ->> 'suspendedAt')::timestamptz = OLD.suspended_at AND is_approved(a))
  THEN RETURN NEW; END IF;
  IF OLD.enrolled_at IS NULL THEN
    -- The first log-in ends its enrolment in the same transaction.
    IF EXISTS (SELECT 1 FROM operator_enrolment e WHERE e.operator_id = OLD.id AND e.expires_at > product_now()
      AND (e.ended_at IS NULL OR e.xmin = pg_current_xact_id()::xid)) THEN RETURN NEW; END IF;
  ELSIF (OLD.enrolled_at, OLD.password_hash) = (NEW.enrolled_at, NEW.password_hash) AND NEW.totp_step > OLD.totp_step THEN
    RETURN NEW;
  ELSIF to_jsonb(OLD) - 'password_hash' = to_jsonb(NEW) - 'password_hash' AND NEW.password_hash <> OLD.password_hash THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'operator % is not to be changed so', OLD.name USING ERRCODE = 'TO001';
END $$;

-- A link that was used, or that a newer one took the place of, opens nothing again.
CREATE OR REPLACE TRIGGER operator_enrolment_ended BEFORE UPDATE ON operator_enrolment FOR EACH ROW
  WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER operator_guarded BEFORE UPDATE ON operator FOR EACH ROW EXECUTE FUNCTION guard_operator();
