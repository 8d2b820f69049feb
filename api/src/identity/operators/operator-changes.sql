-- Who becomes an operator, what they may, and when a suspension ends, where two admins say so: one asks, another approves, and
-- neither is who it is about. The application can write none of it by itself; the owner can (npm run operator). Errors are TO….

-- Roles that no operator of two admins has together; the owner of the database may, where there are few people.
CREATE OR REPLACE VIEW roles_apart AS
  SELECT one, other FROM (VALUES
    ('reviewer', 'treasurer'), ('reviewer', 'admin'), ('treasurer', 'admin'), ('releases', 'admin')) AS pair (one, other);

-- Another admin's approval of { name, roles, base, suspendedAt }, with which it is so: base and suspendedAt are how they were when it was
-- asked for, and to end a suspension leaves the roles. p_token: of the link of who is new, which the application has made; without
-- it, where roles change. TA001 to TA006: as any approval. TO005: they are no longer as they were.
-- TO007: these roles may not meet. What they may that they did not before is new for a day; of who is invited, all of it: a name that was
-- there before may be somebody else's by now.
CREATE OR REPLACE FUNCTION change_operator(p_request bigint, p_by text, p_reason text, p_token bytea, p_token_until timestamptz,
                                           p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval; present operator; v_kind text; v_roles text[]; v_new text[]; v_name text := (SELECT payload ->> 'name' FROM approval WHERE id = p_request);
BEGIN
  -- Those about one name come one after the other, whether there is somebody of it yet or not.
  PERFORM pg_advisory_xact_lock(hashtextextended('operator ' || v_name, 0));
  SELECT * INTO present FROM operator WHERE name = v_name FOR UPDATE;
  request := approve_request((SELECT action FROM approval WHERE id = p_request AND action LIKE 'operator.%'), p_request, p_by, p_reason, p_now);
  v_kind := split_part(request.action, '.', 2);
  v_roles := ARRAY(SELECT jsonb_array_elements_text(request.payload -> 'roles'));
  IF coalesce(to_jsonb(present.roles), 'null') <> request.payload -> 'base'
    OR present.suspended_at IS DISTINCT FROM (request.payload ->> 'suspendedAt')::timestamptz
    OR (v_kind = 'restore') <> (present.suspended_at IS NOT NULL)
    OR (CASE v_kind WHEN 'invite' THEN present.enrolled_at IS NOT NULL OR p_token IS NULL ELSE present.id IS NULL END)
  THEN RAISE EXCEPTION 'operator % is no longer as they were', v_name USING ERRCODE = 'TO005'; END IF;
  IF v_kind <> 'restore' AND EXISTS (SELECT 1 FROM roles_apart a WHERE v_roles @> ARRAY[a.one, a.other]) THEN
    RAISE EXCEPTION 'these roles may not meet' USING ERRCODE = 'TO007';
  END IF;
  v_new := ARRAY(SELECT unnest(v_roles) EXCEPT SELECT unnest(standing_roles(present)) WHERE v_kind <> 'invite');
  IF present.id IS NULL THEN
    INSERT INTO operator (name, roles, created_at, new_roles, new_until)
      VALUES (v_name, v_roles, p_now, v_new, p_now + interval '1 day') RETURNING * INTO present;
  ELSIF v_kind = 'restore' THEN
    -- Sessions and approvals that it ended stay ended; password and authenticator are as they were.
    UPDATE operator SET suspended_at = NULL WHERE id = present.id;
  ELSE
    UPDATE operator SET roles = v_roles, new_roles = v_new, new_until = p_now + interval '1 day' WHERE id = present.id;
  END IF;
  IF v_kind = 'invite' THEN
    UPDATE operator_enrolment SET ended_at = p_now WHERE operator_id = present.id AND ended_at IS NULL;
    INSERT INTO operator_enrolment (token_hash, operator_id, created_at, expires_at, word_hash)
      VALUES (p_token, present.id, p_now, p_token_until, decode(request.payload ->> 'word', 'hex'));
  END IF;
  PERFORM close_approval(request.id, p_now);
END $$;

-- One admin suspends another operator: every session ends, and with the trigger every approval of theirs that led to nothing.
-- TA004: only an admin. TA006: nobody suspends themself. TO003: there is nobody of this name. TO004: suspended already. TO006: they
-- are one of the last two with a role without whose two people nothing is approved, or no release is gone back from; the owner still
-- can. Whose role is new is none of those two yet.
CREATE OR REPLACE FUNCTION suspend_operator(p_name text, p_by text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE present operator;
BEGIN
  IF person_of(p_by) IS NOT DISTINCT FROM p_name THEN
    RAISE EXCEPTION 'it is about themself' USING ERRCODE = 'TA006';
  END IF;
  -- One after the other, so that two at once leave no fewer than one does.
  PERFORM pg_advisory_xact_lock(hashtextextended('operators suspended', 0));
  -- In the order of names, so that two who suspend each other at once wait in a row: the second is an admin no more.
  PERFORM 1 FROM operator WHERE name IN (p_name, person_of(p_by)) ORDER BY name FOR UPDATE;
  IF may_approve('operator.roles', p_by, true) IS NOT TRUE THEN
    RAISE EXCEPTION '% may not suspend', p_by USING ERRCODE = 'TA004';
  END IF;
  SELECT * INTO present FROM operator WHERE name = p_name;
  IF present.id IS NULL THEN RAISE EXCEPTION 'there is no operator %', p_name USING ERRCODE = 'TO003'; END IF;
  IF present.suspended_at IS NOT NULL THEN
    RAISE EXCEPTION 'operator % is suspended', p_name USING ERRCODE = 'TO004';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(ARRAY['treasurer', 'reviewer', 'releases', 'admin']) AS role
    WHERE role = ANY (standing_roles(present)) AND present.enrolled_at IS NOT NULL AND (SELECT count(*) FROM operator o
      WHERE role = ANY (standing_roles(o)) AND o.enrolled_at IS NOT NULL AND o.suspended_at IS NULL) <= 2)
  THEN RAISE EXCEPTION 'operator % is one of the last two', p_name USING ERRCODE = 'TO006'; END IF;
  UPDATE operator SET suspended_at = p_now WHERE id = present.id;
  UPDATE operator_session SET revoked_at = p_now WHERE operator_id = present.id AND revoked_at IS NULL;
END $$;

GRANT SELECT ON roles_apart TO trellis_app;
GRANT EXECUTE ON FUNCTION change_operator, suspend_operator TO trellis_app;
