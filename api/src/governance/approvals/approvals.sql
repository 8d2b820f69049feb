-- Second persons: what somebody asks for, and who else has approved it. What is guarded so asks `approval_of` in its own
-- trigger or function, with what it is about as it stands then, who asked, and how many are needed: none of that is taken
-- from the row of the approval. Errors are TA….

-- The one answer to who is one person: the same at the command line and over the API, in capitals or not, in letters of
-- another width. NULL: this is nobody who could approve, as the member, a chain, or a name that only looks like another.
CREATE OR REPLACE FUNCTION person_of(p_actor text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT name FROM (SELECT lower(regexp_replace(normalize(substr(p_actor, strpos(p_actor, ':') + 1), NFKC), '\s', '', 'g')
      COLLATE "C") AS name) AS folded
    WHERE p_actor ~ '^(command|operator):' AND name COLLATE "C" ~ '^[!-~]+$'
$$;

-- Who counts as one where nobody approves: all who run commands are one person, whatever name they give.
CREATE OR REPLACE FUNCTION one_person(p_actor text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_actor LIKE 'command:%' THEN 'command:' ELSE coalesce(person_of(p_actor), p_actor) END
$$;

-- What an approval is bound to: of something else it is none.
CREATE OR REPLACE FUNCTION payload_digest(p_payload jsonb) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(p_payload::text, 'UTF8'))
$$;

-- Who may ask for what and approve it: operators with one of these roles. Nobody does either at the command line: one shell gives
-- any name, and would be as many people as it likes. by_row: a row of its domain asks for it by a trigger or function, and nothing
-- else does.
CREATE OR REPLACE VIEW approval_role AS
  SELECT action, string_to_array(roles, ' ') AS roles, by_row
    FROM (VALUES
      ('withdrawal.approve',          'reviewer',        true),
      ('withdrawal.confirm_payout',   'treasurer',       true),
      ('withdrawal.void_payout',      'treasurer',       false),
      ('withdrawal.settle_payout',    'treasurer',       false),
      ('rate.approve',                'treasurer',       true),
      ('rule.approve',                'treasurer admin', true),
      ('pool.fund',                   'treasurer',       false),
      ('bonus.correct',               'treasurer',       false),
      ('fee.return',                  'treasurer',       false),
      ('deposit.release',             'treasurer',       false),
      ('deposit.return',              'treasurer',       false),
      ('chain_fault.close',           'treasurer',       false),
      ('factor_reset.approve',        'support admin',   true),
      ('member.erase',                'support admin',   false),
      ('release.approve_below_floor', 'releases',        false),
      ('release.approve_on',          'releases',        false),
      ('release.approve_lower_floor', 'releases',        false),
      ('payouts.unfreeze',            'treasurer',       false),
      ('operator.invite',             'admin',           false),
      ('operator.roles',              'admin',           false),
      ('operator.restore',            'admin',           false),
      ('announcement.publish',        'support admin',   true),
      ('terms.publish',               'admin',           false)
    ) AS line (action, roles, by_row);

-- The roles by which somebody is the second person. Not in the first day of one that two admins gave: whom a pair lets in is nobody's
-- second person before others could see it. The owner of the database gives roles that count at once.
CREATE OR REPLACE FUNCTION standing_roles(p_operator operator) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE WHEN (p_operator).new_until > product_now()
    THEN ARRAY(SELECT unnest((p_operator).roles) EXCEPT SELECT unnest((p_operator).new_roles)) ELSE (p_operator).roles END
$$;

-- Whether an actor may, as operators are now: who is suspended, or has lost the role, may not. To ask, and to stop what others ask for,
-- is for whoever has the role.
CREATE OR REPLACE FUNCTION may_approve(p_action text, p_actor text, p_asks boolean) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM approval_role r JOIN operator o ON 'operator:' || o.name = p_actor
    WHERE r.action = p_action AND o.enrolled_at IS NOT NULL AND o.suspended_at IS NULL
      AND CASE WHEN p_asks THEN o.roles ELSE standing_roles(o) END && r.roles)
