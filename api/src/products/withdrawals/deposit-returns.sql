-- A deposit that came below the minimum, or is in suspense, goes back: one treasurer asks for it and names where to, another approves; then it is
-- a withdrawal of its member's, which has its own review and its own payer. Sent, it is returned; rejected or cancelled, the
-- deposit is in suspense as it stood. Errors are TA…, and TL001.

-- What two people approved of one, by the number that its withdrawal has of it: { deposit, member, usdt, chain, address }.
CREATE OR REPLACE FUNCTION deposit_return_asked(p_id bigint)
RETURNS TABLE (deposit bigint, address text) LANGUAGE sql STABLE AS $$
  SELECT (payload ->> 'deposit')::bigint, payload ->> 'address' FROM approval WHERE action = 'deposit.return' AND subject = p_id::text
$$;

-- Under which its money leaves what is in suspense, and under which it is held.
CREATE OR REPLACE FUNCTION deposit_return_key(p_id bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'deposit-return:' || p_id
$$;
CREATE OR REPLACE FUNCTION deposit_return_hold_key(p_id bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'deposit-return-hold:' || p_id
$$;

-- What lifecycle.sql asks of a deposit before it goes back: two people have said so, of this very sum.
CREATE OR REPLACE FUNCTION deposit_return_approved(p_deposit deposit_transfer) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM approval a WHERE a.action = 'deposit.return' AND a.closed_at IS NULL
    AND (a.payload ->> 'deposit', a.payload ->> 'member', a.payload ->> 'usdt', a.payload ->> 'chain')
      = ((p_deposit).id::text, (p_deposit).member_id::text, (p_deposit).usdt::text, (p_deposit).chain) AND is_approved(a))
$$;

-- Its money leaves what is in suspense, and is held for the withdrawal that follows in the same transaction. TA002: it was not approved,
-- or its deposit is not in suspense.
CREATE OR REPLACE FUNCTION hold_deposit_return(p_asked approval, p_journal uuid, p_hold uuid, p_withdrawal uuid, p_now timestamptz)
RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_deposit deposit_transfer; v_id bigint := p_asked.subject::bigint; v_key text := deposit_return_key(v_id); v_memo jsonb; v_hold uuid;
BEGIN
  IF NOT is_approved(p_asked) THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  UPDATE deposit_transfer SET state = 'returning' WHERE id = (p_asked.payload ->> 'deposit')::bigint AND state IN ('below_minimum', 'suspense')
    RETURNING * INTO v_deposit;
  IF NOT FOUND THEN RAISE EXCEPTION 'it is not in suspense' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approval(p_asked.id, p_now);
  v_memo := jsonb_build_object('withdrawal', p_withdrawal, 'deposit', v_deposit.id::text);
  PERFORM post_journal(p_journal, v_deposit.member_id, v_key, sha256(convert_to(v_key, 'UTF8')), 'deposit_return', v_memo,
    ARRAY[account_of(v_deposit.member_id, 'usdtAvailable'), system_account('usdtSuspense')], ARRAY[v_deposit.usdt, -v_deposit.usdt], NULL, NULL, NULL);
  v_key := deposit_return_hold_key(v_id);
  SELECT h.journal_id INTO v_hold FROM hold_money(p_hold, v_deposit.member_id, v_key, sha256(convert_to(v_key, 'UTF8')), 'hold', v_memo,
    account_of(v_deposit.member_id, 'usdtAvailable'), account_of(v_deposit.member_id, 'usdtPending'), v_deposit.usdt, NULL, NULL) AS h;
  RETURN v_hold;
END $$;

-- The second person's approval, and what it does. Errors as any approval, and as above.
CREATE OR REPLACE FUNCTION begin_deposit_return(p_request bigint, p_journal uuid, p_hold uuid, p_withdrawal uuid, p_by text, p_reason text,
                                                p_now timestamptz) RETURNS uuid
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT hold_deposit_return(approve_request('deposit.return', p_request, p_by, p_reason, p_now), p_journal, p_hold, p_withdrawal, p_now)
$$;

-- What lifecycle.sql asks of a withdrawal as it begins: with an origin of this kind it is what was held for it, all of it and
-- to the address that two people have seen; and nothing else takes that hold.
CREATE OR REPLACE FUNCTION withdrawal_return_held(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (p_withdrawal).origin = 'deposit_return' THEN EXISTS (
      SELECT 1 FROM deposit_return_asked((p_withdrawal).deposit_return) r JOIN deposit_transfer d ON d.id = r.deposit
        JOIN journal j ON j.owner = d.member_id AND j.key = deposit_return_hold_key((p_withdrawal).deposit_return)
       WHERE d.state = 'returning' AND d.member_id = (p_withdrawal).member
         AND j.id = (p_withdrawal).hold AND ROW('USDT', 'USDT', d.usdt, d.usdt, d.chain, r.address)
           = ROW((p_withdrawal).unit, (p_withdrawal).asset, (p_withdrawal).amount, (p_withdrawal).received, (p_withdrawal).chain,
                 (p_withdrawal).address))
    ELSE NOT EXISTS (SELECT 1 FROM journal j WHERE j.owner = (p_withdrawal).member AND j.id = (p_withdrawal).hold
      AND j.key LIKE 'deposit-return-hold:%') END
$$;

-- What lifecycle.sql asks of a deposit that was sent back, and of one that was not.
CREATE OR REPLACE FUNCTION deposit_withdrawal_status(p_deposit deposit_transfer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT w.status FROM approval a JOIN withdrawal w ON w.deposit_return = a.subject::bigint
   WHERE a.action = 'deposit.return' AND a.payload ->> 'deposit' = (p_deposit).id::text ORDER BY a.id DESC LIMIT 1
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
  SELECT deposit INTO STRICT v_deposit FROM deposit_return_asked(NEW.deposit_return);
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

GRANT EXECUTE ON FUNCTION begin_deposit_return(bigint, uuid, uuid, uuid, text, text, timestamptz) TO trellis_app;
