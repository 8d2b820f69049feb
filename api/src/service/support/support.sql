-- What support did stays: messages of inquiries, suspensions, resets of a lost second factor.

CREATE OR REPLACE TRIGGER inquiry_lifecycle BEFORE INSERT OR UPDATE ON inquiry
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('inquiry', 'status');
-- How much waits for an answer has an upper bound, also for many at once: each new one waits for the member's row, and each message
-- for its inquiry's. What was answered counts no more, so nobody who gets answers is held back. TI001: 20 inquiries wait already
-- (inquiries.ts of the contract says the same). TI002: 50 messages in a row do.
CREATE OR REPLACE FUNCTION bound_inquiries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM member WHERE id = NEW.member FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM inquiry WHERE member = NEW.member AND status = 'received') >= 20 THEN
    RAISE EXCEPTION 'too many wait for an answer' USING ERRCODE = 'TI001';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER inquiry_bounded BEFORE INSERT ON inquiry FOR EACH ROW EXECUTE FUNCTION bound_inquiries();

CREATE OR REPLACE FUNCTION bound_inquiry_messages() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM inquiry WHERE id = NEW.inquiry FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM inquiry_message WHERE inquiry = NEW.inquiry AND id > coalesce((SELECT max(id) FROM inquiry_message
      WHERE inquiry = NEW.inquiry AND author = 'operator'), 0)) >= 50
  THEN RAISE EXCEPTION 'too many wait for an answer' USING ERRCODE = 'TI002'; END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER inquiry_message_bounded BEFORE INSERT ON inquiry_message FOR EACH ROW
  WHEN (NEW.author = 'member') EXECUTE FUNCTION bound_inquiry_messages();

CREATE OR REPLACE TRIGGER inquiry_message_append_only BEFORE DELETE ON inquiry_message
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- What was written stays, or says nothing any more (service/erasure).
CREATE OR REPLACE TRIGGER inquiry_message_fixed BEFORE UPDATE ON inquiry_message FOR EACH ROW
  WHEN (NEW.text <> '[erased]' OR to_jsonb(OLD) - 'text' <> to_jsonb(NEW) - 'text') EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER inquiry_message_no_truncate BEFORE TRUNCATE ON inquiry_message
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_suspension_kept BEFORE DELETE ON member_suspension
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_suspension_no_truncate BEFORE TRUNCATE ON member_suspension
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER member_suspension_once BEFORE UPDATE ON member_suspension
  FOR EACH ROW WHEN (OLD.restored_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

-- Nobody suspends or restores a member account of their own. TA005.
CREATE OR REPLACE FUNCTION refuse_own_account() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF is_own_account(coalesce(NEW.restored_by, NEW.suspended_by), NEW.member) THEN
    RAISE EXCEPTION 'it is about an account of their own' USING ERRCODE = 'TA005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER member_suspension_not_own BEFORE INSERT OR UPDATE ON member_suspension
  FOR EACH ROW EXECUTE FUNCTION refuse_own_account();

-- Nobody answers an account of their own. TA005.
CREATE OR REPLACE FUNCTION refuse_own_answer() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM operator_member om JOIN inquiry i ON i.member = om.member
      WHERE i.id = NEW.inquiry AND om.operator = NEW.operator) THEN
    RAISE EXCEPTION 'it is about an account of their own' USING ERRCODE = 'TA005';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER inquiry_message_not_own BEFORE INSERT ON inquiry_message FOR EACH ROW
  WHEN (NEW.operator IS NOT NULL) EXECUTE FUNCTION refuse_own_answer();

-- What is approved: the reset of the authenticator that was bound when it was asked for.
CREATE OR REPLACE FUNCTION factor_reset_payload(p_reset factor_reset) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('member', (p_reset).member, 'boundAt', (extract(epoch FROM (p_reset).bound_at) * 1000000)::bigint)
$$;