$$;

-- Whether somebody decides about a member account of their own, under any of their names.
CREATE OR REPLACE FUNCTION is_own_account(p_actor text, p_member bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM operator_member om JOIN operator o ON o.id = om.operator
    WHERE om.member = p_member AND o.name = person_of(p_actor))
$$;

CREATE OR REPLACE FUNCTION member_of_payout(p_payout bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT w.member FROM withdrawal_payout p JOIN withdrawal w ON w.id = p.withdrawal WHERE p.id = p_payout
$$;

-- Whose money or account an approval is about: what is approved names them, or its subject is theirs. NULL: nobody's alone.
CREATE OR REPLACE FUNCTION member_of_approval(p_asked approval) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((p_asked.payload ->> 'member')::bigint, CASE p_asked.action
    WHEN 'withdrawal.approve' THEN (SELECT member FROM withdrawal WHERE id = p_asked.subject::uuid)
    WHEN 'factor_reset.approve' THEN (SELECT member FROM factor_reset WHERE id = p_asked.subject::bigint)
    WHEN 'deposit.release' THEN (SELECT member_id FROM deposit_transfer WHERE id = p_asked.subject::bigint)
    WHEN 'withdrawal.confirm_payout' THEN member_of_payout(p_asked.subject::bigint)
    WHEN 'withdrawal.settle_payout' THEN member_of_payout(p_asked.subject::bigint)
    WHEN 'withdrawal.void_payout' THEN member_of_payout(p_asked.subject::bigint)
  END)
$$;

-- Whether an approval is about the very person who asks, approves or refuses: what they may themselves is for others to say.
CREATE OR REPLACE FUNCTION is_about_themself(p_actor text, p_asked approval) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_asked.action LIKE 'operator.%' AND coalesce(p_asked.payload ->> 'name' = person_of(p_actor), false)
$$;

-- Whether a rule is theirs to set: of security an admin's, of all else a treasurer's. What is no rule has its roles alone.
CREATE OR REPLACE FUNCTION sets_rule(p_actor text, p_asked approval) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN p_asked.action <> 'rule.approve' OR EXISTS (SELECT 1 FROM operator WHERE 'operator:' || name = p_actor AND roles
    && CASE WHEN EXISTS (SELECT 1 FROM rule_second_person WHERE subject = p_asked.payload ->> 'subject') THEN '{admin}'::text[]
            ELSE '{treasurer}' END);
END $$;

-- Those who have approved something, and whose approval still counts.
CREATE OR REPLACE VIEW approval_standing AS
  SELECT g.approval, g.person, g.actor, g.reason, g.at FROM approval_given g
    WHERE NOT EXISTS (SELECT 1 FROM approval_void v WHERE v.approval = g.approval AND v.person = g.person);

-- TA007: a command asks for nobody. TA003: who asks is no person, so nobody could know whether another one approves. TA004: they may not, or it is no member's
-- to ask for; an owner's session is asked neither here nor below.
CREATE OR REPLACE FUNCTION check_approval() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- What is approved is what the digest is of.
  IF NEW.payload IS NOT NULL THEN NEW.digest := payload_digest(NEW.payload); END IF;
  IF NEW.requested_by <> 'member' AND person_of(NEW.requested_by) IS NULL THEN
    RAISE EXCEPTION '% is nobody who can ask', NEW.requested_by USING ERRCODE = 'TA003';
  END IF;
  IF NEW.requested_by LIKE 'command:%' AND NOT is_owners_session() THEN
    RAISE EXCEPTION '% is a command, and nobody who can ask', NEW.requested_by USING ERRCODE = 'TA007';
  END IF;
  IF NOT is_owners_session() AND (CASE NEW.requested_by WHEN 'member' THEN NEW.action = 'withdrawal.approve'
      ELSE may_approve(NEW.action, NEW.requested_by, true) AND sets_rule(NEW.requested_by, NEW) END) IS NOT TRUE
  THEN RAISE EXCEPTION '% may not ask for this', NEW.requested_by USING ERRCODE = 'TA004'; END IF;
  IF is_own_account(NEW.requested_by, member_of_approval(NEW)) THEN
    RAISE EXCEPTION 'it is about an account of their own' USING ERRCODE = 'TA005';
  END IF;
  IF is_about_themself(NEW.requested_by, NEW) THEN
    RAISE EXCEPTION 'it is about themself' USING ERRCODE = 'TA006';
  END IF;
  RETURN NEW;
END $$;

-- One person's approval; two at once come one after the other. TA001: they asked for it, or have said it. TA002: it is closed,
-- has waited for too long, or has all it needs. TA003: this is no person. TA004: they may not. TA005: it is their own. TA006: it is
-- about themself. TA008: their role is new.
CREATE OR REPLACE FUNCTION check_approval_given() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval;
BEGIN
  SELECT * INTO request FROM approval WHERE id = NEW.approval FOR UPDATE;
  -- A suspension under way comes before this approval, and then it is none, or after it, and then finds it.
  PERFORM 1 FROM operator WHERE 'operator:' || name = NEW.actor FOR SHARE;
  NEW.person := person_of(NEW.actor);
  IF NEW.person IS NULL THEN RAISE EXCEPTION '% is nobody who can approve', NEW.actor USING ERRCODE = 'TA003'; END IF;
  IF request.id IS NULL OR request.closed_at IS NOT NULL OR request.expires_at <= NEW.at
    OR (SELECT count(*) FROM approval_standing WHERE approval = request.id) >= request.needed
  THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  IF NEW.person = person_of(request.requested_by)
    OR EXISTS (SELECT 1 FROM approval_given WHERE approval = request.id AND person = NEW.person)
  THEN RAISE EXCEPTION 'somebody else has to approve' USING ERRCODE = 'TA001'; END IF;
  IF NOT is_owners_session() AND (may_approve(request.action, NEW.actor, true) AND sets_rule(NEW.actor, request)) IS NOT TRUE THEN
    RAISE EXCEPTION '% may not approve this', NEW.actor USING ERRCODE = 'TA004';
  END IF;
  IF NOT is_owners_session() AND may_approve(request.action, NEW.actor, false) IS NOT TRUE THEN
    RAISE EXCEPTION '% has a new role', NEW.actor USING ERRCODE = 'TA008';
  END IF;
  IF is_own_account(NEW.actor, member_of_approval(request)) THEN
    RAISE EXCEPTION 'it is about an account of their own' USING ERRCODE = 'TA005';
  END IF;
  IF is_about_themself(NEW.actor, request) THEN
    RAISE EXCEPTION 'it is about themself' USING ERRCODE = 'TA006';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER approval_checked BEFORE INSERT ON approval
  FOR EACH ROW EXECUTE FUNCTION check_approval();
CREATE OR REPLACE TRIGGER approval_given_checked BEFORE INSERT ON approval_given
  FOR EACH ROW EXECUTE FUNCTION check_approval_given();

-- Asks for another person's approval of exactly this. One request of an action and subject waits at a time, and one of its domain
-- (the action up to its dot) of what p_same names of the payload: a later one takes its place, unless enough people have approved it.
-- Without a subject it is about itself. Errors as above.
CREATE OR REPLACE FUNCTION open_approval(p_action text, p_subject text, p_payload jsonb, p_same text[], p_by text, p_reason text,
                                         p_now timestamptz, p_expires_at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_id bigint; v_domain text := split_part(p_action, '.', 1); v_same text := (SELECT string_agg(p_payload ->> name, ' ') FROM unnest(p_same) AS name);
BEGIN
  IF coalesce(p_subject, v_same) IS NULL THEN RAISE EXCEPTION '% could be asked for any number of times', p_action; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(v_domain, 0));
  PERFORM close_approval(a.id, p_now) FROM approval a
    WHERE a.closed_at IS NULL AND (SELECT count(*) FROM approval_standing WHERE approval = a.id) < a.needed
      AND (a.action = p_action AND a.subject = p_subject
        OR split_part(a.action, '.', 1) = v_domain AND v_same = (SELECT string_agg(a.payload ->> name, ' ') FROM unnest(p_same) AS name));
  v_id := nextval(pg_get_serial_sequence('public.approval', 'id'));
  INSERT INTO approval (id, action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
    OVERRIDING SYSTEM VALUE
    VALUES (v_id, p_action, coalesce(p_subject, v_id::text), p_payload, 1, p_by, p_now, p_reason, p_expires_at);
  RETURN v_id;
END $$;

-- The same for the application, of what no row asks for.
CREATE OR REPLACE FUNCTION request_approval(p_action text, p_subject text, p_payload jsonb, p_same text[], p_by text, p_reason text,
                                            p_now timestamptz, p_expires_at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM approval_role WHERE action = p_action AND NOT by_row) THEN
    RAISE EXCEPTION '% is asked for by its own row', p_action USING ERRCODE = 'TA004';
  END IF;
  RETURN open_approval(p_action, p_subject, p_payload, p_same, p_by, p_reason, p_now, p_expires_at);
END $$;

-- One person's approval. Returns whether nobody else is needed any more. Errors as above.
CREATE OR REPLACE FUNCTION give_approval(p_id bigint, p_by text, p_reason text, p_at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO approval_given (approval, actor, reason, at) VALUES (p_id, p_by, p_reason, p_at);
  RETURN (SELECT (SELECT count(*) FROM approval_standing WHERE approval = a.id) >= a.needed FROM approval a WHERE a.id = p_id);
END $$;

-- The open approval of exactly this that enough different people have given. NULL: there is none.
CREATE OR REPLACE FUNCTION approval_of(p_action text, p_subject text, p_payload jsonb, p_requested_by text, p_needed integer)
RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT min(a.id) FROM approval a
    WHERE a.action = p_action AND a.subject = p_subject AND a.requested_by = p_requested_by AND a.closed_at IS NULL
      AND a.digest = payload_digest(p_payload)
      AND (SELECT count(DISTINCT g.person) FROM approval_standing g WHERE g.approval = a.id) >= p_needed
$$;

-- The request that a row of its domain waits with, by that row's number; an open one before others.
CREATE OR REPLACE FUNCTION request_for(p_action text, p_number bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM approval WHERE action = p_action AND subject = p_number::text ORDER BY closed_at IS NOT NULL, id LIMIT 1
$$;

-- Whether enough people have approved this, as its payload says, and it is not done yet: for what guards its own table.
CREATE OR REPLACE FUNCTION is_approved(p_asked approval) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce(approval_of(p_asked.action, p_asked.subject, p_asked.payload, p_asked.requested_by, p_asked.needed) = p_asked.id, false)
$$;

-- One person's approval of a request that its own payload says all of: what it allows is done in the same transaction, by what is
-- returned, and it is closed then. TA002: it waits for nobody, or for others, too, or who asked may no longer. Errors as above.
CREATE OR REPLACE FUNCTION approve_request(p_action text, p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS approval
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval;
BEGIN
  -- Whoever changed a payload past the guards changed no digest that fits it: people approved something else.
  SELECT * INTO request FROM approval WHERE id = p_id AND action = p_action AND digest = payload_digest(payload);
  IF give_approval(request.id, p_by, p_reason, p_now) IS NOT TRUE THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002';
  END IF;
  IF NOT is_owners_session() AND request.requested_by LIKE 'operator:%' AND may_approve(request.action, request.requested_by, true) IS NOT TRUE
    OR NOT is_owners_session() AND sets_rule(request.requested_by, request) IS NOT TRUE THEN
    RAISE EXCEPTION 'who asked may no longer' USING ERRCODE = 'TA002';
  END IF;
  RETURN request;
END $$;

-- The same, and uses it up at once.
CREATE OR REPLACE FUNCTION use_approval(p_action text, p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS approval
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval := approve_request(p_action, p_id, p_by, p_reason, p_now);
BEGIN
  PERFORM close_approval(request.id, p_now);
  RETURN request;
END $$;

-- Each request of an action (NULL: of any), what it asked for, and what had come of it by a time.
CREATE OR REPLACE FUNCTION requests_at(p_action text, p_at timestamptz)
RETURNS TABLE (id bigint, action text, subject text, payload jsonb, username text, requested_by text, requested_at timestamptz,
               reason text, expires_at timestamptz, state text, decided_by text, decided_at timestamptz, decided_reason text)
LANGUAGE sql STABLE AS $$
  SELECT a.id, a.action, a.subject, coalesce(a.payload, '{}'), m.username, a.requested_by, a.requested_at, a.reason, a.expires_at,
      CASE WHEN r.at IS NOT NULL THEN 'refused' WHEN g.people >= a.needed THEN 'approved' WHEN a.closed_at IS NOT NULL THEN 'replaced'
           WHEN a.expires_at <= p_at THEN 'lapsed' ELSE 'waiting' END,
      coalesce(r.actor, g.actor), coalesce(r.at, g.at), coalesce(r.reason, g.reason)
    FROM approval a
    LEFT JOIN member m ON m.id = member_of_approval(a)
    LEFT JOIN approval_refused r ON r.approval = a.id
    LEFT JOIN LATERAL (SELECT s.actor, s.at, s.reason, count(*) OVER () AS people FROM approval_standing s WHERE s.approval = a.id
                        ORDER BY s.at DESC LIMIT 1) g ON true
   WHERE p_action IS NULL OR a.action = p_action
$$;

-- Nothing more comes of it: it was used, or what it was for has ended. For good.
CREATE OR REPLACE FUNCTION close_approval(p_id bigint, p_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE approval SET closed_at = p_at WHERE id = p_id AND closed_at IS NULL
$$;
CREATE OR REPLACE FUNCTION close_approvals(p_action text, p_subject text, p_at timestamptz) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE approval SET closed_at = p_at WHERE action = p_action AND subject = p_subject AND closed_at IS NULL
$$;

-- A no ends what waits: that of whoever could approve, and that of who asked. What else ends with it has a no of its own:
-- withdrawals, and resets of a lost second factor. TA002: it waits for nobody. TA004: they may not. TA005: it is their own.
CREATE OR REPLACE FUNCTION refuse_approval(p_id bigint, p_by text, p_reason text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval;
BEGIN
  SELECT * INTO request FROM approval WHERE id = p_id FOR UPDATE;
  IF request.id IS NULL OR request.closed_at IS NOT NULL OR request.expires_at <= p_at THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002';
  END IF;
  IF request.requested_by = 'member' OR request.action IN ('withdrawal.confirm_payout', 'factor_reset.approve')
    OR NOT (may_approve(request.action, p_by, true) AND sets_rule(p_by, request) OR request.requested_by = p_by)
  THEN RAISE EXCEPTION '% may not say no to this', p_by USING ERRCODE = 'TA004'; END IF;
  IF is_own_account(p_by, member_of_approval(request)) THEN
    RAISE EXCEPTION 'it is about an account of their own' USING ERRCODE = 'TA005';
  END IF;
  IF is_about_themself(p_by, request) THEN
    RAISE EXCEPTION 'it is about themself' USING ERRCODE = 'TA006';
  END IF;
  INSERT INTO approval_refused (approval, actor, reason, at) VALUES (p_id, p_by, p_reason, p_at);
  UPDATE approval SET closed_at = p_at WHERE id = p_id;
END $$;

-- With a suspension, or a role, goes every approval that it covered and that has led to nothing yet, and what they have asked for
-- by it: they would be one of the two. Neither comes back with the role. What was paid was paid, whoever recorded it; and a reset of
-- a lost second factor looks by itself.
CREATE OR REPLACE FUNCTION void_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_at timestamptz := coalesce(NEW.suspended_at, product_now());
  v_why text := CASE WHEN NEW.suspended_at IS NULL THEN 'who had asked for it has lost the role' ELSE 'who had asked for it was suspended' END;
  v_lost text[] := ARRAY(SELECT action FROM approval_role WHERE NEW.suspended_at IS NOT NULL OR NOT NEW.roles && roles);
BEGIN
  INSERT INTO approval_void (approval, person, at)
    SELECT g.approval, g.person, v_at FROM approval_given g JOIN approval a ON a.id = g.approval
      WHERE g.person = NEW.name AND a.closed_at IS NULL AND a.action = ANY (v_lost)
    ON CONFLICT DO NOTHING;
  WITH ended AS (
    UPDATE approval a SET closed_at = v_at WHERE closed_at IS NULL AND requested_by <> 'member'
      AND person_of(requested_by) = NEW.name AND (action = ANY (v_lost) OR sets_rule(requested_by, a) IS NOT TRUE)
      AND action NOT IN ('withdrawal.confirm_payout', 'factor_reset.approve')
      RETURNING id)
  INSERT INTO approval_refused (approval, actor, reason, at) SELECT id, 'automatic', v_why, v_at FROM ended;
  IF 'withdrawal.approve' = ANY (v_lost) THEN PERFORM review_again(NEW.name, v_at); END IF;
  -- A link that they asked for or approved lets nobody in: it has led to nothing yet.
  IF 'operator.invite' = ANY (v_lost) THEN
    UPDATE operator_enrolment e SET ended_at = v_at FROM approval a, operator o
      WHERE e.ended_at IS NULL AND o.id = e.operator_id AND o.enrolled_at IS NULL
        AND a.action = 'operator.invite' AND a.payload ->> 'word' = encode(e.word_hash, 'hex') AND (person_of(a.requested_by) = NEW.name
          OR EXISTS (SELECT 1 FROM approval_given g WHERE g.approval = a.id AND g.person = NEW.name));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER operator_approvals_void AFTER UPDATE OF suspended_at, roles ON operator FOR EACH ROW
  WHEN (OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL OR NOT NEW.roles @> OLD.roles) EXECUTE FUNCTION void_approvals();

-- What was asked for and said stays.
CREATE OR REPLACE TRIGGER approval_fixed BEFORE UPDATE ON approval FOR EACH ROW
  WHEN (OLD.closed_at IS NOT NULL OR to_jsonb(OLD) - 'closed_at' <> to_jsonb(NEW) - 'closed_at')
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_kept BEFORE DELETE ON approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_given_fixed BEFORE UPDATE OR DELETE ON approval_given
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_no_truncate BEFORE TRUNCATE ON approval EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_given_no_truncate BEFORE TRUNCATE ON approval_given EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER approval_void_fixed BEFORE UPDATE OR DELETE ON approval_void
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_refused_fixed BEFORE UPDATE OR DELETE ON approval_refused
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_refused_no_truncate BEFORE TRUNCATE ON approval_refused EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_void_no_truncate BEFORE TRUNCATE ON approval_void EXECUTE FUNCTION refuse_change();

GRANT SELECT ON approval_role, approval_standing TO trellis_app;
GRANT EXECUTE ON FUNCTION standing_roles, is_own_account, is_about_themself(text, approval), sets_rule, member_of_approval, member_of_payout, use_approval, approve_request, may_approve, person_of, payload_digest, request_approval, give_approval, refuse_approval,
  close_approval, requests_at TO trellis_app;
