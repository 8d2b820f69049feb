-- Notices that are derived from the ledger: a transfer notifies its recipient, and the posting costs nothing more.

-- Minor units as members read them: 1,234.50 USD, at least two decimals and no trailing zeros beyond them. STABLE, for
-- to_char is no more: so Postgres puts the expression in place of the call.
CREATE OR REPLACE FUNCTION amount_text(p_amount bigint, p_unit text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT regexp_replace(to_char(p_amount / 1000000.0, 'FM999,999,999,990.000000'), '([0-9]{2})0{1,4}$', '\1') || U&'\00A0' || p_unit
$$;
CREATE OR REPLACE FUNCTION usd_text(p_amount bigint) RETURNS text LANGUAGE sql STABLE AS $$ SELECT amount_text(p_amount, 'USD') $$;

-- Notifies the recipients of transfers, of at most p_limit journals from each of two periods of time: what was
-- recorded just now, so that it arrives at once, and what is closed, so that a transfer that committed behind the
-- first reading is not lost. The unique index makes what stands in both one notice.
-- Returns whether more is waiting; false too while another process is at it.
CREATE OR REPLACE FUNCTION notice_transfers(p_limit integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_mark notice_mark; v_horizon timestamptz; v_now timestamptz; v_closed timestamptz; v_looked timestamptz;
BEGIN
  -- Every statement below must see what was committed before it.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'notice_transfers needs read committed' USING ERRCODE = 'TR006';
  END IF;
  SELECT * INTO v_mark FROM notice_mark WHERE source = 'transfer' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  v_horizon := greatest(v_mark.up_to, seal_horizon());
  -- Most transfers commit within this time; the others wait for the horizon.
  v_now := greatest(v_mark.looked_to, product_now() - interval '100 milliseconds');

  v_looked := notice_transfers_between(greatest(v_mark.looked_to, v_mark.up_to), v_now, p_limit);
  v_closed := notice_transfers_between(v_mark.up_to, v_horizon, p_limit);
  UPDATE notice_mark SET up_to = v_closed, looked_to = v_looked WHERE source = 'transfer';
  RETURN v_closed < v_horizon OR v_looked < v_now;
END $$;

-- Returns the end of what it has notified of.
CREATE OR REPLACE FUNCTION notice_transfers_between(p_from timestamptz, p_to timestamptz, p_limit integer)
RETURNS timestamptz LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE v_end timestamptz;
BEGIN
  IF p_to <= p_from THEN RETURN greatest(p_from, p_to); END IF;
  v_end := seal_range_end(p_from, p_to, p_limit);
  -- The postings of that time as one period: an account may have a great many, so none is looked through.
  WITH moved AS MATERIALIZED (
    SELECT journal, account, amount FROM posting WHERE recorded_at >= p_from AND recorded_at < v_end AND amount > 0)
  INSERT INTO notice (member, kind, template, params, link, journal, created_at)
    SELECT recipient.id, 'money', 'transferReceived',
           jsonb_build_object('sender', sender.username, 'amount', usd_text(moved.amount)),
           '/wallet/records/' || j.id, j.id, j.recorded_at
      FROM journal j
      JOIN member sender ON sender.id = (j.memo ->> 'sender')::bigint
      JOIN member recipient ON recipient.id = (j.memo ->> 'recipient')::bigint
      JOIN moved ON moved.journal = j.id AND moved.account = account_of(recipient.id, 'usdAvailable')
      WHERE j.kind = 'transfer' AND j.recorded_at >= p_from AND j.recorded_at < v_end
      ORDER BY j.recorded_at
    ON CONFLICT (journal, member) WHERE journal IS NOT NULL DO NOTHING;
  RETURN v_end;
END $$;

GRANT EXECUTE ON FUNCTION notice_transfers TO trellis_app;
