-- Announcements to members: one asks, another approves, one recalls. Errors are TN….

-- Whether a text is there in all four languages.
CREATE OR REPLACE FUNCTION is_whole_announcement(p_texts jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT bool_and(coalesce(p_texts -> language ->> 'title', '') ~ '[^[:space:]]'
      AND coalesce(p_texts -> language ->> 'text', '') ~ '[^[:space:]]')
    FROM unnest(ARRAY['en', 'jp', 'zh', 'ko']) AS language
$$;

-- Who has opened a feature after this day uses it: within 90 days.
CREATE OR REPLACE FUNCTION feature_used_after(p_now timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_now AT TIME ZONE 'UTC')::date - 90
$$;
GRANT EXECUTE ON FUNCTION feature_used_after TO trellis_app;

-- What is approved of an announcement: with another word, to others, or at another time it is none. Without a feature it is
-- what it was before there were any.
CREATE OR REPLACE FUNCTION announcement_payload(p_of announcement) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('texts', (p_of).texts, 'country', (p_of).country,
    'from', (extract(epoch FROM (p_of).starts_at) * 1000000)::bigint,
    'until', (extract(epoch FROM (p_of).ends_at) * 1000000)::bigint)
    || CASE WHEN (p_of).feature IS NULL THEN '{}' ELSE jsonb_build_object('feature', (p_of).feature) END
$$;

-- Asks for an announcement, for which somebody else has a day. TN001: it is not whole in four languages. TN002: it is over
-- before it begins. TA004: as any approval.
CREATE OR REPLACE FUNCTION ask_announcement(p_texts jsonb, p_country text, p_feature text, p_from timestamptz,
                                            p_until timestamptz, p_by text, p_reason text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE created announcement;
BEGIN
  IF is_whole_announcement(p_texts) IS NOT TRUE THEN
    RAISE EXCEPTION 'it is not whole in every language' USING ERRCODE = 'TN001';
  END IF;
  IF p_until <= greatest(p_from, p_now) THEN RAISE EXCEPTION 'it is over' USING ERRCODE = 'TN002'; END IF;
  INSERT INTO announcement (texts, country, feature, starts_at, ends_at, requested_by, requested_at, reason, expires_at)
    VALUES (p_texts, p_country, p_feature, p_from, p_until, p_by, p_now, p_reason, p_now + interval '24 hours')
    RETURNING * INTO created;
  INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('announcement.publish', created.id::text, announcement_payload(created), 1, p_by, p_now, p_reason,
            created.expires_at);
  RETURN created.id;
END $$;

-- The second person's approval: from its beginning on it is shown. TN002: it is over. TA001 to TA005: as any approval.
CREATE OR REPLACE FUNCTION approve_announcement(p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE made announcement; request approval;
BEGIN
  SELECT * INTO made FROM announcement WHERE id = p_id FOR UPDATE;
  request := use_approval('announcement.publish', request_for('announcement.publish', p_id), p_by, p_reason, p_now);
  IF request.payload <> announcement_payload(made) THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  IF made.ends_at <= p_now THEN RAISE EXCEPTION 'it is over' USING ERRCODE = 'TN002'; END IF;
  UPDATE announcement SET approved_by = p_by, approved_at = p_now WHERE id = p_id;
END $$;

-- One person takes it back, at once and for good. TN003: it was never shown, was taken back, or is over.
CREATE OR REPLACE FUNCTION recall_announcement(p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT is_owners_session() AND p_by NOT LIKE 'command:%' AND may_approve('announcement.publish', p_by, true) IS NOT TRUE
  THEN RAISE EXCEPTION '% may not recall it', p_by USING ERRCODE = 'TA004'; END IF;
  UPDATE announcement SET recalled_by = p_by, recalled_at = p_now, recall_reason = p_reason
    WHERE id = p_id AND approved_at IS NOT NULL AND recalled_at IS NULL AND ends_at > p_now;
  IF NOT FOUND THEN RAISE EXCEPTION 'there is nothing to recall' USING ERRCODE = 'TN003'; END IF;
END $$;

-- What was asked for stays as it is; it is approved once, and recalled once.
CREATE OR REPLACE TRIGGER announcement_fixed BEFORE UPDATE ON announcement FOR EACH ROW
  WHEN (OLD.recalled_at IS NOT NULL OR (OLD.approved_at IS NOT NULL AND NEW.approved_at IS DISTINCT FROM OLD.approved_at)
    OR to_jsonb(OLD) - '{approved_by,approved_at,recalled_by,recalled_at,recall_reason}'::text[]
      <> to_jsonb(NEW) - '{approved_by,approved_at,recalled_by,recalled_at,recall_reason}'::text[])
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER announcement_kept BEFORE DELETE ON announcement FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER announcement_no_truncate BEFORE TRUNCATE ON announcement EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION
  ask_announcement(jsonb, text, text, timestamptz, timestamptz, text, text, timestamptz),
  approve_announcement, recall_announcement TO trellis_app;
