-- Fees given back: one treasurer asks for the fee of one record to go back to who paid it, another says yes, and then it is posted: as
-- much as was booked, and once. Errors are TA…, TE001: there is no fee to return; TE002: it was returned.

-- The fee that a record cost, by the journal that its member has: a withdrawal's is booked as it is settled. None: it cost nothing,
-- or what it booked was taken back with the rest.
CREATE OR REPLACE FUNCTION fee_of_record(p_record uuid)
RETURNS TABLE (member bigint, record uuid, booked_by uuid, kind text, unit text, amount bigint, booked_at timestamptz)
-- Fees have a posting for nearly every journal: of these one is found by its time, as statements find theirs.
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE told journal; booked journal; v_house bigint;
BEGIN
  SELECT j.* INTO told FROM journal j WHERE j.id = p_record AND j.kind IN ('transfer', 'exchange', 'deposit', 'hold');
  IF told.kind = 'hold' THEN
    SELECT j.* INTO booked FROM money_hold h JOIN journal j ON j.id = h.ended_by AND j.owner = h.owner
      WHERE h.owner = told.owner AND h.id = told.id;
  ELSE
    booked := told;
  END IF;
  IF booked.id IS NULL OR EXISTS (SELECT 1 FROM journal_reversal r WHERE r.owner = booked.owner AND r.journal = booked.id)
  THEN RETURN; END IF;
  FOREACH v_house IN ARRAY ARRAY[401, 411] LOOP
    RETURN QUERY SELECT booked.owner, told.id, booked.id, CASE told.kind WHEN 'hold' THEN 'withdrawal' ELSE told.kind END, k.unit,
        p.amount, booked.recorded_at
      FROM account_posting(v_house, booked.id, booked.recorded_at) AS p JOIN account_kind k ON k.code = v_house
      WHERE p.amount > 0;
  END LOOP;
END $$;

-- Under this key of its member's a fee comes back: a second time there is none.
CREATE OR REPLACE FUNCTION fee_return_key(p_journal uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'fee-return:' || p_journal
$$;

-- What is approved.
CREATE OR REPLACE FUNCTION fee_return_payload(p_asked fee_return) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('member', (p_asked).member, 'journal', (p_asked).journal, 'unit', (p_asked).unit,
    'amount', (p_asked).amount)
$$;

-- What concerns one member comes one after the other, by the member's row.

-- Asks for it; somebody else has a day to say yes. Of a fee one waits at a time: a later one takes its place.
CREATE OR REPLACE FUNCTION ask_fee_return(p_record uuid, p_by text, p_reason text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE fee record; asked fee_return;
BEGIN
  SELECT * INTO fee FROM fee_of_record(p_record);
  IF fee.booked_by IS NULL THEN RAISE EXCEPTION 'no fee to return' USING ERRCODE = 'TE001'; END IF;
  PERFORM 1 FROM member WHERE id = fee.member FOR NO KEY UPDATE;
  IF journal_exists(fee.member, fee_return_key(fee.booked_by)) THEN
    RAISE EXCEPTION 'it was returned' USING ERRCODE = 'TE002';
  END IF;
  PERFORM close_approvals('fee.return', id::text, p_now) FROM fee_return WHERE journal = fee.booked_by AND expires_at > p_now;
  INSERT INTO fee_return (member, record, journal, unit, amount, requested_by, requested_at, reason, expires_at)
    VALUES (fee.member, fee.record, fee.booked_by, fee.unit, fee.amount, p_by, p_now, p_reason, p_now + interval '24 hours')
    RETURNING * INTO asked;
  INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('fee.return', asked.id::text, payload_digest(fee_return_payload(asked)), 1, p_by, p_now, p_reason, asked.expires_at);
  RETURN asked.id;
END $$;

-- The second person's yes: posted at once, out of the fees of its unit. TA002: it is not there, waits for nobody, or has waited for
-- too long. Two that are one are TA001. What was taken back meanwhile is TE001.
CREATE OR REPLACE FUNCTION approve_fee_return(p_id bigint, p_posting uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked fee_return; v_approval bigint;
BEGIN
  SELECT * INTO asked FROM fee_return WHERE id = p_id;
  PERFORM 1 FROM member WHERE id = asked.member FOR NO KEY UPDATE;
  v_approval := yes_to('fee.return', p_id::text, fee_return_payload(asked), asked.requested_by, p_by, p_reason, p_now);
  IF v_approval IS NULL THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approval(v_approval, p_now);
  -- A reversal of it comes before this and is seen below, or after it and is refused.
  PERFORM 1 FROM journal WHERE owner = asked.member AND id = asked.journal FOR UPDATE;
  IF NOT EXISTS (SELECT 1 FROM fee_of_record(asked.record) f
                  WHERE (f.member, f.booked_by, f.unit, f.amount) = (asked.member, asked.journal, asked.unit, asked.amount)) THEN
    RAISE EXCEPTION 'no fee to return' USING ERRCODE = 'TE001';
  END IF;
  IF journal_exists(asked.member, fee_return_key(asked.journal)) THEN
    RAISE EXCEPTION 'it was returned' USING ERRCODE = 'TE002';
  END IF;
  PERFORM post_journal(p_posting, asked.member, fee_return_key(asked.journal),
    sha256(convert_to(fee_return_payload(asked)::text, 'UTF8')), 'fee_returned',
    jsonb_build_object('feeReturn', p_id::text, 'record', asked.record),
    ARRAY[asked.member * 1000 + CASE asked.unit WHEN 'USD' THEN 101 ELSE 111 END,
          CASE asked.unit WHEN 'USD' THEN 401 ELSE 411 END]::bigint[],
    ARRAY[asked.amount, -asked.amount], NULL, NULL, NULL);
END $$;

-- Each that was asked for, and what came of it by a time.
CREATE OR REPLACE FUNCTION fee_returns_at(p_at timestamptz)
RETURNS TABLE (id bigint, username text, record uuid, kind text, unit text, amount bigint, requested_by text, requested_at timestamptz,
               reason text, expires_at timestamptz, state text, approved_by text, posted_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT f.id, m.username, f.record, CASE told.kind WHEN 'hold' THEN 'withdrawal' ELSE told.kind END, f.unit, f.amount,
      f.requested_by, f.requested_at, f.reason, f.expires_at,
      CASE WHEN j.id IS NOT NULL THEN 'posted' WHEN a.closed_at IS NOT NULL THEN 'replaced'
           WHEN f.expires_at <= p_at THEN 'lapsed' ELSE 'waiting' END,
      g.actor, j.recorded_at
    FROM fee_return f
    JOIN member m ON m.id = f.member
    JOIN journal told ON told.owner = f.member AND told.id = f.record
    JOIN approval a ON a.action = 'fee.return' AND a.subject = f.id::text
    LEFT JOIN journal j ON j.owner = f.member AND j.key = fee_return_key(f.journal) AND j.memo ->> 'feeReturn' = f.id::text
    LEFT JOIN approval_given g ON g.approval = a.id AND j.id IS NOT NULL
$$;

CREATE OR REPLACE TRIGGER fee_return_append_only BEFORE UPDATE OR DELETE ON fee_return
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER fee_return_no_truncate BEFORE TRUNCATE ON fee_return EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION fee_of_record, fee_return_key, ask_fee_return, approve_fee_return, fee_returns_at TO trellis_app;
