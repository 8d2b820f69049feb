-- Funding of the pools that rewards are promised from: one treasurer asks, another says yes, and then it is posted. What a pool
-- holds is what nothing is promised from yet, so no more can be taken out. Errors are TA…, and TR001: it does not hold so much.

-- What is approved.
CREATE OR REPLACE FUNCTION pool_funding_payload(p_funding pool_funding) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('pool', (p_funding).pool, 'amount', (p_funding).amount)
$$;

CREATE OR REPLACE FUNCTION pool_funding_key(p_id bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'pool-funding:' || p_id
$$;

-- What concerns one pool comes one after the other, by the row of its kind: its account is locked only when it is posted to.

-- Asks for it; somebody else has a day to say yes. Of a pool one waits at a time: a later one takes its place, so that what
-- is asked for twice is done once.
CREATE OR REPLACE FUNCTION ask_pool_funding(p_pool integer, p_amount bigint, p_by text, p_reason text, p_now timestamptz)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked pool_funding;
BEGIN
  PERFORM 1 FROM account_kind WHERE code = p_pool FOR NO KEY UPDATE;
  PERFORM close_approvals('pool.fund', id::text, p_now) FROM pool_funding WHERE pool = p_pool AND expires_at > p_now;
  INSERT INTO pool_funding (pool, amount, requested_by, requested_at, reason, expires_at)
    VALUES (p_pool, p_amount, p_by, p_now, p_reason, p_now + interval '24 hours') RETURNING * INTO asked;
  INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('pool.fund', asked.id::text, payload_digest(pool_funding_payload(asked)), 1, p_by, p_now, p_reason,
            asked.expires_at);
  RETURN asked.id;
END $$;

-- The second person's yes: posted at once, under a key of its own. TA002: it is not there, waits for nobody, or has waited for
-- too long. Two that are one are TA001.
CREATE OR REPLACE FUNCTION approve_pool_funding(p_id bigint, p_journal uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked pool_funding; v_approval bigint;
BEGIN
  SELECT * INTO asked FROM pool_funding WHERE id = p_id;
  PERFORM 1 FROM account_kind WHERE code = asked.pool FOR NO KEY UPDATE;
  v_approval := yes_to('pool.fund', p_id::text, pool_funding_payload(asked), asked.requested_by, p_by, p_reason, p_now);
  IF v_approval IS NULL THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approval(v_approval, p_now);
  PERFORM post_journal(p_journal, 0, pool_funding_key(p_id), sha256(convert_to(pool_funding_payload(asked)::text, 'UTF8')),
    'pool_funding', jsonb_build_object('funding', p_id::text), ARRAY[201, asked.pool]::bigint[], ARRAY[-asked.amount, asked.amount],
    NULL, NULL, NULL);
END $$;

-- Each that was asked for, and what came of it by a time.
CREATE OR REPLACE FUNCTION pool_fundings_at(p_at timestamptz)
RETURNS TABLE (id bigint, pool integer, amount bigint, requested_by text, requested_at timestamptz, reason text,
               expires_at timestamptz, state text, approved_by text, posted_at timestamptz) LANGUAGE sql STABLE AS $$
  SELECT f.id, f.pool, f.amount, f.requested_by, f.requested_at, f.reason, f.expires_at,
      CASE WHEN j.id IS NOT NULL THEN 'posted' WHEN a.closed_at IS NOT NULL THEN 'replaced'
           WHEN f.expires_at <= p_at THEN 'lapsed' ELSE 'waiting' END,
      g.actor, j.recorded_at
    FROM pool_funding f
    JOIN approval a ON a.action = 'pool.fund' AND a.subject = f.id::text
    LEFT JOIN journal j ON j.owner = 0 AND j.key = pool_funding_key(f.id)
    LEFT JOIN approval_given g ON g.approval = a.id AND j.id IS NOT NULL
$$;

CREATE OR REPLACE TRIGGER pool_funding_append_only BEFORE UPDATE OR DELETE ON pool_funding
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER pool_funding_no_truncate BEFORE TRUNCATE ON pool_funding EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION ask_pool_funding, approve_pool_funding, pool_fundings_at, pool_funding_key TO trellis_app;