-- It is due some time after a second person's approval; who that was is the approval's word, not the application's.
-- TF001: nobody has approved. 23514: the owner would have less time to stop it than the rule says.
CREATE OR REPLACE FUNCTION check_factor_reset() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_approval bigint;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_approval := approval_of('factor_reset.approve', NEW.id::text, factor_reset_payload(NEW), NEW.requested_by, 1);
  END IF;
  IF v_approval IS NULL THEN RAISE EXCEPTION 'nobody else has approved it' USING ERRCODE = 'TF001'; END IF;
  SELECT actor, at INTO NEW.approved_by, NEW.approved_at FROM approval_given WHERE approval = v_approval;
  IF (NEW.due_at >= NEW.approved_at + factor_reset_wait_at(NEW.approved_at)) IS NOT TRUE THEN
    RAISE EXCEPTION 'its owner has longer to stop it' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- What lifecycle.sql asks before one ends.
CREATE OR REPLACE FUNCTION factor_reset_was_waited_for(p_reset factor_reset) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (p_reset).approved_by IS NOT NULL AND (p_reset).ended_at >= (p_reset).due_at
$$;
-- Whether both who asked and who approved may still: one of them is suspended, or has lost the role, while its owner can stop it.
CREATE OR REPLACE FUNCTION factor_reset_is_vouched_for(p_reset factor_reset) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT ((p_reset).requested_by NOT LIKE 'operator:%' OR may_approve('factor_reset.approve', (p_reset).requested_by, true))
    AND may_approve('factor_reset.approve', (p_reset).approved_by, true)
$$;
CREATE OR REPLACE FUNCTION factor_reset_has_lapsed(p_reset factor_reset) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (p_reset).approved_by IS NULL AND (p_reset).ended_at >= (p_reset).expires_at
$$;

CREATE OR REPLACE FUNCTION ask_for_factor_reset() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
      VALUES ('factor_reset.approve', NEW.id::text, factor_reset_payload(NEW), 1, NEW.requested_by,
              NEW.requested_at, NEW.reason, NEW.expires_at);
  ELSE
    PERFORM close_approvals('factor_reset.approve', NEW.id::text, coalesce(NEW.approved_at, NEW.ended_at));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER factor_reset_begun BEFORE INSERT ON factor_reset FOR EACH ROW
  WHEN (num_nonnulls(NEW.approved_by, NEW.approved_at, NEW.due_at) > 0) EXECUTE FUNCTION check_factor_reset();
CREATE OR REPLACE TRIGGER factor_reset_checked BEFORE UPDATE ON factor_reset FOR EACH ROW
  WHEN (OLD.approved_by IS NULL AND num_nonnulls(NEW.approved_by, NEW.approved_at, NEW.due_at) > 0)
  EXECUTE FUNCTION check_factor_reset();
CREATE OR REPLACE TRIGGER factor_reset_asked AFTER INSERT ON factor_reset
  FOR EACH ROW EXECUTE FUNCTION ask_for_factor_reset();
CREATE OR REPLACE TRIGGER factor_reset_answered AFTER UPDATE ON factor_reset FOR EACH ROW
  WHEN (num_nonnulls(NEW.approved_at, NEW.ended_at) > 0) EXECUTE FUNCTION ask_for_factor_reset();
CREATE OR REPLACE TRIGGER factor_reset_kept BEFORE DELETE ON factor_reset
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER factor_reset_no_truncate BEFORE TRUNCATE ON factor_reset EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER factor_reset_once BEFORE UPDATE ON factor_reset
  FOR EACH ROW WHEN (OLD.approved_by IS NOT NULL AND
    (NEW.approved_by, NEW.approved_at, NEW.due_at) IS DISTINCT FROM (OLD.approved_by, OLD.approved_at, OLD.due_at))
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER factor_reset_lifecycle BEFORE INSERT OR UPDATE ON factor_reset
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('factor_reset', 'outcome', 'open');

GRANT EXECUTE ON FUNCTION factor_reset_is_vouched_for TO trellis_app;
