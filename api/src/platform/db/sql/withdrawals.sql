-- The money of a withdrawal stands in a hold from the first moment; a trigger lets a withdrawal go forward only, and
-- only together with its hold. Errors are TW….

-- Where nothing is ever sent: what is denied, and deposit addresses, which are looked up where they are.
CREATE OR REPLACE FUNCTION is_denied_address(p_chain text, p_address text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM denied_address WHERE chain = p_chain AND address = p_address)
    OR EXISTS (SELECT 1 FROM deposit_address WHERE chain = p_chain AND address = p_address)
$$;

-- TW001: it would go where it cannot go from here, or without what belongs to it.
CREATE OR REPLACE FUNCTION move_withdrawal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_hold text; v_given boolean; v_paid boolean;
BEGIN
  SELECT state INTO v_hold FROM money_hold WHERE owner = NEW.member AND id = NEW.hold AND amount = NEW.amount
    AND pending = NEW.member * 1000 + CASE NEW.unit WHEN 'USD' THEN 102 ELSE 112 END;
  IF TG_OP = 'INSERT' THEN
    NEW.approvals := CASE WHEN NEW.worth >= (SELECT two_from FROM withdrawal_rule
      WHERE effective_from <= NEW.created_at ORDER BY effective_from DESC LIMIT 1) THEN 2 ELSE 1 END;
    IF v_hold IS DISTINCT FROM 'open' OR NEW.step <> 'review' OR NEW.revision <> 1 THEN
      RAISE EXCEPTION 'a withdrawal begins with its hold' USING ERRCODE = 'TW001';
    END IF;
    RETURN NEW;
  END IF;
  IF OLD.status <> 'pending_review' OR NEW.revision <> OLD.revision + 1
    OR to_jsonb(OLD) - '{status,step,cause,changed_at,revision}'::text[]
      <> to_jsonb(NEW) - '{status,step,cause,changed_at,revision}'::text[]
  THEN RAISE EXCEPTION 'it is ended, or something else would change' USING ERRCODE = 'TW001'; END IF;
  v_given := (SELECT count(*) FROM withdrawal_approval WHERE withdrawal = NEW.id) >= NEW.approvals;
  v_paid := EXISTS (SELECT 1 FROM withdrawal_payout WHERE withdrawal = NEW.id AND state <> 'invalid');
  IF NOT coalesce(CASE NEW.step
    WHEN 'review' THEN OLD.step = 'review' AND v_hold = 'open'
    WHEN 'approved' THEN OLD.step = 'review' AND v_hold = 'open' AND v_given
    WHEN 'sent' THEN OLD.step = 'approved' AND v_hold = 'open' AND v_paid
    WHEN 'complete' THEN OLD.step = 'sent' AND v_hold = 'settled'
      AND EXISTS (SELECT 1 FROM withdrawal_payout WHERE withdrawal = NEW.id AND state = 'confirmed')
    WHEN 'ended' THEN OLD.step IN ('review', 'approved') AND v_hold = 'released' AND NOT v_paid
  END, false) THEN
    RAISE EXCEPTION 'from % to % without what belongs to it', OLD.step, NEW.step USING ERRCODE = 'TW001';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_moves BEFORE INSERT OR UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION move_withdrawal();

-- The timeline is written by what happens, so that neither is there without the other.
CREATE OR REPLACE FUNCTION tell_withdrawal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO withdrawal_event (withdrawal, member, kind, at)
    SELECT NEW.id, NEW.member, kind, NEW.changed_at FROM unnest(CASE
      WHEN TG_OP = 'INSERT' THEN ARRAY['submitted', 'security_check', 'review']
      WHEN NEW.step = 'review' THEN ARRAY['first_approval']
      WHEN NEW.step = 'ended' THEN ARRAY['rejected']
      ELSE ARRAY[NEW.step] END) AS kind;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_told AFTER INSERT OR UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION tell_withdrawal();

-- What was asked, approved and paid stays.
CREATE OR REPLACE TRIGGER withdrawal_payout_final BEFORE UPDATE ON withdrawal_payout FOR EACH ROW
  WHEN (OLD.state IN ('confirmed', 'invalid')
    OR (OLD.withdrawal, OLD.chain, OLD.tx, OLD.verifiable, OLD.recorded_by)
      IS DISTINCT FROM (NEW.withdrawal, NEW.chain, NEW.tx, NEW.verifiable, NEW.recorded_by))
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_event_fixed BEFORE UPDATE OR DELETE ON withdrawal_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_approval_fixed BEFORE UPDATE OR DELETE ON withdrawal_approval
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_payout_kept BEFORE DELETE ON withdrawal_payout
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_kept BEFORE DELETE ON withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION is_denied_address TO trellis_app;
