-- Corrections: one treasurer asks for what a member gets out of the pool beside their bonus, or gives back into it, and why, as far
-- as the member is told; another says yes, and then it is posted. Closed days stay as they were. Errors are TA…, and TR001: member or pool has not so much.

-- What is approved.
CREATE OR REPLACE FUNCTION bonus_correction_payload(p_asked bonus_correction) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('member', (p_asked).member, 'amount', (p_asked).amount, 'cause', (p_asked).cause)
$$;

CREATE OR REPLACE FUNCTION bonus_correction_key(p_id bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'bonus-correction:' || p_id
$$;

-- What concerns one member comes one after the other, by the member's row.

-- Asks for it; somebody else has a day to say yes. Of a member one waits at a time: a later one takes its place, so that what is
-- asked for twice is done once.
CREATE OR REPLACE FUNCTION ask_bonus_correction(p_member bigint, p_amount bigint, p_cause text, p_by text, p_reason text,
                                                p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked bonus_correction;
BEGIN
  PERFORM 1 FROM member WHERE id = p_member FOR NO KEY UPDATE;
  PERFORM close_approvals('bonus.correct', id::text, p_now) FROM bonus_correction WHERE member = p_member AND expires_at > p_now;
  INSERT INTO bonus_correction (member, amount, cause, requested_by, requested_at, reason, expires_at)
    VALUES (p_member, p_amount, p_cause, p_by, p_now, p_reason, p_now + interval '24 hours') RETURNING * INTO asked;
  INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('bonus.correct', asked.id::text, payload_digest(bonus_correction_payload(asked)), 1, p_by, p_now, p_reason,
            asked.expires_at);
  RETURN asked.id;
END $$;

-- For processes of the version before causes. To be taken out with the next one.
CREATE OR REPLACE FUNCTION ask_bonus_correction(p_member bigint, p_amount bigint, p_by text, p_reason text, p_now timestamptz)
RETURNS bigint LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT ask_bonus_correction(p_member, p_amount, 'other', p_by, p_reason, p_now)
$$;

-- The second person's yes: posted at once, under a key of its own, as USDP with their backing. TA002: it is not there, waits for
-- nobody, or has waited for too long. Two that are one are TA001.
CREATE OR REPLACE FUNCTION approve_bonus_correction(p_id bigint, p_journal uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked bonus_correction; v_approval bigint;
BEGIN
  SELECT * INTO asked FROM bonus_correction WHERE id = p_id;
  PERFORM 1 FROM member WHERE id = asked.member FOR NO KEY UPDATE;
  v_approval := yes_to('bonus.correct', p_id::text, bonus_correction_payload(asked), asked.requested_by, p_by, p_reason, p_now);
  IF v_approval IS NULL THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approval(v_approval, p_now);
  PERFORM post_journal(p_journal, asked.member, bonus_correction_key(p_id),
    sha256(convert_to(bonus_correction_payload(asked)::text, 'UTF8')), 'bonus_correction',
    jsonb_build_object('correction', p_id::text, 'cause', asked.cause), ARRAY[asked.member * 1000 + 121, 221, 301, 603]::bigint[],
    ARRAY[asked.amount, -asked.amount, asked.amount, -asked.amount], NULL, NULL, NULL);
END $$;

-- Each that was asked for, and what came of it by a time.
CREATE OR REPLACE FUNCTION bonus_corrections_at(p_at timestamptz)
RETURNS TABLE (id bigint, username text, amount bigint, requested_by text, requested_at timestamptz, reason text,
               expires_at timestamptz, state text, approved_by text, posted_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT c.id, m.username, c.amount, c.requested_by, c.requested_at, c.reason, c.expires_at,
      CASE WHEN j.id IS NOT NULL THEN 'posted' WHEN a.closed_at IS NOT NULL THEN 'replaced'
           WHEN c.expires_at <= p_at THEN 'lapsed' ELSE 'waiting' END,
      g.actor, j.recorded_at
    FROM bonus_correction c
    JOIN member m ON m.id = c.member
    JOIN approval a ON a.action = 'bonus.correct' AND a.subject = c.id::text
    LEFT JOIN journal j ON j.owner = c.member AND j.key = bonus_correction_key(c.id)
    LEFT JOIN approval_given g ON g.approval = a.id AND j.id IS NOT NULL
$$;

CREATE OR REPLACE TRIGGER bonus_correction_append_only BEFORE UPDATE OR DELETE ON bonus_correction
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bonus_correction_no_truncate BEFORE TRUNCATE ON bonus_correction EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION ask_bonus_correction(bigint, bigint, text, text, text, timestamptz),
  ask_bonus_correction(bigint, bigint, text, text, timestamptz), approve_bonus_correction, bonus_corrections_at, bonus_correction_key TO trellis_app;
