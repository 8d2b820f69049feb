-- What waits for the jobs that take their work from a queue, as operators see it. Counted up to 10,000.
-- As the owner, who alone reads the notices' mark.
CREATE OR REPLACE FUNCTION job_queues() RETURNS TABLE (job text, waiting integer, oldest_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
  SELECT 'mail', count(*)::integer, min(created_at) FROM (
    SELECT created_at FROM outbox_mail WHERE sent_at IS NULL AND dead_at IS NULL ORDER BY priority, due_at LIMIT 10000) AS mail
  UNION ALL
  SELECT 'push', count(*)::integer, min(created_at) FROM (
    SELECT created_at FROM outbox_push ORDER BY priority, due_at LIMIT 10000) AS push
  UNION ALL
  SELECT 'transfer notices', count(*)::integer, min(recorded_at) FROM (
    SELECT recorded_at FROM journal
     WHERE kind = 'transfer' AND recorded_at >= (SELECT greatest(looked_to, up_to) FROM notice_mark WHERE source = 'transfer')
     LIMIT 10000) AS transfer
  UNION ALL
  -- Members who have not been notified yet, and since when there is something to notify them of.
  SELECT 'terms notices', count(*)::integer, min(published_at) FROM (
    SELECT d.published_at FROM terms_notice n JOIN terms_document d USING (publication) JOIN member m ON m.id > n.up_to
     WHERE n.done_at IS NULL LIMIT 10000) AS unnotified
  UNION ALL
  SELECT 'factor resets', count(*)::integer, min(due_at) FROM (
    SELECT due_at FROM factor_reset WHERE outcome IS NULL AND due_at <= product_now() LIMIT 10000) AS reset
  UNION ALL
  -- Those of the last seconds cannot be sealed yet.
  SELECT 'seal', count(*)::integer, min(recorded_at) FROM (
    SELECT recorded_at FROM journal
     WHERE recorded_at >= (SELECT coalesce(max(up_to), '-infinity') FROM journal_seal) LIMIT 10000) AS unsealed
$$;

-- A process says that it is there, and takes the role where nobody has it. One that would hold for longer than it can was
-- written before the clock went back, and is over.
CREATE OR REPLACE FUNCTION ask_for_role(p_process uuid, p_role text, p_gone_ms double precision,
  OUT held boolean, OUT others integer, OUT home boolean) LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := clock_timestamp(); v_gone interval := p_gone_ms * interval '1 millisecond';
BEGIN
  INSERT INTO process (id, role, seen_at) VALUES (p_process, p_role, v_now)
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at;
  home := is_home();
  IF home THEN
    INSERT INTO role_lease AS l (role, holder, until) VALUES (p_role, p_process, v_now + v_gone)
      ON CONFLICT (role) DO UPDATE SET holder = excluded.holder, until = excluded.until
        WHERE l.holder = excluded.holder OR l.until NOT BETWEEN v_now AND excluded.until;
  END IF;
  held := home AND FOUND;
  SELECT count(*) INTO others FROM process WHERE role = p_role AND id <> p_process AND seen_at > v_now - v_gone;
END $$;

-- Takes a scheduled run, if it is due; null where it is not. What is due after p_latest was written by a wrong clock.
CREATE OR REPLACE FUNCTION claim_job(p_name text, p_now timestamptz, p_until timestamptz, p_latest timestamptz)
RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO job AS j (name, next_try_at) VALUES (p_name, p_until)
    ON CONFLICT (name) DO UPDATE SET next_try_at = excluded.next_try_at
      WHERE j.next_try_at IS NULL OR j.next_try_at <= p_now OR j.next_try_at > p_latest;
  RETURN CASE WHEN FOUND THEN p_now END;
END $$;

-- Notes a failure. Returns whether it has failed since p_alarming, and nobody was notified.
CREATE OR REPLACE FUNCTION job_failed(p_name text, p_now timestamptz, p_next timestamptz, p_alarming timestamptz, p_error text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_alarmed_at timestamptz;
BEGIN
  INSERT INTO job AS j (name, last_failed_at, failing_since, failures, next_try_at, last_error)
    VALUES (p_name, p_now, p_now, 1, p_next, p_error)
    ON CONFLICT (name) DO UPDATE SET last_failed_at = excluded.last_failed_at,
      failing_since = coalesce(j.failing_since, excluded.failing_since), failures = j.failures + 1,
      next_try_at = excluded.next_try_at, last_error = excluded.last_error,
      alarmed_at = CASE WHEN j.failing_since <= p_alarming THEN coalesce(j.alarmed_at, excluded.last_failed_at) ELSE j.alarmed_at END
    RETURNING alarmed_at INTO v_alarmed_at;
  RETURN v_alarmed_at IS NOT DISTINCT FROM p_now;
END $$;

GRANT EXECUTE ON FUNCTION job_queues, ask_for_role, claim_job, job_failed TO trellis_app;
