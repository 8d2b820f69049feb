-- What waits for the jobs that take their work from a queue, as operators see it. Counted up to 10,000.
-- As the owner, who alone reads the notices' mark.
CREATE OR REPLACE FUNCTION job_queues() RETURNS TABLE (job text, waiting integer, oldest_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
  SELECT 'mail', count(*)::integer, min(created_at) FROM (
    SELECT created_at FROM outbox_mail WHERE sent_at IS NULL AND dead_at IS NULL ORDER BY priority, due_at LIMIT 10000) AS mail
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

GRANT EXECUTE ON FUNCTION job_queues TO trellis_app;
