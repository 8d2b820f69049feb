-- Corrections: one treasurer asks for what a member gets out of the pool beyond their bonus, or gives back into it, and why, as far
-- as the member is shown; another approves, and then it is posted. Closed days stay as they were. Errors are TA…, and TR001: member or pool has not so much.

CREATE OR REPLACE FUNCTION bonus_correction_key(p_request text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'bonus-correction:' || p_request
$$;

-- Some causes say which way the money goes: of what was counted twice a member gives back.
CREATE OR REPLACE FUNCTION correction_cause_fits(p_cause text, p_amount bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_cause IN ('missedVolume', 'goodwill') THEN p_amount > 0
              WHEN p_cause IN ('countedTwice', 'notDue') THEN p_amount < 0
              ELSE p_cause IN ('wrongLevel', 'other') AND p_amount <> 0 END
$$;

-- Posts a correction { member, amount, cause } that another person approves, under a key of its own, as USDP with their backing.
-- TA002: it waits for nobody, or is no correction.
CREATE OR REPLACE FUNCTION post_bonus_correction(p_request bigint, p_journal uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval := use_approval('bonus.correct', p_request, p_by, p_reason, p_now);
  v_member bigint := (request.payload ->> 'member')::bigint; v_amount bigint := (request.payload ->> 'amount')::bigint;
  v_cause text := request.payload ->> 'cause';
BEGIN
  IF correction_cause_fits(v_cause, v_amount) IS NOT TRUE THEN RAISE EXCEPTION 'no correction' USING ERRCODE = 'TA002'; END IF;
  PERFORM post_journal(p_journal, v_member, bonus_correction_key(request.subject), request.digest, 'bonus_correction',
    jsonb_build_object('correction', request.subject, 'cause', v_cause),
    ARRAY[account_of(v_member, 'usdpActive'), system_account('usdpIssued'), system_account('reserveUsdp'), system_account('teamBonusPool')],
    ARRAY[v_amount, -v_amount, v_amount, -v_amount], NULL, NULL, NULL);
END $$;

GRANT EXECUTE ON FUNCTION post_bonus_correction TO trellis_app;
