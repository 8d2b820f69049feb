-- What a chain's reader could not record. It may hide a real deposit, so nobody closes it alone: it is closed by the deposit that
-- was recorded of its transfer after all, or as no deposit by two treasurers, once a reader has tried it again. Closing it loses
-- nothing: what becomes readable later is credited all the same. Errors are TF…, and TA002.

-- What two people approve: that this very log, with what the reader found when it last looked, is no deposit.
CREATE OR REPLACE FUNCTION chain_fault_payload(p_fault chain_fault) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('fault', (p_fault).id::text, 'chain', (p_fault).chain, 'block', (p_fault).block::text,
    'transaction', (p_fault).transaction, 'logIndex', (p_fault).log_index, 'finding', (p_fault).finding)
$$;

-- Closes one as no deposit, with the reason that was approved, in the name of who approved it. TA002: no second person has
-- approved exactly this, no reader has looked since it was last asked to, or it is closed.
CREATE OR REPLACE FUNCTION close_chain_fault(p_id bigint, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_fault chain_fault; v_approval bigint;
BEGIN
  SELECT * INTO v_fault FROM chain_fault WHERE id = p_id AND closed_at IS NULL FOR UPDATE;
  SELECT a.id INTO v_approval FROM approval a
    WHERE a.action = 'chain_fault.close' AND a.subject = p_id::text AND a.closed_at IS NULL
      AND approval_of('chain_fault.close', a.subject, chain_fault_payload(v_fault), a.requested_by, 1) = a.id;
  IF v_fault.id IS NULL OR v_approval IS NULL OR v_fault.looked_at IS NULL OR v_fault.looked_at < v_fault.look_asked_at THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002';
  END IF;
  UPDATE chain_fault f SET closed_at = p_now, closed_by = g.actor, closed_reason = a.reason
    FROM approval a JOIN approval_standing g ON g.approval = a.id WHERE f.id = p_id AND a.id = v_approval;
  PERFORM close_approvals('chain_fault.close', p_id::text, p_now);
END $$;

-- Closes one by the deposit that its transfer is recorded as. TF001: that is another transaction's, or it is closed.
CREATE OR REPLACE FUNCTION close_chain_fault_by_deposit(p_id bigint, p_deposit bigint, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE chain_fault f SET closed_at = p_now, closed_by = 'chain:' || f.chain, closed_reason = 'recorded as a deposit', deposit = d.id
    FROM deposit_transfer d WHERE f.id = p_id AND f.closed_at IS NULL AND d.id = p_deposit AND d.chain = f.chain
      AND lower(f.transaction) = '0x' || encode(d.transaction, 'hex');
  IF NOT FOUND THEN RAISE EXCEPTION 'it is no fault of this deposit' USING ERRCODE = 'TF001'; END IF;
  PERFORM close_approvals('chain_fault.close', p_id::text, p_now);
END $$;

-- What was recorded stays, and what is closed stays as it was closed.
CREATE OR REPLACE TRIGGER chain_fault_kept BEFORE DELETE ON chain_fault FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER chain_fault_no_truncate BEFORE TRUNCATE ON chain_fault EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER chain_fault_fixed BEFORE UPDATE ON chain_fault FOR EACH ROW
  WHEN (OLD.closed_at IS NOT NULL OR (OLD.chain, OLD.block, OLD.last_block, OLD.transaction, OLD.log_index, OLD.log, OLD.reason, OLD.recorded_at)
      IS DISTINCT FROM (NEW.chain, NEW.block, NEW.last_block, NEW.transaction, NEW.log_index, NEW.log, NEW.reason, NEW.recorded_at))
  EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION close_chain_fault, close_chain_fault_by_deposit TO trellis_app;
