-- Erasure of a member at their own request: one operator asks, another approves, and then who they were is forgotten. What the books
-- keep of them is docs/erasure.md. Errors are TA…, and TE011 to TE017: money is there or on its way, or it was done.

-- Refuses while anything of theirs is there, or could still come to them. TE011: a withdrawal is open. TE012: a deposit is not
-- credited yet. TE013: a package runs. TE014: a stake runs. TE015: a bonus is not paid yet. TE016: a balance or a hold is left.
-- TE017: they are erased.
CREATE OR REPLACE FUNCTION check_erasable(p_member bigint) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM member WHERE id = p_member AND erased_at IS NOT NULL) THEN
    RAISE EXCEPTION 'this member is erased' USING ERRCODE = 'TE017';
  END IF;
  IF EXISTS (SELECT 1 FROM withdrawal WHERE member = p_member AND status = 'pending_review') THEN
    RAISE EXCEPTION 'a withdrawal is open' USING ERRCODE = 'TE011';
  END IF;
  IF EXISTS (SELECT 1 FROM deposit_transfer WHERE member_id = p_member AND state NOT IN ('credited', 'returned'))
    OR EXISTS (SELECT 1 FROM deposit_preview WHERE member_id = p_member) THEN
    RAISE EXCEPTION 'a deposit is not credited' USING ERRCODE = 'TE012';
  END IF;
  IF EXISTS (SELECT 1 FROM package_loop WHERE member = p_member AND released_by IS NULL AND NOT cancelled) THEN
    RAISE EXCEPTION 'a package runs' USING ERRCODE = 'TE013';
  END IF;
  IF EXISTS (SELECT 1 FROM stake WHERE member = p_member AND state <> 'ended') THEN
    RAISE EXCEPTION 'a stake runs' USING ERRCODE = 'TE014';
  END IF;
  IF EXISTS (SELECT 1 FROM bonus_line WHERE member = p_member AND paid > 0 AND paid_by IS NULL) THEN
    RAISE EXCEPTION 'a bonus is not paid' USING ERRCODE = 'TE015';
  END IF;
  IF EXISTS (SELECT 1 FROM account WHERE owner = p_member AND balance <> 0)
    OR EXISTS (SELECT 1 FROM money_hold WHERE owner = p_member AND state = 'open') THEN
    RAISE EXCEPTION 'a balance is left' USING ERRCODE = 'TE016';
  END IF;
END $$;

-- A name that nobody had, and that says nothing of the one before: nine digits by chance.
CREATE OR REPLACE FUNCTION new_erased_name() RETURNS text
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_name text;
BEGIN
  LOOP
    v_name := 'erased' || lpad((('x' || left(md5(gen_random_uuid()::text), 12))::bit(48)::bigint % 1000000000)::text, 9, '0');
    IF NOT EXISTS (SELECT 1 FROM member WHERE username_key = v_name) THEN RETURN v_name; END IF;
  END LOOP;
END $$;

-- Does what was asked for as { member }, with another person's approval. There is no way back. TE011 to TE017 as above.
CREATE OR REPLACE FUNCTION erase_member(p_request bigint, p_by text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE present member; request approval; v_name text := new_erased_name();
BEGIN
  SELECT m.* INTO present FROM member m JOIN approval a ON m.id = (a.payload ->> 'member')::bigint WHERE a.id = p_request FOR UPDATE OF m;
  request := use_approval('member.erase', p_request, p_by, p_reason, p_now);
  -- What is posted to them at this moment comes before this and is seen below, or after it.
  PERFORM 1 FROM account WHERE owner = present.id ORDER BY id FOR UPDATE;
  PERFORM check_erasable(present.id);

  DELETE FROM session WHERE member_id = present.id;
  DELETE FROM member_device WHERE member_id = present.id;
  DELETE FROM push_subscription WHERE member_id = present.id;
  DELETE FROM passkey WHERE member_id = present.id;
  DELETE FROM passkey_challenge WHERE member_id = present.id;
  DELETE FROM google_binding WHERE member_id = present.id;
  DELETE FROM recovery_code WHERE member_id = present.id;
  DELETE FROM freeze_link WHERE member_id = present.id;
  DELETE FROM factor_reset_link WHERE reset IN (SELECT id FROM factor_reset WHERE member = present.id);
  DELETE FROM mailed_code WHERE email_key = present.email_key;
  DELETE FROM outbox_mail WHERE lower(recipient) = present.email_key;
  DELETE FROM notice WHERE member = present.id;
  DELETE FROM book_address WHERE member_id = present.id;
  DELETE FROM stored_answer WHERE owner = present.id;
  DELETE FROM feature_use WHERE member = present.id;
  UPDATE security_event SET network = '', user_agent = '' WHERE member_id = present.id;
  UPDATE inquiry_message SET text = '[erased]' WHERE inquiry IN (SELECT id FROM inquiry WHERE member = present.id);
  -- Others were notified by their name of what they sent: that name is what it is now.
  UPDATE notice n SET params = jsonb_set(n.params, '{sender}', to_jsonb(v_name)) FROM journal j
    WHERE j.owner = present.id AND j.kind = 'transfer' AND n.journal = j.id AND n.params ? 'sender';
  UPDATE member SET erased_at = p_now, username = v_name, username_key = v_name, email = v_name || '@erased.invalid',
      email_key = v_name || '@erased.invalid', password_hash = '', invitation_code = v_name, google_secret = NULL, google_key = NULL,
      google_step = 0, google_bound_at = NULL, guesses = 0, locked_until = NULL, lock_cause = NULL, anti_phishing_code = NULL,
      time_zone = NULL, country = NULL
    WHERE id = present.id;
END $$;

GRANT EXECUTE ON FUNCTION check_erasable, erase_member TO trellis_app;
