-- Second persons: what somebody asks for, and who else has said yes to it. What is guarded so asks `approval_of` in its own
-- trigger or function, with what it is about as it stands then, who asked, and how many are needed: none of that is taken
-- from the row of the approval. Errors are TA….

-- The one answer to who is one person: the same at the command line and over the API, in capitals or not, in letters of
-- another width. NULL: this is nobody who could say yes, as the member, a chain, or a name that only looks like another.
CREATE OR REPLACE FUNCTION person_of(p_actor text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT name FROM (SELECT lower(regexp_replace(normalize(substr(p_actor, strpos(p_actor, ':') + 1), NFKC), '\s', '', 'g')
      COLLATE "C") AS name) AS folded
    WHERE p_actor ~ '^(command|operator):' AND name COLLATE "C" ~ '^[!-~]+$'
$$;

-- What an approval is bound to: of something else it is none.
CREATE OR REPLACE FUNCTION payload_digest(p_payload jsonb) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(p_payload::text, 'UTF8'))
$$;

-- TA003: who asks is no person, so nobody could tell whether another one says yes.
CREATE OR REPLACE FUNCTION check_approval() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.requested_by <> 'member' AND person_of(NEW.requested_by) IS NULL THEN
    RAISE EXCEPTION '% is nobody who can ask', NEW.requested_by USING ERRCODE = 'TA003';
  END IF;
  RETURN NEW;
END $$;

-- One person's yes; two at once come one after the other. TA001: they asked for it, or have said it. TA002: it is closed,
-- has waited for too long, or has all it needs. TA003: this is no person.
CREATE OR REPLACE FUNCTION check_approval_given() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked approval;
BEGIN
  SELECT * INTO asked FROM approval WHERE id = NEW.approval FOR UPDATE;
  NEW.person := person_of(NEW.actor);
  IF NEW.person IS NULL THEN RAISE EXCEPTION '% is nobody who can say yes', NEW.actor USING ERRCODE = 'TA003'; END IF;
  IF asked.id IS NULL OR asked.closed_at IS NOT NULL OR asked.expires_at <= NEW.at
    OR (SELECT count(*) FROM approval_given WHERE approval = asked.id) >= asked.needed
  THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  IF NEW.person = person_of(asked.requested_by)
    OR EXISTS (SELECT 1 FROM approval_given WHERE approval = asked.id AND person = NEW.person)
  THEN RAISE EXCEPTION 'somebody else has to say yes' USING ERRCODE = 'TA001'; END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER approval_checked BEFORE INSERT ON approval
  FOR EACH ROW EXECUTE FUNCTION check_approval();
CREATE OR REPLACE TRIGGER approval_given_checked BEFORE INSERT ON approval_given
  FOR EACH ROW EXECUTE FUNCTION check_approval_given();

-- The open approval of exactly this that enough different people have given. NULL: there is none.
CREATE OR REPLACE FUNCTION approval_of(p_action text, p_subject text, p_payload jsonb, p_requested_by text, p_needed integer)
RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT min(a.id) FROM approval a
    WHERE a.action = p_action AND a.subject = p_subject AND a.requested_by = p_requested_by AND a.closed_at IS NULL
      AND a.digest = payload_digest(p_payload)
      AND (SELECT count(DISTINCT g.person) FROM approval_given g WHERE g.approval = a.id) >= p_needed
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

-- What was asked for and said stays.
CREATE OR REPLACE TRIGGER approval_fixed BEFORE UPDATE ON approval FOR EACH ROW
  WHEN (OLD.closed_at IS NOT NULL OR to_jsonb(OLD) - 'closed_at' <> to_jsonb(NEW) - 'closed_at')
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_kept BEFORE DELETE ON approval FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_given_fixed BEFORE UPDATE OR DELETE ON approval_given
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_no_truncate BEFORE TRUNCATE ON approval EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER approval_given_no_truncate BEFORE TRUNCATE ON approval_given EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION person_of, payload_digest, close_approval TO trellis_app;
