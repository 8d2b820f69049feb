-- How long is kept what need not be for ever: rows for which `condition` holds are forgotten. $1 is the product's time.
-- Every other table says in its comment why it is kept.
CREATE OR REPLACE VIEW retention AS SELECT * FROM (VALUES
  ('session', $$created_at < $1 - interval '30 days'$$, 'ended for weeks; none lives longer than a day'),
  ('operator_session', $$created_at < $1 - interval '30 days'$$, 'ended for weeks'),
  ('operator_enrolment', $$expires_at < $1 - interval '30 days'$$, 'a link that opens nothing any more'),
  -- Without a digest it is a closed key. By real time, in which it is written: in development the product's may be months ahead.
  ('stored_answer', $$created_at < now() - interval '400 days' OR created_at < now() - interval '90 days' AND status >= 400
     OR created_at < now() - interval '2 days' AND request_hash = ''$$,
   'no client sends a call again after so long; money is once by its journal'),
  ('mailed_code', $$expires_at < $1 - interval '2 days'$$, 'expired, and counted for no day any more'),
  ('login_failure', $$window_start < $1 - interval '2 days' AND coalesce(blocked_until, '-infinity') < $1$$,
   'counted in no window any more'),
  ('rate_limit', $$expire < extract(epoch FROM $1) * 1000 - 86400000$$, 'counted in no window any more'),
  ('passkey_challenge', $$expires_at < $1 - interval '1 day'$$, 'expired'),
  ('google_binding', $$started_at < $1 - interval '1 day'$$, 'begun and never finished'),
  ('freeze_link', $$expires_at < $1 - interval '30 days'$$, 'expired'),
  ('member_device', $$last_seen_at < $1 - interval '400 days'$$, 'longer than a browser keeps its cookie'),
  ('push_subscription', $$seen_at < $1 - interval '400 days'$$, 'as the device'),
  ('outbox_push', $$created_at < $1 - interval '28 days'$$, 'no news any more'),
  ('outbox_mail', $$sent_at < $1 - interval '30 days' OR dropped_at < $1 - interval '30 days'$$,
   'sent; links and codes stand in it'),
  -- A consumed one is the record of what was promised: the verifier compares the exchange with it for as long as that stands.
  ('exchange_quote', $$consumed_by IS NULL AND expires_at < $1 - interval '30 days'$$, 'expired, and nothing was exchanged'),
  ('notice', $$created_at < $1 - interval '400 days'$$, 'a year and a month; what it was about is kept'),
  ('security_event', $$at < $1 - interval '400 days'$$, 'a year and a month'),
  ('refused_call', $$last_at < $1 - interval '400 days'$$, 'a year and a month after the last'),
  ('coverage_day', $$day < ($1 AT TIME ZONE 'UTC')::date - 400$$, 'a year and a month; the console shows the last 30 days'),
  -- By real time as well.
  ('process', $$seen_at < now() - interval '1 day'$$, 'ended without saying so')
) AS list (name, condition, reason);

-- Forgets a bounded number of rows of each. Nobody waits for it: what is locked is left for the next time.
CREATE OR REPLACE FUNCTION forget_old(p_most integer) RETURNS TABLE (name text, forgotten integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_now timestamptz := product_now(); v_rule retention;
BEGIN
  FOR v_rule IN SELECT * FROM retention LOOP
    EXECUTE format('DELETE FROM %1$I WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$I WHERE %2$s LIMIT $2 FOR UPDATE SKIP LOCKED))',
                   v_rule.name, v_rule.condition)
      USING v_now, p_most;
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    name := v_rule.name;
    IF forgotten > 0 THEN RETURN NEXT; END IF;
  END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION forget_old TO trellis_app;
