-- What processes of the version before ask for and approve by: to be taken out with the next version.

CREATE OR REPLACE FUNCTION ask_for_approval(p_action text, p_subject text, p_payload jsonb, p_needed integer, p_by text,
                                            p_at timestamptz, p_reason text, p_expires_at timestamptz) RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT request_approval(p_action, p_subject, p_payload, NULL, p_by, p_reason, p_at, p_expires_at)
$$;

-- The request of an action by its subject, the latest of them.
CREATE OR REPLACE FUNCTION request_of_before(p_action text, p_subject text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT max(id) FROM approval WHERE action = p_action AND subject = p_subject
$$;

CREATE OR REPLACE FUNCTION is_about_themself(p_actor text, p_action text, p_subject text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(bool_or(is_about_themself(p_actor, a)), false) FROM approval a WHERE a.action = p_action AND a.subject = p_subject
$$;

-- What it knows of a request that was approved, or not.
CREATE OR REPLACE FUNCTION state_of_before(p_state text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_state WHEN 'approved' THEN 'posted' WHEN 'refused' THEN 'replaced' ELSE p_state END
$$;

CREATE OR REPLACE FUNCTION ask_pool_funding(p_pool integer, p_amount bigint, p_by text, p_reason text, p_now timestamptz)
RETURNS bigint LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT request_approval('pool.fund', NULL, jsonb_build_object('pool', p_pool, 'amount', p_amount), '{pool}', p_by, p_reason, p_now,
                          p_now + interval '24 hours')
$$;
CREATE OR REPLACE FUNCTION approve_pool_funding(p_id bigint, p_journal uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT post_pool_funding(request_of_before('pool.fund', p_id::text), p_journal, p_by, p_reason, p_now)
$$;
CREATE OR REPLACE FUNCTION pool_fundings_at(p_at timestamptz)
RETURNS TABLE (id bigint, pool integer, amount bigint, requested_by text, requested_at timestamptz, reason text,
               expires_at timestamptz, state text, approved_by text, posted_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.subject::bigint, (a.payload ->> 'pool')::integer, (a.payload ->> 'amount')::bigint, a.requested_by, a.requested_at,
         a.reason, a.expires_at,
         state_of_before(a.state), CASE a.state WHEN 'approved' THEN a.decided_by END,
         CASE a.state WHEN 'approved' THEN a.decided_at END
    FROM requests_at('pool.fund', p_at) a
$$;

CREATE OR REPLACE FUNCTION ask_bonus_correction(p_member bigint, p_amount bigint, p_cause text, p_by text, p_reason text,
                                                p_now timestamptz)
RETURNS bigint LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT request_approval('bonus.correct', NULL, jsonb_build_object('member', p_member, 'amount', p_amount, 'cause', p_cause),
                          '{member}', p_by, p_reason, p_now, p_now + interval '24 hours')
$$;
CREATE OR REPLACE FUNCTION approve_bonus_correction(p_id bigint, p_journal uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT post_bonus_correction(request_of_before('bonus.correct', p_id::text), p_journal, p_by, p_reason, p_now)
$$;
CREATE OR REPLACE FUNCTION bonus_corrections_at(p_at timestamptz)
RETURNS TABLE (id bigint, username text, amount bigint, requested_by text, requested_at timestamptz, reason text,
               expires_at timestamptz, state text, approved_by text, posted_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.subject::bigint, a.username, (a.payload ->> 'amount')::bigint, a.requested_by, a.requested_at, a.reason, a.expires_at,
         state_of_before(a.state), CASE a.state WHEN 'approved' THEN a.decided_by END,
         CASE a.state WHEN 'approved' THEN a.decided_at END
    FROM requests_at('bonus.correct', p_at) a
$$;
CREATE OR REPLACE VIEW bonus_correction AS
  SELECT CASE action WHEN 'bonus.correct' THEN subject::bigint END AS id, payload ->> 'cause' AS cause
    FROM approval WHERE action = 'bonus.correct';

CREATE OR REPLACE FUNCTION ask_fee_return(p_record uuid, p_by text, p_reason text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE fee record;
BEGIN
  SELECT * INTO fee FROM fee_of_record(p_record);
  IF fee.booked_by IS NULL THEN RAISE EXCEPTION 'no fee to return' USING ERRCODE = 'TE001'; END IF;
  IF journal_exists(fee.member, fee_return_key(fee.booked_by)) THEN RAISE EXCEPTION 'it was returned' USING ERRCODE = 'TE002'; END IF;
  RETURN request_approval('fee.return', NULL, jsonb_build_object('member', fee.member, 'record', fee.record, 'journal', fee.booked_by,
    'kind', fee.kind, 'unit', fee.unit, 'amount', fee.amount), '{journal}', p_by, p_reason, p_now, p_now + interval '24 hours');
END $$;
CREATE OR REPLACE FUNCTION approve_fee_return(p_id bigint, p_posting uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT post_fee_return(request_of_before('fee.return', p_id::text), p_posting, p_by, p_reason, p_now)
$$;
CREATE OR REPLACE FUNCTION fee_returns_at(p_at timestamptz)
RETURNS TABLE (id bigint, username text, record uuid, kind text, unit text, amount bigint, requested_by text, requested_at timestamptz,
               reason text, expires_at timestamptz, state text, approved_by text, posted_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.subject::bigint, a.username, j.id, CASE j.kind WHEN 'hold' THEN 'withdrawal' ELSE j.kind END, a.payload ->> 'unit',
         (a.payload ->> 'amount')::bigint, a.requested_by, a.requested_at, a.reason, a.expires_at,
         state_of_before(a.state), CASE a.state WHEN 'approved' THEN a.decided_by END,
         CASE a.state WHEN 'approved' THEN a.decided_at END
    FROM requests_at('fee.return', p_at) a
    JOIN journal j ON j.owner = (a.payload ->> 'member')::bigint AND j.id = (a.payload ->> 'record')::uuid
$$;

GRANT SELECT ON bonus_correction TO trellis_app;
GRANT EXECUTE ON FUNCTION is_about_themself(text, text, text), state_of_before, ask_for_approval, request_of_before, ask_pool_funding, approve_pool_funding, pool_fundings_at,
  ask_bonus_correction, approve_bonus_correction, bonus_corrections_at, ask_fee_return, approve_fee_return, fee_returns_at TO trellis_app;
