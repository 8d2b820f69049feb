-- Many journals in one call. The batch takes what is beyond doubt; everything else it leaves alone, for post to judge.
-- So it may be strict where that is cheap, and never has to explain a refusal.
--
-- It makes one pass over the legs, as one would by hand: carry what they move from journal to journal, and take back what one
-- has moved that turns out to be in doubt. With window functions and joins, which pay only for rows by the thousand, a transfer of a batch cost
-- Postgres a twelfth more. Its statements are planned once for a connection: a plan for each batch cost a small one half
-- again as much.

-- Posts those journals of a batch that post would accept for certain. Answers in one row, for a row each cost a batch a
-- twentieth more: the one time they share, their places (from 1), and the balances after all of their legs in a row.
-- Neither answered nor posted is a journal
--   whose key is in flight elsewhere, or was answered or posted before;
--   whose owner gave a code that is not fresh any more: p_code_steps has its time step, or NULL where none was asked for.
--   The codes of what is posted are used up with it, and one code allows one journal;
--   with legs out of lock order, not summing to zero in each unit, beyond 10^15 minor units (so that no sum overflows),
--   or naming an account that does not exist yet;
--   that its accounts could not pay out of what they held before: what comes in with the batch does not count;
--   that the application posts, and that is no transfer as is_authorised_posting has it;
--   that a limit does not allow after what this batch has posted before it, or that counts against any limit but
--   that of transfers, which alone come in numbers.
-- Legs come flattened, journal by journal: the place of their journal, account, amount. A key stands in a batch once.
-- Errors: TR002 a journal without legs, or legs not journal by journal, TR006 wrong isolation level, 23505 a key
--   twice. Nothing was posted then.
-- `v_owners`: who asks has found the journals authorised. Nobody but the owner's functions say so.
CREATE OR REPLACE FUNCTION post_many(
  p_ids uuid[], p_owners bigint[], p_keys text[], p_hashes bytea[], p_kinds text[], p_memos jsonb[],
  p_limits text[], p_limit_units text[], p_limit_amounts bigint[],
  p_places integer[], p_accounts bigint[], p_amounts bigint[], p_code_steps bigint[], v_owners boolean,
  OUT at timestamptz, OUT places integer[], OUT balances bigint[])
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_certain boolean[]; v_day date; v_rule record; v_rule_unit text;
  -- The locked accounts in lock order. Nobody moves a locked row, so its ctid finds it again without the index.
  v_ids bigint[]; v_ranks bigint[]; v_units text[]; v_balances bigint[]; v_floors bigint[]; v_seqs bigint[]; v_ctids tid[];
  v_days date[]; v_transferred bigint[];
  v_funds bigint[]; -- what they held before, less what they have paid since
  -- The legs: which of the locked accounts each moves, and what it leaves there if it is posted.
  v_slots integer[]; v_seqs_after bigint[]; v_balances_after bigint[];
  v_open boolean[]; -- whether the application moves them: what members have available, and fees
  v_received bigint; v_receivers integer; v_fee bigint;
  v_codes boolean; v_proven bigint[]; -- whether codes were asked for; owners whose code is fresh and not used by this batch yet
  -- The journal at hand.
  v_first integer; v_last integer := 0; v_carried integer; -- the last leg whose account it has moved
  v_sound boolean; v_payer integer; v_payers integer;
  v_slot integer; v_slot_before integer; v_amount bigint;
  v_unit text; v_sum bigint; -- of its first leg, which for most is the only one
  v_is_mixed boolean; v_more_units text[]; v_more_sums bigint[]; v_more integer; -- of the others, where there are any
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'post_many needs read committed' USING ERRCODE = 'TR006';
  END IF;

  -- Locks first, and verdicts in later statements: their snapshots show what those left whom we waited for.
  v_certain := ARRAY(
    SELECT pg_try_advisory_xact_lock(idempotency_lock(owner, key)) FROM unnest(p_owners, p_keys) AS request (owner, key));
  -- Members before accounts, as everywhere.
  v_codes := cardinality(array_remove(p_code_steps, NULL)) > 0;
  IF v_codes THEN
    v_proven := ARRAY(
      SELECT m.id FROM unnest(p_owners, p_code_steps) AS request (owner, step) JOIN member m ON m.id = request.owner
        WHERE request.step IS NOT NULL AND is_fresh_code(m, request.step) ORDER BY m.id FOR NO KEY UPDATE OF m);
  END IF;
  SELECT array_agg(id), array_agg(lock_rank(id)), array_agg(unit),
         array_agg(kind = CASE WHEN id < 1000 THEN 'fee' ELSE 'available' END), array_agg(balance), array_agg(floor),
         array_agg(seq), array_agg(ctid), array_agg(limit_day), array_agg(transferred)
    INTO v_ids, v_ranks, v_units, v_open, v_balances, v_floors, v_seqs, v_ctids, v_days, v_transferred
    FROM (SELECT a.id, k.unit, k.kind, a.balance, a.floor, a.seq, a.ctid, a.limit_day, a.transferred
            FROM account a JOIN account_kind k USING (code)
            WHERE a.id = ANY (p_accounts) ORDER BY lock_rank(a.id) FOR NO KEY UPDATE OF a) locked;
  v_funds := v_balances;
  -- Where each stands in the list, or where it would.
  v_slots := ARRAY(SELECT width_bucket(lock_rank(account), v_ranks) FROM unnest(p_accounts) AS leg (account));
  v_seqs_after := array_fill(NULL::bigint, ARRAY[cardinality(p_places)]);
  v_balances_after := v_seqs_after;
  places := '{}';
  -- After the locks: within one account, time and sequence then agree.
  at := product_now();
  v_day := (at AT TIME ZONE 'UTC')::date;
  v_certain := ARRAY(
    SELECT claimed
        -- Not NOT EXISTS: that may be planned as a hash of the whole table.
        AND (SELECT s.status FROM stored_answer s WHERE s.owner = request.owner AND s.key = request.key) IS NULL
        AND (SELECT j.id FROM journal j WHERE j.owner = request.owner AND j.key = request.key) IS NULL
      FROM unnest(p_owners, p_keys, v_certain) AS request (owner, key, claimed));

  FOR v_place IN 1 .. cardinality(p_ids) LOOP
    v_first := v_last + 1;
    v_sound := v_certain[v_place];
    v_unit := v_units[v_slots[v_first]]; v_sum := 0; v_is_mixed := false;
    v_payers := 0; v_slot_before := 0; v_received := 0; v_receivers := 0; v_fee := 0; v_carried := v_last;
    WHILE p_places[v_last + 1] = v_place LOOP
      v_last := v_last + 1;
      v_amount := p_amounts[v_last];
      v_slot := v_slots[v_last];
      v_sound := (v_sound AND v_ids[v_slot] = p_accounts[v_last] AND v_slot > v_slot_before
        AND v_amount BETWEEN -1000000000000000 AND 1000000000000000
        AND (v_owners OR v_open[v_slot] AND (v_amount > 0 OR p_accounts[v_last] >= 1000))) IS TRUE;
      CONTINUE WHEN NOT v_sound;
      v_slot_before := v_slot;
      IF v_units[v_slot] = v_unit THEN
        v_sum := v_sum + v_amount;
      ELSE
        IF NOT v_is_mixed THEN v_is_mixed := true; v_more_units := '{}'; v_more_sums := '{}'; END IF;
        v_more := array_position(v_more_units, v_units[v_slot]);
        IF v_more IS NULL THEN
          v_more_units := v_more_units || v_units[v_slot];
          v_more_sums := v_more_sums || v_amount;
        ELSE
          v_more_sums[v_more] := v_more_sums[v_more] + v_amount;
        END IF;
      END IF;
      IF v_amount < 0 THEN
        v_funds[v_slot] := v_funds[v_slot] + v_amount;
        v_sound := v_funds[v_slot] >= v_floors[v_slot];
        IF p_accounts[v_last] / 1000 = p_owners[v_place] THEN
          v_payer := v_slot; v_payers := v_payers + 1;
        ELSE
          v_sound := v_sound AND v_owners;
        END IF;
      ELSIF p_accounts[v_last] >= 1000 THEN
        v_received := v_amount; v_receivers := v_receivers + 1;
        v_sound := v_owners OR p_accounts[v_last] / 1000 <> p_owners[v_place];
      ELSE
        v_fee := v_fee + v_amount;
      END IF;
      v_carried := v_last;
      v_seqs[v_slot] := v_seqs[v_slot] + 1;
      v_balances[v_slot] := v_balances[v_slot] + v_amount;
      v_seqs_after[v_last] := v_seqs[v_slot];
      v_balances_after[v_last] := v_balances[v_slot];
    END LOOP;
    IF v_last < v_first THEN RAISE EXCEPTION 'a journal without legs' USING ERRCODE = 'TR002'; END IF;
    v_sound := (v_sound AND v_last > v_first AND v_sum = 0 AND (NOT v_is_mixed OR 0 = ALL (v_more_sums))
      AND (v_owners OR p_kinds[v_place] = 'transfer' AND p_limits[v_place] = 'transfer' AND v_receivers = 1
        AND v_received = p_limit_amounts[v_place])) IS TRUE;
    IF v_sound AND p_code_steps[v_place] IS NOT NULL THEN
      v_sound := p_owners[v_place] = ANY (v_proven);
      v_proven := array_remove(v_proven, p_owners[v_place]);
    END IF;

    IF v_sound AND p_limits[v_place] IS NOT NULL THEN
      v_sound := (p_limits[v_place] = 'transfer' AND v_payers = 1 AND v_units[v_payer] = p_limit_units[v_place]) IS TRUE;
      IF v_sound THEN
        IF v_rule_unit IS DISTINCT FROM p_limit_units[v_place] THEN
          v_rule_unit := p_limit_units[v_place];
          SELECT * INTO v_rule FROM money_limit_at('transfer', v_rule_unit, at);
        END IF;
        IF v_days[v_payer] <> v_day THEN v_days[v_payer] := v_day; v_transferred[v_payer] := 0; END IF;
        v_sound := (p_limit_amounts[v_place] BETWEEN v_rule.minimum AND v_rule.maximum
          AND (v_owners OR v_fee = v_rule.fee)
          AND v_transferred[v_payer] + p_limit_amounts[v_place] <= v_rule.day_maximum) IS TRUE;
        IF v_sound THEN v_transferred[v_payer] := v_transferred[v_payer] + p_limit_amounts[v_place]; END IF;
      END IF;
    END IF;

    v_certain[v_place] := v_sound;
    IF v_sound THEN
      places := places || v_place;
    ELSE
      FOR v_leg IN v_first .. v_carried LOOP
        v_slot := v_slots[v_leg];
        v_seqs[v_slot] := v_seqs[v_slot] - 1;
        v_balances[v_slot] := v_balances[v_slot] - p_amounts[v_leg];
        IF p_amounts[v_leg] < 0 THEN v_funds[v_slot] := v_funds[v_slot] - p_amounts[v_leg]; END IF;
        v_seqs_after[v_leg] := NULL; v_balances_after[v_leg] := NULL;
      END LOOP;
    END IF;
  END LOOP;
  IF v_last < cardinality(p_places) THEN
    RAISE EXCEPTION 'legs not journal by journal' USING ERRCODE = 'TR002';
  END IF;

  balances := array_remove(v_balances_after, NULL);
  IF v_codes THEN
    UPDATE member m SET google_step = request.step
      FROM unnest(p_owners, p_code_steps, v_certain) AS request (owner, step, certain)
      WHERE m.id = request.owner AND certain AND step IS NOT NULL;
  END IF;
  INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
    SELECT owner, key, id, hash, kind, memo, at
      FROM unnest(p_ids, p_owners, p_keys, p_hashes, p_kinds, p_memos, v_certain)
        AS request (id, owner, key, hash, kind, memo, certain)
      WHERE certain;
  UPDATE account a SET balance = moved.balance, seq = moved.seq, limit_day = v_day,
      transferred = CASE WHEN moved.day = v_day THEN moved.transferred ELSE 0 END,
      exchanged = CASE WHEN a.limit_day = v_day THEN a.exchanged ELSE 0 END,
      withdrawn = CASE WHEN a.limit_day = v_day THEN a.withdrawn ELSE 0 END
    FROM unnest(v_ctids, v_balances, v_seqs, v_days, v_transferred) AS moved (ctid, balance, seq, day, transferred)
    WHERE a.ctid = moved.ctid AND a.seq < moved.seq;
  INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
    SELECT account, seq, p_ids[leg.place], amount, balance, at
      FROM unnest(p_places, p_accounts, p_amounts, v_seqs_after, v_balances_after)
        AS leg (place, account, amount, seq, balance)
      WHERE seq IS NOT NULL;
END $$;

-- For the application, which is trusted with transfers alone.
CREATE OR REPLACE FUNCTION post_transfers(
  p_ids uuid[], p_owners bigint[], p_keys text[], p_hashes bytea[], p_kinds text[], p_memos jsonb[],
  p_limits text[], p_limit_units text[], p_limit_amounts bigint[],
  p_places integer[], p_accounts bigint[], p_amounts bigint[], p_code_steps bigint[],
  OUT at timestamptz, OUT places integer[], OUT balances bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT * INTO at, places, balances
    FROM post_many(p_ids, p_owners, p_keys, p_hashes, p_kinds, p_memos, p_limits, p_limit_units, p_limit_amounts,
      p_places, p_accounts, p_amounts, p_code_steps, is_owners_session());
END $$;

GRANT EXECUTE ON FUNCTION post_transfers TO trellis_app;
