-- Who becomes an operator, what they may, and when a suspension ends, where two admins say so: one asks, another says yes, and
-- neither is who it is about. The application can write none of it by itself; the owner can (npm run operator). Errors are TO….

-- What is approved of a change: of another name, of other roles, from other roles, or of another suspension it is none.
CREATE OR REPLACE FUNCTION operator_change_payload(p_change operator_change) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('kind', (p_change).kind, 'name', (p_change).name, 'roles', to_jsonb((p_change).roles),
    'base', to_jsonb((p_change).base))
    || CASE WHEN (p_change).suspended_at IS NULL THEN '{}' ELSE jsonb_build_object('suspendedAt', (p_change).suspended_at) END
$$;

-- Asks for a change, for which a second admin has a day. Of a name one waits at a time: a later one takes its place. An
-- invitation of who has never enrolled makes a new link. To end a suspension takes no roles: they stay. TO002: there is somebody
-- of this name. TO003: there is nobody. TO004: they are suspended. TO007: they are not. TA004, TA006: as any approval.
CREATE OR REPLACE FUNCTION ask_operator_change(p_kind text, p_name text, p_roles text[], p_by text, p_reason text,
                                               p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE present operator; asked operator_change;
BEGIN
  -- Those about one name come one after the other, whether there is somebody of it yet or not.
  PERFORM pg_advisory_xact_lock(hashtextextended('operator ' || p_name, 0));
  SELECT * INTO present FROM operator WHERE name = p_name FOR UPDATE;
  IF p_kind = 'invite' AND present.enrolled_at IS NOT NULL THEN
    RAISE EXCEPTION 'there is an operator % already', p_name USING ERRCODE = 'TO002';
  END IF;
  IF p_kind <> 'invite' AND present.id IS NULL THEN
    RAISE EXCEPTION 'there is no operator %', p_name USING ERRCODE = 'TO003';
  END IF;
  IF p_kind <> 'restore' AND present.suspended_at IS NOT NULL THEN
    RAISE EXCEPTION 'operator % is suspended', p_name USING ERRCODE = 'TO004';
  END IF;
  IF p_kind = 'restore' AND present.suspended_at IS NULL THEN
    RAISE EXCEPTION 'operator % is not suspended', p_name USING ERRCODE = 'TO007';
  END IF;
  PERFORM close_approvals('operator.' || kind, id::text, p_now) FROM operator_change WHERE name = p_name;
  INSERT INTO operator_change (kind, name, roles, base, suspended_at, requested_by, requested_at, reason, expires_at)
    VALUES (p_kind, p_name, CASE p_kind WHEN 'restore' THEN present.roles ELSE p_roles END, present.roles, present.suspended_at,
            p_by, p_now, p_reason, p_now + interval '24 hours')
    RETURNING * INTO asked;
  INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('operator.' || p_kind, asked.id::text, operator_change_payload(asked), 1, p_by, p_now, p_reason,
            asked.expires_at);
  RETURN asked.id;
END $$;

-- The second admin's yes, with which it is so. p_token: of the link of who is new, which the application has made; without
-- it, where roles change. TA001 to TA006: as any approval. TO005: they are no longer as they were when it was asked for.
CREATE OR REPLACE FUNCTION approve_operator_change(p_id bigint, p_by text, p_reason text, p_token bytea, p_token_until timestamptz,
                                                   p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked operator_change; present operator; v_approval bigint;
BEGIN
  SELECT * INTO asked FROM operator_change WHERE id = p_id;
  PERFORM pg_advisory_xact_lock(hashtextextended('operator ' || asked.name, 0));
  SELECT * INTO present FROM operator WHERE name = asked.name FOR UPDATE;
  v_approval := yes_to('operator.' || asked.kind, p_id::text, operator_change_payload(asked), asked.requested_by, p_by, p_reason, p_now);
  -- Whoever asked must still be an admin: with them goes what they asked for.
  IF v_approval IS NULL OR may_approve('operator.' || asked.kind, asked.requested_by, true) IS NOT TRUE THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002';
  END IF;
  IF present.roles IS DISTINCT FROM asked.base OR present.suspended_at IS DISTINCT FROM asked.suspended_at
    OR (asked.kind = 'invite' AND (present.enrolled_at IS NOT NULL OR p_token IS NULL))
  THEN RAISE EXCEPTION 'operator % is no longer as they were', asked.name USING ERRCODE = 'TO005'; END IF;
  IF present.id IS NULL THEN
    INSERT INTO operator (name, roles, created_at) VALUES (asked.name, asked.roles, p_now) RETURNING * INTO present;
  ELSIF asked.kind = 'restore' THEN
    -- Sessions and approvals that it ended stay ended; password and authenticator are as they were.
    UPDATE operator SET suspended_at = NULL WHERE id = present.id;
  ELSIF present.roles <> asked.roles THEN
    UPDATE operator SET roles = asked.roles WHERE id = present.id;
  END IF;
  IF asked.kind = 'invite' THEN
    UPDATE operator_enrolment SET ended_at = p_now WHERE operator_id = present.id AND ended_at IS NULL;
    INSERT INTO operator_enrolment (token_hash, operator_id, created_at, expires_at)
      VALUES (p_token, present.id, p_now, p_token_until);
  END IF;
  PERFORM close_approval(v_approval, p_now);
END $$;

-- One admin suspends another operator: every session ends, and with the trigger every yes of theirs that led to nothing.
-- TA004: only an admin. TA006: nobody suspends themself. TO003: there is nobody of this name. TO004: suspended already. TO006: they
-- are one of the last two with a role without whose two people nothing is approved; the owner still can.
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
  IF may_approve('operator.roles', p_by, false) IS NOT TRUE THEN
    RAISE EXCEPTION '% may not suspend', p_by USING ERRCODE = 'TA004';
  END IF;
  SELECT * INTO present FROM operator WHERE name = p_name;
  IF present.id IS NULL THEN RAISE EXCEPTION 'there is no operator %', p_name USING ERRCODE = 'TO003'; END IF;
  IF present.suspended_at IS NOT NULL THEN
    RAISE EXCEPTION 'operator % is suspended', p_name USING ERRCODE = 'TO004';
  END IF;
  IF EXISTS (SELECT 1 FROM unnest(ARRAY['treasurer', 'reviewer', 'admin']) AS role
    WHERE role = ANY (present.roles) AND present.enrolled_at IS NOT NULL AND (SELECT count(*) FROM operator o
      WHERE role = ANY (o.roles) AND o.enrolled_at IS NOT NULL AND o.suspended_at IS NULL) <= 2)
  THEN RAISE EXCEPTION 'operator % is one of the last two', p_name USING ERRCODE = 'TO006'; END IF;
  UPDATE operator SET suspended_at = p_now WHERE id = present.id;
  UPDATE operator_session SET revoked_at = p_now WHERE operator_id = present.id AND revoked_at IS NULL;
END $$;

CREATE OR REPLACE TRIGGER operator_change_append_only BEFORE UPDATE OR DELETE ON operator_change
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER operator_change_no_truncate BEFORE TRUNCATE ON operator_change EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION ask_operator_change, approve_operator_change, suspend_operator TO trellis_app;
