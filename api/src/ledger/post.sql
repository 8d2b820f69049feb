-- The one function that moves money: all others end in it, but for post_many, which does the same for many. Nobody but the
-- owner calls it by itself.

-- Posts one journal. Legs come in lock order: members by account id, system accounts last.
--   p_limit        names an operation with a limit that p_owner's amount counts against, or is NULL. It is counted
--                  in the one account of theirs in that unit that pays
--   replayed       true: this key was posted before with the same request; nothing was done now
-- Errors: TR001 insufficient, TR002 unbalanced, TR003 legs out of order, TR004 key used with another request,
--   TR005 unknown account, TR006 wrong isolation level, TR011 below minimum, TR012 above maximum, TR013 day limit,
--   TR014 a limit that no leg or several legs count against.
CREATE OR REPLACE FUNCTION post_journal(
  p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
  p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint,
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_count integer := cardinality(p_accounts);
  v_seqs bigint[] := '{}'; v_balance bigint; v_seq bigint; v_hash bytea;
  v_rule record; v_payers bigint[]; v_day date; v_used bigint;
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
    at := product_now();
    SELECT * INTO STRICT v_rule FROM money_limit_at(p_limit, p_limit_unit, at);
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
  at := product_now();
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

-- Whether an owner may use up a code of this time step: it is later than any they used, nothing is counted against them,
-- and no lock is on. So strict that whoever meets anything else is judged by the ordinary way, which counts and explains.
-- VOLATILE, as product_now is: so Postgres puts the expression in place of the call.
CREATE OR REPLACE FUNCTION is_fresh_code(p_member member, p_step bigint) RETURNS boolean
LANGUAGE sql VOLATILE AS $$
  SELECT p_step > p_member.google_step AND p_member.google_secret IS NOT NULL AND p_member.guesses = 0
    AND (p_member.locked_until IS NULL OR p_member.locked_until <= product_now())
    AND p_member.suspended_at IS NULL AND p_member.frozen_at IS NULL
$$;

GRANT EXECUTE ON FUNCTION is_fresh_code TO trellis_app;
