import type { Migration } from './migration.ts';

/**
 * Many journals in one call. The batch takes what is beyond doubt; everything else it leaves alone, for `post` to
 * judge. So it may be strict where that is cheap, and never has to explain a refusal.
 */
export const batch: Migration = {
  name: '010-batch',
  sql: `
    -- Plans are kept as long as a connection lives. One made while a table was nearly empty reads it as a whole, and
    -- would go on doing so as the table grows.
    ALTER FUNCTION post SET enable_seqscan = off;

    -- The advisory lock that stands for an idempotency key while a call with it is under way.
    CREATE FUNCTION idempotency_lock(p_owner bigint, p_key text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT hashtextextended(p_key, p_owner) $$;

    -- Posts those journals of a batch that post would accept for certain, and returns their places (from 1), the one
    -- time they share, and the balance after each leg. Neither returned nor posted is a journal
    --   whose key is in flight elsewhere, or was answered or posted before;
    --   with legs out of lock order, not summing to zero in one unit, or naming an account that does not exist yet;
    --   that its accounts could not pay out of what they held before: what comes in with the batch does not count;
    --   that is counted against a limit which does not allow all that its owner does in this batch.
    -- Legs come flattened, journal by journal: the place of their journal, account, amount. A key stands in a batch once.
    -- Errors: TR002 a journal without legs, TR006 wrong isolation level, 23505 a key twice. Nothing was posted then.
    CREATE FUNCTION post_batch(
      p_ids uuid[], p_owners bigint[], p_keys text[], p_hashes bytea[], p_kinds text[], p_memos jsonb[],
      p_limits text[], p_limit_units text[], p_limit_amounts bigint[],
      p_places integer[], p_accounts bigint[], p_amounts bigint[])
    RETURNS TABLE (place integer, at timestamptz, balances bigint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
    #variable_conflict use_column
    DECLARE
      v_claimed boolean[]; v_certain boolean[]; v_at timestamptz;
      -- The locked accounts. Nobody moves a locked row, so its ctid finds it again without the index.
      v_ids bigint[]; v_units text[]; v_balances bigint[]; v_floors bigint[]; v_seqs bigint[]; v_ctids tid[];
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'post_batch needs read committed' USING ERRCODE = 'TR006';
      END IF;

      -- Locks first, and verdicts in later statements: their snapshots show what those left whom we waited for.
      v_claimed := ARRAY(
        SELECT pg_try_advisory_xact_lock(idempotency_lock(owner, key)) FROM unnest(p_owners, p_keys) AS request (owner, key));
      SELECT array_agg(id), array_agg(unit), array_agg(balance), array_agg(floor), array_agg(seq), array_agg(ctid)
        INTO v_ids, v_units, v_balances, v_floors, v_seqs, v_ctids
        FROM (SELECT a.id, k.unit, a.balance, a.floor, a.seq, a.ctid FROM account a JOIN account_kind k USING (code)
                WHERE a.id = ANY (p_accounts) ORDER BY a.id < 1000, a.id FOR NO KEY UPDATE OF a) locked;
      -- After the locks: within one account, time and sequence then agree.
      v_at := clock_timestamp();

      v_certain := ARRAY(
        WITH leg AS (
          SELECT l.place, l.amount, a.unit,
                 (p_places[line - 1], p_accounts[line - 1] < 1000, p_accounts[line - 1])
                   < (l.place, l.account < 1000, l.account) IS NOT FALSE AS ordered,
                 l.amount > 0 OR a.balance + sum(least(l.amount, 0)) OVER (PARTITION BY l.account ORDER BY l.line) >= a.floor AS funded
            FROM unnest(p_places, p_accounts, p_amounts) WITH ORDINALITY AS l (place, account, amount, line)
            LEFT JOIN unnest(v_ids, v_units, v_balances, v_floors) AS a (id, unit, balance, floor) ON a.id = l.account)
        SELECT v_claimed[place]
            AND count(*) > 1 AND bool_and(ordered AND funded)
            AND sum(amount) = 0 AND count(unit) = count(*) AND min(unit) = max(unit)
            -- Not NOT EXISTS: that may be planned as a hash of the whole table.
            AND (SELECT s.status FROM stored_answer s WHERE s.owner = p_owners[place] AND s.key = p_keys[place]) IS NULL
            AND (SELECT j.id FROM journal j WHERE j.owner = p_owners[place] AND j.key = p_keys[place]) IS NULL
          FROM leg GROUP BY place ORDER BY place);
      IF cardinality(v_certain) <> cardinality(p_ids) THEN
        RAISE EXCEPTION 'a journal without legs' USING ERRCODE = 'TR002';
      END IF;

      -- Counts and checks in one statement: a limit holds whoever else counts against it.
      WITH rule AS MATERIALIZED (
        SELECT DISTINCT ON (operation, unit) * FROM money_limit
          WHERE effective_from <= v_at ORDER BY operation, unit, effective_from DESC
      ), counted AS (
        INSERT INTO limit_usage AS u (owner, operation, unit, day, used)
          SELECT owner, operation, unit, (v_at AT TIME ZONE 'UTC')::date, sum(amount)::bigint
            FROM unnest(p_owners, p_limits, p_limit_units, p_limit_amounts, v_certain)
              AS request (owner, operation, unit, amount, certain)
            JOIN rule USING (operation, unit)
            WHERE certain GROUP BY owner, operation, unit
            HAVING bool_and(amount BETWEEN minimum AND maximum) AND sum(amount) <= min(day_maximum)
          ON CONFLICT (owner, operation, unit, day) DO UPDATE SET used = u.used + excluded.used
            WHERE u.used + excluded.used <= (SELECT day_maximum FROM rule r WHERE r.operation = u.operation AND r.unit = u.unit)
          RETURNING owner, operation, unit
      )
      SELECT array_agg(certain AND (operation IS NULL OR
            (owner, operation, unit) IN (SELECT owner, operation, unit FROM counted)) ORDER BY n) INTO v_certain
        FROM unnest(p_owners, p_limits, p_limit_units, v_certain) WITH ORDINALITY AS request (owner, operation, unit, certain, n);

      RETURN QUERY
      WITH made AS (
        INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
          SELECT owner, key, id, hash, kind, memo, v_at
            FROM unnest(p_ids, p_owners, p_keys, p_hashes, p_kinds, p_memos, v_certain)
              AS request (id, owner, key, hash, kind, memo, certain)
            WHERE certain
      ), entry AS MATERIALIZED (
        SELECT l.place, l.line, l.account, l.amount, a.ctid,
               a.seq + row_number() OVER history AS seq, (a.balance + sum(l.amount) OVER history)::bigint AS balance
          FROM unnest(p_places, p_accounts, p_amounts) WITH ORDINALITY AS l (place, account, amount, line)
          JOIN unnest(v_ids, v_balances, v_seqs, v_ctids) AS a (id, balance, seq, ctid) ON a.id = l.account
          WHERE v_certain[l.place]
          WINDOW history AS (PARTITION BY l.account ORDER BY l.line)
      ), moved AS (
        UPDATE account a SET balance = last.balance, seq = last.seq
          FROM (SELECT DISTINCT ON (account) ctid, balance, seq FROM entry ORDER BY account, seq DESC) last
          WHERE a.ctid = last.ctid
      ), written AS (
        INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
          SELECT account, seq, p_ids[place], amount, balance, v_at FROM entry
      )
      SELECT place, v_at, array_agg(balance ORDER BY line) FROM entry GROUP BY place;
    END $$;

    -- The same for a single journal, which is not worth a batch: post, if its key is free; else no row.
    -- Errors: as post.
    CREATE FUNCTION post_if_free(
      p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
      p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint)
    RETURNS TABLE (journal_id uuid, replayed boolean, at timestamptz, balances bigint[])
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
    BEGIN
      IF NOT pg_try_advisory_xact_lock(idempotency_lock(p_owner, p_key)) THEN RETURN; END IF;
      IF journal_exists(p_owner, p_key) OR EXISTS (SELECT 1 FROM stored_answer WHERE owner = p_owner AND key = p_key)
      THEN RETURN; END IF;
      RETURN QUERY SELECT * FROM post(p_id, p_owner, p_key, p_hash, p_kind, p_memo, p_accounts, p_amounts,
        p_limit, p_limit_unit, p_limit_amount);
    END $$;

    GRANT EXECUTE ON FUNCTION idempotency_lock, post_batch, post_if_free TO trellis_app;
  `,
};
