-- Seals: tamper evidence over closed ranges of journals, made in the background and never by a posting. Seal n covers
-- the journals recorded from the end of seal n - 1 up to its own, and its digest covers them, itself and the digest
-- before it. ledger/README.md documents the encoding; ledger/verification/sealCheck.ts computes the same without these.

-- The time before which nothing can be recorded any more.
--
-- A journal's time is read from the clock inside its transaction, so it is not before that transaction's start.
-- What is running now can therefore add only journals from its own start on; what starts to run after the clock
-- was read here, only journals from that reading on, less what the clock may be set back (the margin); and what has
-- ended is seen by every statement that begins after this function. That order matters: first the clock, then
-- who is running, then the caller's next statement. Readers count too: whether they will still write is not known.
CREATE OR REPLACE FUNCTION seal_horizon() RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_horizon timestamptz := product_now() - interval '10 seconds';
BEGIN
  PERFORM pg_stat_clear_snapshot();
  -- Who cannot see the others' transactions would take them for none.
  IF EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
               AND (query = '<insufficient privilege>' OR state = 'disabled')) THEN
    RAISE EXCEPTION USING ERRCODE = 'insufficient_privilege', MESSAGE = 'running transactions cannot be seen: '
      'the owner of the schema needs pg_read_all_stats, and track_activities be on';
  END IF;
  SELECT least(v_horizon, min(xact_start)) INTO v_horizon FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type <> 'autovacuum worker';
  -- A prepared transaction no longer says when it began.
  IF EXISTS (SELECT 1 FROM pg_prepared_xacts WHERE database = current_database()) THEN RETURN '-infinity'; END IF;
  RETURN v_horizon;
END $$;

-- Where a range of at most p_limit journals ends. It looks into windows that double, so that a step reads about
-- what it seals, however much waits behind it. Journals of one microsecond stay together.
CREATE OR REPLACE FUNCTION seal_range_end(p_from timestamptz, p_horizon timestamptz, p_limit integer)
RETURNS timestamptz LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  v_first timestamptz := p_from; v_width interval := interval '100 milliseconds'; v_until timestamptz; v_end timestamptz;
BEGIN
  IF p_from = '-infinity' THEN
    SELECT coalesce(min(recorded_at), p_horizon) INTO v_first FROM journal WHERE isfinite(recorded_at);
  END IF;
  LOOP
    v_until := least(v_first + v_width, p_horizon);
    SELECT recorded_at INTO v_end FROM journal WHERE recorded_at >= p_from AND recorded_at < v_until
      ORDER BY recorded_at OFFSET p_limit LIMIT 1;
    EXIT WHEN FOUND;
    IF v_until = p_horizon THEN RETURN p_horizon; END IF;
    v_width := v_width * 2;
  END LOOP;
  IF EXISTS (SELECT 1 FROM journal WHERE recorded_at >= p_from AND recorded_at < v_end) THEN RETURN v_end; END IF;
  RETURN v_end + interval '1 microsecond';
END $$;

-- Block ranges without a summary are read whole by every search for a time, and vacuum comes by only now and then. To
-- be called before many searches, in a transaction of its own; where vacuum is at work it is left to it.
CREATE OR REPLACE FUNCTION summarize_times() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  LOCK TABLE journal, posting IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
  PERFORM brin_summarize_new_values('journal_recorded_at'), brin_summarize_new_values('posting_recorded_at');
EXCEPTION WHEN lock_not_available THEN NULL;
END $$;

-- Makes the next seal, of at most p_limit journals. No row: nothing to seal, or another process is at it.
CREATE OR REPLACE FUNCTION seal_next(p_limit integer)
RETURNS TABLE (number bigint, up_to timestamptz, journals integer, digest bytea, more boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
-- Two periods of time, each read once: a look-up for each row would read the other as often.
SET enable_seqscan = off SET enable_nestloop = off AS $$
#variable_conflict use_column
DECLARE v_last journal_seal; v_new journal_seal; v_from timestamptz; v_horizon timestamptz; v_leaves bytea;
BEGIN
  -- Every statement below must see what was committed before it.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'seal_next needs read committed' USING ERRCODE = 'TR006';
  END IF;
  IF NOT pg_try_advisory_xact_lock(7703) THEN RETURN; END IF;
  v_horizon := seal_horizon();
  SELECT * INTO v_last FROM journal_seal ORDER BY number DESC LIMIT 1;
  v_from := coalesce(v_last.up_to, '-infinity');
  IF v_horizon <= v_from THEN RETURN; END IF;

  v_new.number := coalesce(v_last.number, 0) + 1;
  v_new.up_to := seal_range_end(v_from, v_horizon, least(greatest(p_limit, 1), 10000));
  WITH entry AS MATERIALIZED (
    SELECT p.journal, string_agg(
             digest_field(p.account::text) || digest_field(p.seq::text) || digest_field(p.amount::text)
             || digest_field(p.balance_after::text) || digest_field(digest_time(p.recorded_at)),
             '' ORDER BY p.account, p.seq) AS postings
      FROM posting p WHERE p.recorded_at >= v_from AND p.recorded_at < v_new.up_to GROUP BY p.journal)
  SELECT count(*), string_agg(sha256(convert_to(
             digest_field(j.owner::text) || digest_field(j.key) || digest_field(j.id::text)
             || digest_field(encode(j.request_hash, 'hex')) || digest_field(j.kind) || digest_field(j.memo::text)
             || digest_field(digest_time(j.recorded_at)) || coalesce(entry.postings, ''), 'UTF8')),
           '' ORDER BY j.recorded_at, j.owner, j.key COLLATE "C")
    INTO v_new.journals, v_leaves
    FROM journal j LEFT JOIN entry ON entry.journal = j.id
    WHERE j.recorded_at >= v_from AND j.recorded_at < v_new.up_to;
  IF v_new.journals = 0 THEN RETURN; END IF;
  v_new.sealed_at := product_now();
  v_new.digest := sha256(convert_to(
    digest_field('trellis seal 1') || digest_field(v_new.number::text) || digest_field(digest_time(v_new.up_to))
    || digest_field(v_new.journals::text) || digest_field(digest_time(v_new.sealed_at))
    || digest_field(coalesce(encode(v_last.digest, 'hex'), '')), 'UTF8') || v_leaves);
  INSERT INTO journal_seal (number, up_to, journals, sealed_at, digest)
    VALUES (v_new.number, v_new.up_to, v_new.journals, v_new.sealed_at, v_new.digest);
  RETURN QUERY SELECT v_new.number, v_new.up_to, v_new.journals, v_new.digest, v_new.up_to < v_horizon;
END $$;

CREATE OR REPLACE TRIGGER journal_seal_append_only BEFORE UPDATE OR DELETE ON journal_seal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_seal_no_truncate BEFORE TRUNCATE ON journal_seal EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION summarize_times, seal_next TO trellis_app;
