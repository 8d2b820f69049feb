-- The audit log: who did what, why, and what it was before and after. Row n's digest covers its own fields and the
-- digest before it; ledger/verification/invariants.ts computes the same without this function.

-- The only way in. Writers come one after the other until they commit, so no number is missing or taken twice.
CREATE OR REPLACE FUNCTION record_audit(p_actor text, p_action text, p_subject text, p_reason text, p_before jsonb,
                                        p_after jsonb, p_request_id text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_last audit_event; v_new audit_event;
BEGIN
  -- A writer must see what the one before it committed.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'record_audit needs read committed' USING ERRCODE = 'TR006';
  END IF;
  PERFORM pg_advisory_xact_lock(7715);
  SELECT * INTO v_last FROM audit_event ORDER BY number DESC LIMIT 1;
  v_new.number := coalesce(v_last.number, 0) + 1;
  v_new.recorded_at := product_now();
  v_new.digest := sha256(convert_to(
    digest_field('trellis audit 1') || digest_field(v_new.number::text) || digest_field(p_actor)
    || digest_field(p_action) || digest_field(p_subject) || digest_field(p_reason)
    || digest_field(p_before::text) || digest_field(p_after::text) || digest_field(p_request_id)
    || digest_field(digest_time(v_new.recorded_at)), 'UTF8') || coalesce(v_last.digest, ''));
  INSERT INTO audit_event (number, actor, action, subject, reason, before, after, request_id, recorded_at, digest)
    VALUES (v_new.number, p_actor, p_action, p_subject, p_reason, p_before, p_after, p_request_id, v_new.recorded_at,
            v_new.digest);
  RETURN v_new.number;
END $$;

CREATE OR REPLACE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON audit_event EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION record_audit TO trellis_app;
