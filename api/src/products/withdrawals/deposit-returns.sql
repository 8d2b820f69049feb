-- A deposit that came below the minimum, or is in suspense, goes back: one treasurer asks for it and names where to, another says yes; then it is
-- a withdrawal of its member's, which has its own review and its own payer. Sent, it is returned; rejected or cancelled, the
-- deposit stands aside as it stood. Errors are TA…, and TL001.

-- What is approved.
CREATE OR REPLACE FUNCTION deposit_return_payload(p_asked deposit_return) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('deposit', d.id, 'member', d.member_id, 'usdt', d.usdt, 'chain', d.chain, 'address', (p_asked).address)
    FROM deposit_transfer d WHERE d.id = (p_asked).deposit
$$;

-- Under which its money leaves what stands aside, and under which it is held.
CREATE OR REPLACE FUNCTION deposit_return_key(p_id bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'deposit-return:' || p_id
$$;
CREATE OR REPLACE FUNCTION deposit_return_hold_key(p_id bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'deposit-return-hold:' || p_id
$$;

-- Asks for it; somebody else has until then to say yes.
CREATE OR REPLACE FUNCTION ask_deposit_return(p_deposit bigint, p_address text, p_by text, p_reason text, p_now timestamptz,
                                              p_expires_at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked deposit_return;
BEGIN
  INSERT INTO deposit_return (deposit, address, requested_by, requested_at, reason, expires_at)
    VALUES (p_deposit, p_address, p_by, p_now, p_reason, p_expires_at) RETURNING * INTO asked;
  INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('deposit.return', asked.id::text, deposit_return_payload(asked), 1, p_by, p_now, p_reason, p_expires_at);
  RETURN asked.id;
END $$;

-- What lifecycle.sql asks of a deposit before it goes back: two people have said so, to this very sum and address.
CREATE OR REPLACE FUNCTION deposit_return_approved(p_deposit deposit_transfer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM deposit_return r WHERE r.deposit = (p_deposit).id
    AND approval_of('deposit.return', r.id::text, deposit_return_payload(r), r.requested_by, 1) IS NOT NULL)
$$;

-- After the second yes: its money leaves what stands aside, and is held for the withdrawal that follows in the same
-- transaction. TA002: it waits for nobody, or does not stand aside.
CREATE OR REPLACE FUNCTION begin_deposit_return(p_id bigint, p_journal uuid, p_hold uuid, p_withdrawal uuid, p_now timestamptz,
                                                OUT hold uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE asked deposit_return; v_deposit deposit_transfer; v_key text; v_memo jsonb;
BEGIN
  SELECT * INTO asked FROM deposit_return WHERE id = p_id;
  IF approval_of('deposit.return', p_id::text, deposit_return_payload(asked), asked.requested_by, 1) IS NULL THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002';
  END IF;
  UPDATE deposit_transfer SET state = 'returning' WHERE id = asked.deposit AND state IN ('below_minimum', 'suspense') RETURNING * INTO v_deposit;
  IF NOT FOUND THEN RAISE EXCEPTION 'it does not stand aside' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approvals('deposit.return', p_id::text, p_now);
  v_memo := jsonb_build_object('withdrawal', p_withdrawal, 'deposit', v_deposit.id::text);
  v_key := deposit_return_key(p_id);
  PERFORM post_journal(p_journal, v_deposit.member_id, v_key, sha256(convert_to(v_key, 'UTF8')), 'deposit_return', v_memo,
    ARRAY[account_of(v_deposit.member_id, 'usdtAvailable'), house_account('usdtSuspense')], ARRAY[v_deposit.usdt, -v_deposit.usdt], NULL, NULL, NULL);
  v_key := deposit_return_hold_key(p_id);
  SELECT h.journal_id INTO hold FROM hold_money(p_hold, v_deposit.member_id, v_key, sha256(convert_to(v_key, 'UTF8')), 'hold', v_memo,
    account_of(v_deposit.member_id, 'usdtAvailable'), account_of(v_deposit.member_id, 'usdtPending'), v_deposit.usdt, NULL, NULL) AS h;
END $$;

-- What lifecycle.sql asks of a withdrawal as it begins: with an origin of this kind it is what was held for it, all of it and
-- to the address that two people have seen; and nothing else takes that hold.
CREATE OR REPLACE FUNCTION withdrawal_return_held(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (p_withdrawal).origin = 'deposit_return' THEN EXISTS (
      SELECT 1 FROM deposit_return r JOIN deposit_transfer d ON d.id = r.deposit
        JOIN journal j ON j.owner = d.member_id AND j.key = deposit_return_hold_key(r.id)
       WHERE r.id = (p_withdrawal).deposit_return AND d.state = 'returning' AND d.member_id = (p_withdrawal).member
         AND j.id = (p_withdrawal).hold AND ROW('USDT', 'USDT', d.usdt, d.usdt, d.chain, r.address)
           = ROW((p_withdrawal).unit, (p_withdrawal).asset, (p_withdrawal).amount, (p_withdrawal).received, (p_withdrawal).chain,
                 (p_withdrawal).address))
    ELSE NOT EXISTS (SELECT 1 FROM journal j WHERE j.owner = (p_withdrawal).member AND j.id = (p_withdrawal).hold
      AND j.key LIKE 'deposit-return-hold:%') END
$$;

-- What lifecycle.sql asks of a deposit that was sent back, and of one that was not.
CREATE OR REPLACE FUNCTION deposit_withdrawal_status(p_deposit deposit_transfer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT w.status FROM withdrawal w JOIN deposit_return r ON r.id = w.deposit_return
   WHERE r.deposit = (p_deposit).id ORDER BY r.id DESC LIMIT 1
$$;
CREATE OR REPLACE FUNCTION deposit_return_paid(p_deposit deposit_transfer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT deposit_withdrawal_status(p_deposit) = 'approved'
$$;
CREATE OR REPLACE FUNCTION deposit_return_undone(p_deposit deposit_transfer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT deposit_withdrawal_status(p_deposit) = 'rejected'
$$;

-- What the end of the withdrawal does to the deposit, in the transaction that ends it.
CREATE OR REPLACE FUNCTION end_deposit_return() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_deposit bigint; v_key text;
BEGIN
  SELECT deposit INTO STRICT v_deposit FROM deposit_return WHERE id = NEW.deposit_return;
  IF NEW.status = 'rejected' THEN
    v_key := 'deposit-restore:' || NEW.deposit_return;
    PERFORM reverse_journal(gen_random_uuid(), NEW.member, v_key, sha256(convert_to(v_key, 'UTF8')), 'deposit_restore',
      jsonb_build_object('withdrawal', NEW.id, 'deposit', v_deposit::text),
      (SELECT id FROM journal WHERE owner = NEW.member AND key = deposit_return_key(NEW.deposit_return)));
  END IF;
  UPDATE deposit_transfer SET state = CASE WHEN NEW.status = 'approved' THEN 'returned'
      WHEN reason IS NULL THEN 'below_minimum' ELSE 'suspense' END WHERE id = v_deposit;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER withdrawal_ends_deposit_return AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (NEW.deposit_return IS NOT NULL AND OLD.status = 'pending_review' AND NEW.status <> 'pending_review')
  EXECUTE FUNCTION end_deposit_return();

CREATE OR REPLACE TRIGGER deposit_return_append_only BEFORE UPDATE OR DELETE ON deposit_return
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER deposit_return_no_truncate BEFORE TRUNCATE ON deposit_return EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION ask_deposit_return, begin_deposit_return TO trellis_app;
