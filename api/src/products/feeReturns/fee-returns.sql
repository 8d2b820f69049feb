-- Fees given back: one treasurer asks for the fee of one record to go back to who paid it, another approves, and then it is posted: as
-- much as was booked, and once. Errors are TA…, TE001: there is no fee to return; TE002: it was returned.

-- The fee that a record cost, by the journal that its member has: a withdrawal's is booked as it is settled. None: it cost nothing,
-- or what it booked was taken back with the rest.
CREATE OR REPLACE FUNCTION fee_of_record(p_record uuid)
RETURNS TABLE (member bigint, record uuid, booked_by uuid, kind text, unit text, amount bigint, booked_at timestamptz)
-- Fees have a posting for nearly every journal: of these one is found by its time, as statements find theirs.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE reported journal; booked journal; v_system bigint;
BEGIN
  SELECT j.* INTO reported FROM journal j WHERE j.id = p_record AND j.kind IN ('transfer', 'exchange', 'deposit', 'hold');
  IF reported.kind = 'hold' THEN
    SELECT j.* INTO booked FROM money_hold h JOIN journal j ON j.id = h.ended_by AND j.owner = h.owner
      WHERE h.owner = reported.owner AND h.id = reported.id;
  ELSE
    booked := reported;
  END IF;
  IF booked.id IS NULL OR EXISTS (SELECT 1 FROM journal_reversal r WHERE r.owner = booked.owner AND r.journal = booked.id)
  THEN RETURN; END IF;
  FOREACH v_system IN ARRAY ARRAY[system_account('usdFee'), system_account('usdtFee')] LOOP
    RETURN QUERY SELECT booked.owner, reported.id, booked.id, CASE reported.kind WHEN 'hold' THEN 'withdrawal' ELSE reported.kind END, k.unit,
        p.amount, booked.recorded_at
      FROM account_posting(v_system, booked.id, booked.recorded_at) AS p JOIN account_kind k ON k.code = v_system
      WHERE p.amount > 0;
  END LOOP;
END $$;

-- Under this key of its member's a fee comes back: a second time there is none.
CREATE OR REPLACE FUNCTION fee_return_key(p_journal uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'fee-return:' || p_journal
$$;

-- Posts a return { member, record, journal, unit, amount } that another person approves, out of the fees of its unit. What
-- concerns one member comes one after the other, by the member's row. TA002: it waits for nobody. TE001: it is not the fee as it
-- was booked, or was taken back meanwhile. TE002: it was returned.
CREATE OR REPLACE FUNCTION post_fee_return(p_request bigint, p_journal uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval; v record;
BEGIN
  PERFORM 1 FROM member m JOIN approval a ON m.id = (a.payload ->> 'member')::bigint WHERE a.id = p_request FOR NO KEY UPDATE OF m;
  request := use_approval('fee.return', p_request, p_by, p_reason, p_now);
  SELECT * INTO v FROM jsonb_to_record(request.payload) AS of (member bigint, record uuid, journal uuid, unit text, amount bigint);
  -- A reversal of it comes before this and is seen below, or after it and is refused.
  PERFORM 1 FROM journal WHERE owner = v.member AND id = v.journal FOR UPDATE;
  IF NOT EXISTS (SELECT 1 FROM fee_of_record(v.record) f
                  WHERE (f.member, f.booked_by, f.unit, f.amount) = (v.member, v.journal, v.unit, v.amount)) THEN
    RAISE EXCEPTION 'no fee to return' USING ERRCODE = 'TE001';
  END IF;
  IF journal_exists(v.member, fee_return_key(v.journal)) THEN RAISE EXCEPTION 'it was returned' USING ERRCODE = 'TE002'; END IF;
  PERFORM post_journal(p_journal, v.member, fee_return_key(v.journal), request.digest, 'fee_returned',
    jsonb_build_object('feeReturn', request.subject, 'record', v.record),
    ARRAY[account_of(v.member, lower(v.unit) || 'Available'), system_account(lower(v.unit) || 'Fee')],
    ARRAY[v.amount, -v.amount], NULL, NULL, NULL);
END $$;

GRANT EXECUTE ON FUNCTION fee_of_record, fee_return_key, post_fee_return TO trellis_app;
