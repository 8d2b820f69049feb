-- Holds: somebody stops what a member is promised, or all that a day promised, and somebody else lets it go. The day is closed
-- and promises as ever; only the payout waits, and is made by the next run after the release. Errors: TA001 who held it cannot
-- release it; TA002 there is no such hold, or it was released; TA003 this is no person; TB002 it is held already.

-- Stops the payout of a member or of a day. What another transaction is paying out as this one commits is not called back.
CREATE OR REPLACE FUNCTION hold_bonus(p_member bigint, p_day date, p_cause text, p_by text, p_reason text, p_now timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_id bigint;
BEGIN
  IF person_of(p_by) IS NULL THEN RAISE EXCEPTION '% is nobody who can hold it', p_by USING ERRCODE = 'TA003'; END IF;
  INSERT INTO bonus_hold (member, day, cause, held_by, held_at, reason) VALUES (p_member, p_day, p_cause, p_by, p_now, p_reason)
    ON CONFLICT DO NOTHING RETURNING id INTO v_id;
  IF v_id IS NULL THEN RAISE EXCEPTION 'it is held already' USING ERRCODE = 'TB002'; END IF;
  RETURN v_id;
END $$;

-- Lets it go, once: by another person than who stopped it, so that nobody alone decides who is paid when.
CREATE OR REPLACE FUNCTION release_bonus_hold(p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE held bonus_hold;
BEGIN
  SELECT * INTO held FROM bonus_hold WHERE id = p_id FOR NO KEY UPDATE;
  IF held.id IS NULL OR held.released_at IS NOT NULL THEN RAISE EXCEPTION 'it is not held' USING ERRCODE = 'TA002'; END IF;
  IF person_of(p_by) IS NULL THEN RAISE EXCEPTION '% is nobody who can release it', p_by USING ERRCODE = 'TA003'; END IF;
  IF person_of(p_by) = person_of(held.held_by) THEN
    RAISE EXCEPTION 'somebody else has to release it' USING ERRCODE = 'TA001';
  END IF;
  UPDATE bonus_hold SET released_by = p_by, released_at = p_now, release_reason = p_reason WHERE id = p_id;
END $$;

-- Why a member's bonus of a day waits; NULL: nobody holds it. What is said of the member comes before what is said of the day.
CREATE OR REPLACE FUNCTION bonus_hold_of(p_member bigint, p_day date) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT cause FROM bonus_hold WHERE member = p_member AND released_at IS NULL),
                  (SELECT cause FROM bonus_hold WHERE day = p_day AND released_at IS NULL))
$$;

-- A hold stays as it was set; it is released once.
CREATE OR REPLACE FUNCTION bonus_hold_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.released_at IS NOT NULL OR to_jsonb(NEW) - '{released_by,released_at,release_reason}'::text[]
      <> to_jsonb(OLD) - '{released_by,released_at,release_reason}'::text[]
  THEN RAISE EXCEPTION 'a hold is released once, and is otherwise as it was' USING ERRCODE = 'TR009'; END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER bonus_hold_changes BEFORE UPDATE ON bonus_hold FOR EACH ROW EXECUTE FUNCTION bonus_hold_changes();
CREATE OR REPLACE TRIGGER bonus_hold_stays BEFORE DELETE ON bonus_hold FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bonus_hold_no_truncate BEFORE TRUNCATE ON bonus_hold EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION hold_bonus, release_bonus_hold, bonus_hold_of TO trellis_app;
