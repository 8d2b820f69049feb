import type { Migration } from './migration.ts';

/**
 * What a member has used of a day's limit stands in the account that it is taken from, and is counted by the change
 * that moves the balance. A table of its own cost one more row and index entry for each transfer, about an eighth of
 * all that Postgres does for one.
 */
export const dayCounters: Migration = {
  name: '013-day-counters',
  sql: `
    -- All counters of an account belong to limit_day: on another day they are zero. Days are UTC.
    ALTER TABLE account
      ADD COLUMN limit_day   date NOT NULL DEFAULT '2000-01-01',
      ADD COLUMN transferred bigint NOT NULL DEFAULT 0,
      ADD COLUMN exchanged   bigint NOT NULL DEFAULT 0,
      ADD COLUMN withdrawn   bigint NOT NULL DEFAULT 0;

    UPDATE account a SET limit_day = today.day, transferred = today.transferred, exchanged = today.exchanged
      FROM (SELECT u.owner * 1000 + k.code AS account, u.day,
                   coalesce(sum(u.used) FILTER (WHERE u.operation = 'transfer'), 0)::bigint AS transferred,
                   coalesce(sum(u.used) FILTER (WHERE u.operation = 'exchange'), 0)::bigint AS exchanged
              FROM limit_usage u JOIN account_kind k ON k.unit = u.unit AND k.member AND k.kind IN ('available', 'active')
              WHERE u.day = (clock_timestamp() AT TIME ZONE 'UTC')::date GROUP BY 1, 2) today
      WHERE a.id = today.account;
    DROP TABLE limit_usage;

    -- For reading by operation; of each account only its latest day is known.
    CREATE VIEW limit_usage AS
      SELECT a.owner, counter.operation, k.unit, a.limit_day AS day, counter.used
        FROM account a JOIN account_kind k USING (code)
        CROSS JOIN LATERAL (VALUES ('transfer', a.transferred), ('exchange', a.exchanged), ('withdrawal', a.withdrawn))
          AS counter (operation, used)
        WHERE counter.used <> 0;
    GRANT SELECT ON limit_usage TO trellis_app;

    -- Posts one journal. Legs come in lock order: members by account id, house accounts last.
    --   p_limit        names a money_limit operation that p_owner's amount counts against, or is NULL. It is counted
    --                  in the one account of theirs in that unit that pays
    --   replayed       true: this key was posted before with the same request; nothing was done now
    -- Errors: TR001 insufficient, TR002 unbalanced, TR003 legs out of order, TR004 key used with another request,
    --   TR005 unknown account, TR006 wrong isolation level, TR011 below minimum, TR012 above maximum, TR013 day limit,
    --   TR014 a limit that no leg or several legs count against.
    CREATE OR REPLACE FUNCTION post(
      p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
      p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint,
      OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
    DECLARE
      v_count integer := cardinality(p_accounts);
      v_seqs bigint[] := '{}'; v_balance bigint; v_seq bigint; v_hash bytea;
      v_rule money_limit; v_payers bigint[]; v_day date; v_used bigint;
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'post needs read committed' USING ERRCODE = 'TR006';
      END IF;

      SELECT j.id, j.request_hash, j.recorded_at INTO journal_id, v_hash, at
        FROM journal j WHERE j.owner = p_owner AND j.key = p_key;
      IF FOUND THEN
        IF v_hash <> p_hash THEN RAISE EXCEPTION 'key reused' USING ERRCODE = 'TR004'; END IF;
        replayed := true;
        RETURN;
      END IF;

      IF v_count < 2 OR v_count <> cardinality(p_amounts) OR EXISTS (
        SELECT 1 FROM unnest(p_accounts, p_amounts) AS leg (account, amount)
          LEFT JOIN account_kind k ON k.code = leg.account % 1000
          GROUP BY k.unit HAVING sum(leg.amount) <> 0 OR k.unit IS NULL)
      THEN RAISE EXCEPTION 'unbalanced' USING ERRCODE = 'TR002'; END IF;

      IF p_limit IS NOT NULL THEN
        SELECT * INTO STRICT v_rule FROM money_limit
          WHERE operation = p_limit AND unit = p_limit_unit AND effective_from <= clock_timestamp()
          ORDER BY effective_from DESC LIMIT 1;
        IF p_limit_amount < v_rule.minimum THEN
          RAISE EXCEPTION 'below minimum' USING ERRCODE = 'TR011', DETAIL = v_rule.minimum::text;
        ELSIF p_limit_amount > v_rule.maximum THEN
          RAISE EXCEPTION 'above maximum' USING ERRCODE = 'TR012', DETAIL = v_rule.maximum::text;
        END IF;
        v_payers := ARRAY(SELECT leg.account FROM unnest(p_accounts, p_amounts) AS leg (account, amount)
          JOIN account_kind k ON k.code = leg.account % 1000
          WHERE leg.amount < 0 AND leg.account / 1000 = p_owner AND k.unit = p_limit_unit);
        IF cardinality(v_payers) <> 1 OR p_limit NOT IN ('transfer', 'exchange', 'withdrawal') THEN
          RAISE EXCEPTION 'nowhere to count' USING ERRCODE = 'TR014';
        END IF;
      END IF;

      FOR i IN 1 .. v_count LOOP
        IF i > 1 AND (p_accounts[i] < 1000, p_accounts[i]) <= (p_accounts[i - 1] < 1000, p_accounts[i - 1]) THEN
          RAISE EXCEPTION 'legs out of lock order' USING ERRCODE = 'TR003';
        END IF;
        UPDATE account SET balance = balance + p_amounts[i], seq = seq + 1
          WHERE id = p_accounts[i] AND balance + p_amounts[i] >= floor RETURNING balance, seq INTO v_balance, v_seq;
        IF NOT FOUND THEN
          -- Either the money is not there, or the account is used for the first time.
          IF p_amounts[i] < 0 THEN
            RAISE EXCEPTION 'insufficient' USING ERRCODE = 'TR001', DETAIL = p_accounts[i]::text;
          END IF;
          INSERT INTO account AS a (id, owner, code, balance, floor, seq)
            SELECT p_accounts[i], p_accounts[i] / 1000, k.code, p_amounts[i], k.floor, 1
              FROM account_kind k JOIN tree_node n ON n.id = p_accounts[i] / 1000
              WHERE k.code = p_accounts[i] % 1000 AND k.member
            ON CONFLICT (id) DO UPDATE SET balance = a.balance + excluded.balance, seq = a.seq + 1
            RETURNING a.balance, a.seq INTO v_balance, v_seq;
          IF NOT FOUND THEN RAISE EXCEPTION 'unknown account %', p_accounts[i] USING ERRCODE = 'TR005'; END IF;
        END IF;
        balances[i] := v_balance;
        v_seqs[i] := v_seq;
      END LOOP;

      -- After the locks: within one account, time and sequence then agree.
      at := clock_timestamp();
      IF p_limit IS NOT NULL THEN
        -- Counted on the day the journal is recorded on, also when the locks were waited for over midnight.
        v_day := (at AT TIME ZONE 'UTC')::date;
        UPDATE account SET limit_day = v_day,
            transferred = CASE WHEN limit_day = v_day THEN transferred ELSE 0 END + CASE WHEN p_limit = 'transfer' THEN p_limit_amount ELSE 0 END,
            exchanged   = CASE WHEN limit_day = v_day THEN exchanged   ELSE 0 END + CASE WHEN p_limit = 'exchange' THEN p_limit_amount ELSE 0 END,
            withdrawn   = CASE WHEN limit_day = v_day THEN withdrawn   ELSE 0 END + CASE WHEN p_limit = 'withdrawal' THEN p_limit_amount ELSE 0 END
          WHERE id = v_payers[1]
          RETURNING CASE p_limit WHEN 'transfer' THEN transferred WHEN 'exchange' THEN exchanged ELSE withdrawn END INTO v_used;
        IF v_used > v_rule.day_maximum THEN
          RAISE EXCEPTION 'day limit' USING ERRCODE = 'TR013',
            DETAIL = v_rule.day_maximum::text || ' ' || (v_rule.day_maximum - v_used + p_limit_amount)::text;
        END IF;
      END IF;
      journal_id := p_id;
      replayed := false;
      INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
        VALUES (p_owner, p_key, p_id, p_hash, p_kind, p_memo, at);
      INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
        SELECT leg.account, leg.seq, p_id, leg.amount, leg.balance, at
        FROM unnest(p_accounts, v_seqs, p_amounts, balances) AS leg (account, seq, amount, balance);
    END $$;

    -- Posts those journals of a batch that post would accept for certain, and returns their places (from 1), the one
    -- time they share, and the balance after each leg. Neither returned nor posted is a journal
    --   whose key is in flight elsewhere, or was answered or posted before;
    --   with legs out of lock order, not summing to zero in one unit, or naming an account that does not exist yet;
    --   that its accounts could not pay out of what they held before: what comes in with the batch does not count;
    --   that a limit does not allow after all that this batch asks of the account before it, or that counts against any
    --   limit but that of transfers, which alone come in numbers.
    -- Legs come flattened, journal by journal: the place of their journal, account, amount. A key stands in a batch once.
    -- Errors: TR002 a journal without legs, TR006 wrong isolation level, 23505 a key twice. Nothing was posted then.
    CREATE OR REPLACE FUNCTION post_batch(
      p_ids uuid[], p_owners bigint[], p_keys text[], p_hashes bytea[], p_kinds text[], p_memos jsonb[],
      p_limits text[], p_limit_units text[], p_limit_amounts bigint[],
      p_places integer[], p_accounts bigint[], p_amounts bigint[])
    RETURNS TABLE (place integer, at timestamptz, balances bigint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
    #variable_conflict use_column
    DECLARE
      v_claimed boolean[]; v_certain boolean[]; v_at timestamptz; v_day date;
      -- The locked accounts. Nobody moves a locked row, so its ctid finds it again without the index.
      v_ids bigint[]; v_units text[]; v_balances bigint[]; v_floors bigint[]; v_seqs bigint[]; v_ctids tid[];
      v_days date[]; v_transferred bigint[];
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'post_batch needs read committed' USING ERRCODE = 'TR006';
      END IF;

      -- Locks first, and verdicts in later statements: their snapshots show what those left whom we waited for.
      v_claimed := ARRAY(
        SELECT pg_try_advisory_xact_lock(idempotency_lock(owner, key)) FROM unnest(p_owners, p_keys) AS request (owner, key));
      SELECT array_agg(id), array_agg(unit), array_agg(balance), array_agg(floor), array_agg(seq), array_agg(ctid),
             array_agg(limit_day), array_agg(transferred)
        INTO v_ids, v_units, v_balances, v_floors, v_seqs, v_ctids, v_days, v_transferred
        FROM (SELECT a.id, k.unit, a.balance, a.floor, a.seq, a.ctid, a.limit_day, a.transferred
                FROM account a JOIN account_kind k USING (code)
                WHERE a.id = ANY (p_accounts) ORDER BY a.id < 1000, a.id FOR NO KEY UPDATE OF a) locked;
      -- After the locks: within one account, time and sequence then agree.
      v_at := clock_timestamp();
      v_day := (v_at AT TIME ZONE 'UTC')::date;

      v_certain := ARRAY(
        WITH rule AS MATERIALIZED (
          SELECT DISTINCT ON (unit) unit, minimum, maximum, day_maximum FROM money_limit
            WHERE operation = 'transfer' AND effective_from <= v_at ORDER BY unit, effective_from DESC
        ), leg AS (
          SELECT l.place, l.account, l.amount, l.line, a.unit, a.balance, a.floor,
                 CASE WHEN a.day = v_day THEN a.transferred ELSE 0 END AS used,
                 CASE WHEN l.amount < 0 AND l.account / 1000 = p_owners[l.place] THEN p_limit_amounts[l.place] END AS counted
            FROM unnest(p_places, p_accounts, p_amounts) WITH ORDINALITY AS l (place, account, amount, line)
            LEFT JOIN unnest(v_ids, v_units, v_balances, v_floors, v_days, v_transferred)
              AS a (id, unit, balance, floor, day, transferred) ON a.id = l.account
        ), judged AS (
          SELECT place, amount, unit, counted,
                 (p_places[line - 1], p_accounts[line - 1] < 1000, p_accounts[line - 1])
                   < (place, account < 1000, account) IS NOT FALSE AS ordered,
                 amount > 0 OR balance + sum(least(amount, 0)) OVER history >= floor AS funded,
                 counted IS NULL OR (unit = p_limit_units[place] AND p_limits[place] = 'transfer'
                   AND counted BETWEEN minimum AND maximum AND used + sum(counted) OVER history <= day_maximum) IS TRUE AS allowed
            FROM leg LEFT JOIN rule USING (unit)
            WINDOW history AS (PARTITION BY account ORDER BY line))
        SELECT v_claimed[place]
            AND count(*) > 1 AND bool_and(ordered AND funded AND allowed)
            AND sum(amount) = 0 AND count(unit) = count(*) AND min(unit) = max(unit)
            AND count(counted) = (p_limits[place] IS NOT NULL)::int
            -- Not NOT EXISTS: that may be planned as a hash of the whole table.
            AND (SELECT s.status FROM stored_answer s WHERE s.owner = p_owners[place] AND s.key = p_keys[place]) IS NULL
            AND (SELECT j.id FROM journal j WHERE j.owner = p_owners[place] AND j.key = p_keys[place]) IS NULL
          FROM judged GROUP BY place ORDER BY place);
      IF cardinality(v_certain) <> cardinality(p_ids) THEN
        RAISE EXCEPTION 'a journal without legs' USING ERRCODE = 'TR002';
      END IF;

      RETURN QUERY
      WITH made AS (
        INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
          SELECT owner, key, id, hash, kind, memo, v_at
            FROM unnest(p_ids, p_owners, p_keys, p_hashes, p_kinds, p_memos, v_certain)
              AS request (id, owner, key, hash, kind, memo, certain)
            WHERE certain
      ), entry AS MATERIALIZED (
        SELECT l.place, l.line, l.account, l.amount, a.ctid,
               a.seq + row_number() OVER history AS seq, (a.balance + sum(l.amount) OVER history)::bigint AS balance,
               sum(CASE WHEN l.amount < 0 AND l.account / 1000 = p_owners[l.place] THEN p_limit_amounts[l.place] END) OVER history AS counted
          FROM unnest(p_places, p_accounts, p_amounts) WITH ORDINALITY AS l (place, account, amount, line)
          JOIN unnest(v_ids, v_balances, v_seqs, v_ctids) AS a (id, balance, seq, ctid) ON a.id = l.account
          WHERE v_certain[l.place]
          WINDOW history AS (PARTITION BY l.account ORDER BY l.line)
      ), moved AS (
        UPDATE account a SET balance = last.balance, seq = last.seq, limit_day = v_day,
            transferred = CASE WHEN a.limit_day = v_day THEN a.transferred ELSE 0 END + coalesce(last.counted, 0),
            exchanged = CASE WHEN a.limit_day = v_day THEN a.exchanged ELSE 0 END,
            withdrawn = CASE WHEN a.limit_day = v_day THEN a.withdrawn ELSE 0 END
          FROM (SELECT DISTINCT ON (account) ctid, balance, seq, counted FROM entry ORDER BY account, seq DESC) last
          WHERE a.ctid = last.ctid
      ), written AS (
        INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
          SELECT account, seq, p_ids[place], amount, balance, v_at FROM entry
      )
      SELECT place, v_at, array_agg(balance ORDER BY line) FROM entry GROUP BY place;
    END $$;
  `,
};
