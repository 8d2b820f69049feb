-- What processes of the version before ask for and approve by: to be taken out with the next version.

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

CREATE OR REPLACE FUNCTION approvals_at(p_action text, p_at timestamptz)
RETURNS TABLE (id bigint, subject text, payload jsonb, username text, requested_by text, requested_at timestamptz, reason text,
               expires_at timestamptz, state text, approved_by text, done_at timestamptz)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id, subject, payload, username, requested_by, requested_at, reason, expires_at, state_of_before(state),
         CASE state WHEN 'approved' THEN decided_by END, CASE state WHEN 'approved' THEN decided_at END
    FROM requests_at(p_action, p_at)
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

GRANT SELECT ON operator_change, terms_proposal, deposit_return, rule_proposal TO trellis_app;
GRANT EXECUTE ON FUNCTION rule_proposals_at, ask_operator_change, approve_operator_change, ask_terms, approve_terms, ask_deposit_return,
  begin_deposit_return(bigint, uuid, uuid, uuid, timestamptz) TO trellis_app;
GRANT EXECUTE ON FUNCTION is_about_themself(text, text, text), state_of_before, request_of_before, approvals_at TO trellis_app;

CREATE OR REPLACE FUNCTION house_account(p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, public, pg_temp AS $$ SELECT system_account(p_name) $$;
CREATE OR REPLACE FUNCTION untold_stake_events(p_limit integer)
RETURNS TABLE (id bigint, stake uuid, member bigint, language text, kind text, reason text, amount text, cp text, state text,
               reward text, matures_on text)
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$ SELECT * FROM unnotified_stake_events(p_limit) $$;
GRANT EXECUTE ON FUNCTION house_account, untold_stake_events TO trellis_app;

-- A batch with a row for each journal.
CREATE OR REPLACE FUNCTION post_batch(
  p_ids uuid[], p_owners bigint[], p_keys text[], p_hashes bytea[], p_kinds text[], p_memos jsonb[],
  p_limits text[], p_limit_units text[], p_limit_amounts bigint[],
  p_places integer[], p_accounts bigint[], p_amounts bigint[], p_code_steps bigint[])
RETURNS TABLE (place integer, at timestamptz, balances bigint[])
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  WITH posted AS MATERIALIZED (
    SELECT * FROM post_many(p_ids, p_owners, p_keys, p_hashes, p_kinds, p_memos, p_limits, p_limit_units, p_limit_amounts,
      p_places, p_accounts, p_amounts, p_code_steps, is_owners_session()))
  SELECT leg.place, p.at, array_agg(p.balances[leg.n] ORDER BY leg.n)
    FROM posted p CROSS JOIN LATERAL (
      SELECT l.place, row_number() OVER (ORDER BY l.n) AS n FROM unnest(p_places) WITH ORDINALITY AS l (place, n)
        WHERE l.place = ANY (p.places)) leg
    GROUP BY leg.place, p.at
$$;
GRANT EXECUTE ON FUNCTION post_batch TO trellis_app;
