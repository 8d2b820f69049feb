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

-- Operators, terms and returned deposits, each by the number that its request had of its domain.
CREATE OR REPLACE FUNCTION ask_operator_change(p_kind text, p_name text, p_roles text[], p_by text, p_reason text, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE present operator;
BEGIN
  SELECT * INTO present FROM operator WHERE name = p_name;
  IF p_kind = 'invite' AND present.enrolled_at IS NOT NULL THEN RAISE EXCEPTION 'it is taken' USING ERRCODE = 'TO002'; END IF;
  IF p_kind <> 'invite' AND present.id IS NULL THEN RAISE EXCEPTION 'there is none' USING ERRCODE = 'TO003'; END IF;
  IF p_kind <> 'restore' AND present.suspended_at IS NOT NULL THEN RAISE EXCEPTION 'suspended' USING ERRCODE = 'TO004'; END IF;
  IF p_kind = 'restore' AND present.suspended_at IS NULL THEN RAISE EXCEPTION 'not suspended' USING ERRCODE = 'TO007'; END IF;
  RETURN request_approval('operator.' || p_kind, NULL, jsonb_build_object('kind', p_kind, 'name', p_name, 'base', to_jsonb(present.roles),
      'roles', to_jsonb(CASE p_kind WHEN 'restore' THEN present.roles ELSE p_roles END))
    || CASE WHEN present.suspended_at IS NULL THEN '{}' ELSE jsonb_build_object('suspendedAt', present.suspended_at) END,
    '{name}', p_by, p_reason, p_now, p_now + interval '24 hours');
END $$;
CREATE OR REPLACE FUNCTION approve_operator_change(p_id bigint, p_by text, p_reason text, p_token bytea, p_token_until timestamptz,
                                                   p_now timestamptz) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT change_operator((SELECT max(id) FROM approval WHERE action LIKE 'operator.%' AND subject = p_id::text), p_by, p_reason, p_token,
                         p_token_until, p_now)
$$;
CREATE OR REPLACE VIEW operator_change AS
  SELECT CASE WHEN action LIKE 'operator.%' THEN subject::bigint END AS id, payload ->> 'kind' AS kind, payload ->> 'name' AS name,
         ARRAY(SELECT jsonb_array_elements_text(payload -> 'roles')) AS roles,
         CASE jsonb_typeof(payload -> 'base') WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(payload -> 'base')) END AS base,
         (payload ->> 'suspendedAt')::timestamptz AS suspended_at
    FROM approval WHERE action LIKE 'operator.%';

CREATE OR REPLACE FUNCTION ask_terms(p_document text, p_base integer, p_texts jsonb, p_by text, p_reason text, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM lock_terms();
  IF p_base <> terms_version(p_document) THEN RAISE EXCEPTION 'another version is in force' USING ERRCODE = 'TT002'; END IF;
  IF EXISTS (SELECT 1 FROM requests_at('terms.publish', p_now) WHERE state = 'waiting' AND payload ->> 'document' = p_document) THEN
    RAISE EXCEPTION 'another version waits' USING ERRCODE = 'TT003';
  END IF;
  RETURN request_approval('terms.publish', NULL, jsonb_build_object('document', p_document, 'base', p_base, 'texts', p_texts), NULL, p_by,
                          p_reason, p_now, p_now + interval '24 hours');
END $$;
CREATE OR REPLACE FUNCTION approve_terms(p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS integer
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT publish_terms(request_of_before('terms.publish', p_id::text), p_by, p_reason, p_now)
$$;
CREATE OR REPLACE VIEW terms_proposal AS
  SELECT CASE action WHEN 'terms.publish' THEN subject::bigint END AS id, payload ->> 'document' AS document,
         (payload ->> 'base')::integer AS base, payload -> 'texts' AS texts, requested_by, expires_at
    FROM approval WHERE action = 'terms.publish';

CREATE OR REPLACE FUNCTION ask_deposit_return(p_deposit bigint, p_address text, p_by text, p_reason text, p_now timestamptz,
                                              p_expires_at timestamptz) RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT request_approval('deposit.return', NULL, jsonb_build_object('deposit', id, 'member', member_id, 'usdt', usdt, 'chain', chain,
    'address', p_address), NULL, p_by, p_reason, p_now, p_expires_at) FROM deposit_transfer WHERE id = p_deposit
$$;
-- It has given its approval by then.
CREATE OR REPLACE FUNCTION begin_deposit_return(p_id bigint, p_journal uuid, p_hold uuid, p_withdrawal uuid, p_now timestamptz, OUT hold uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT hold_deposit_return(a, p_journal, p_hold, p_withdrawal, p_now) FROM approval a WHERE a.id = request_of_before('deposit.return', p_id::text)
$$;
CREATE OR REPLACE VIEW deposit_return AS
  SELECT CASE action WHEN 'deposit.return' THEN subject::bigint END AS id, (payload ->> 'deposit')::bigint AS deposit,
         payload ->> 'address' AS address FROM approval WHERE action = 'deposit.return';

CREATE OR REPLACE VIEW rule_proposal AS
  SELECT CASE action WHEN 'rule.approve' THEN subject::bigint END AS id, payload ->> 'subject' AS subject, payload ->> 'key' AS key,
         payload -> 'value' AS value, rule_wanted_from(payload) AS requested_from, requested_by AS set_by, requested_at AS set_at, reason,
         expires_at, closed_at
    FROM approval WHERE action = 'rule.approve';
CREATE OR REPLACE FUNCTION rule_proposals_at(p_at timestamptz) RETURNS SETOF rule_proposal LANGUAGE sql STABLE AS $$
  SELECT * FROM rule_proposal WHERE expires_at > p_at AND closed_at IS NULL
$$;

GRANT SELECT ON bonus_correction, operator_change, terms_proposal, deposit_return, rule_proposal TO trellis_app;
GRANT EXECUTE ON FUNCTION rule_proposals_at, ask_operator_change, approve_operator_change, ask_terms, approve_terms, ask_deposit_return,
  begin_deposit_return(bigint, uuid, uuid, uuid, timestamptz) TO trellis_app;
GRANT EXECUTE ON FUNCTION is_about_themself(text, text, text), state_of_before, ask_for_approval, request_of_before, ask_pool_funding, approve_pool_funding, pool_fundings_at,
  ask_bonus_correction, approve_bonus_correction, bonus_corrections_at, ask_fee_return, approve_fee_return, fee_returns_at TO trellis_app;
