-- Stakes. The application computes what one is and what becomes of it; here it is locked what that is computed from, looked at
-- whether it is what the rules, the contract and the pool allow, and posted. Errors: TK001 it is not what the terms are now;
-- TK002 there is no such contract of the member's; TK003 its choice is closed; TK004 it is not open; TK005 this is not what
-- becomes of it; TK006 a payout that is none of this contract's; TR001 not enough.

-- What a term may earn, in the pool's favour.
CREATE OR REPLACE FUNCTION stake_reward(p_basis bigint, p_apr_ppm integer, p_days integer) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT div(p_basis::numeric * p_apr_ppm * p_days, 365000000)::bigint
$$;

CREATE OR REPLACE FUNCTION stake_terms_at(p_at timestamptz)
RETURNS TABLE (minimum bigint, maximum bigint, contracts integer, term_days integer, apr_ppm integer, choice_closes interval)
LANGUAGE sql STABLE AS $$
  SELECT (value ->> 'minimum')::bigint, (value ->> 'maximum')::bigint, (value ->> 'contracts')::integer,
         (value ->> 'termDays')::integer, ((value ->> 'aprPercent')::numeric * 10000)::integer,
         make_interval(mins => (value ->> 'choiceClosesMinutes')::integer)
    FROM rule_at('stakeTerms', 'all', p_at)
$$;

-- What one event of a contract moves, in lock order and without what moves nothing: the member's USD and CP, the CP that are
-- issued, their reserve, the pool, and what is promised. Postgres puts the expression in place of the call.
CREATE OR REPLACE FUNCTION stake_moves(p_member bigint, p_usd bigint, p_cp bigint, p_reserve bigint, p_pool bigint, p_promised bigint)
RETURNS TABLE (leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT leg, account, amount
    FROM (VALUES (1, p_member * 1000 + 101, p_usd), (2, p_member * 1000 + 141, p_cp), (3, 241::bigint, -p_cp), (4, 303, p_reserve),
                 (5, 602, p_pool), (6, 604, p_promised)) AS move (leg, account, amount)
    WHERE amount <> 0
$$;

-- The same as a posting takes it.
CREATE OR REPLACE FUNCTION stake_legs(p_member bigint, p_usd bigint, p_cp bigint, p_reserve bigint, p_pool bigint, p_promised bigint,
  OUT accounts bigint[], OUT amounts bigint[]) LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(account ORDER BY leg), array_agg(amount ORDER BY leg)
    FROM stake_moves(p_member, p_usd, p_cp, p_reserve, p_pool, p_promised)
$$;

-- Locks what a start moves, in the one order of locks, and says what is there; one start of a member at a time. Accounts that
-- the contract will need later are opened now, empty: what is done in numbers leaves alone whom it would have to open one for.
CREATE OR REPLACE FUNCTION lock_for_stake(p_member bigint, OUT usd bigint, OUT free bigint, OUT contracts integer, OUT at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM 1 FROM member WHERE id = p_member FOR NO KEY UPDATE;
  INSERT INTO account (id, owner, code, balance, floor, seq)
    SELECT p_member * 1000 + k.code, p_member, k.code, 0, k.floor, 0 FROM account_kind k
      WHERE k.code IN (101, 102, 141) ORDER BY k.code
    ON CONFLICT (id) DO NOTHING;
  SELECT max(balance) FILTER (WHERE code = 101), max(balance) FILTER (WHERE code = 602) INTO usd, free
    FROM (SELECT code, balance FROM account
            WHERE id = ANY (ARRAY[p_member * 1000 + 101, p_member * 1000 + 141, 241, 303, 602, 604])
            ORDER BY lock_rank(id) FOR NO KEY UPDATE) locked;
  contracts := (SELECT count(*) FROM stake WHERE member = p_member AND state <> 'ended');
  at := product_now();
END $$;

-- Begins a contract: USD become CP with their backing, and the reward leaves the pool and is promised, in one journal. The
-- reward is what the terms give, or all that the pool has left.
CREATE OR REPLACE FUNCTION start_stake(
  p_journal uuid, p_member bigint, p_key text, p_hash bytea, p_agreed jsonb,
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[], OUT stake_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_now timestamptz := product_now(); v_terms record; v_rate record; v_accounts bigint[]; v_amounts bigint[];
  v_stake stake := jsonb_populate_record(NULL::stake, p_agreed);
BEGIN
  SELECT * INTO v_terms FROM stake_terms_at(v_now);
  SELECT * INTO v_rate FROM market_rate_at('CP', 'USD', v_now);
  -- The limits are on what is bought; its cost follows from the rate.
  IF (v_stake.member = p_member AND v_stake.rate = v_rate.id AND v_stake.cp BETWEEN v_terms.minimum AND v_terms.maximum
      AND v_stake.basis = ceil(v_stake.cp::numeric * v_rate.numerator / v_rate.denominator)
      AND v_stake.reward = least((SELECT balance FROM account WHERE id = 602),
        stake_reward(v_stake.basis, v_terms.apr_ppm, v_terms.term_days))
      AND v_stake.matures_on = v_stake.start_day + v_terms.term_days
      AND (SELECT count(*) FROM stake WHERE member = p_member AND state <> 'ended') < v_terms.contracts) IS NOT TRUE
  THEN RAISE EXCEPTION 'these are not the terms' USING ERRCODE = 'TK001'; END IF;

  SELECT accounts, amounts INTO v_accounts, v_amounts
    FROM stake_legs(p_member, -v_stake.basis, v_stake.cp, v_stake.basis, -v_stake.reward, v_stake.reward);
  SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(p_journal, p_member, p_key, p_hash,
    'stake_start', jsonb_build_object('stake', v_stake.id), v_accounts, v_amounts, NULL, NULL, NULL) AS posted;
  stake_id := v_stake.id;
  IF replayed THEN
    SELECT id INTO stake_id FROM stake WHERE begun_by = journal_id;
    RETURN;
  END IF;
  -- Its day is that of the journal, also when midnight came between.
  IF (at AT TIME ZONE 'UTC')::date <> v_stake.start_day THEN
    RAISE EXCEPTION 'another day has begun' USING ERRCODE = 'TK001';
  END IF;
  INSERT INTO stake (id, member, rate, rate_numerator, rate_denominator, started_at, begun_by, state, cp, basis, reward, term,
                     start_day, matures_on, choice_closes)
    VALUES (v_stake.id, p_member, v_rate.id, v_rate.numerator, v_rate.denominator, at, journal_id, 'ongoing', v_stake.cp,
            v_stake.basis, v_stake.reward, 1, v_stake.start_day, v_stake.matures_on, v_terms.choice_closes);
  INSERT INTO stake_term (stake, term, cp, basis, reward, apr_ppm, start_day, matures_on, reserved_by)
    VALUES (v_stake.id, 1, v_stake.cp, v_stake.basis, v_stake.reward, v_terms.apr_ppm, v_stake.start_day, v_stake.matures_on,
            journal_id);
  INSERT INTO stake_event (stake, member, term, kind, at, amount, told)
    VALUES (v_stake.id, p_member, 1, 'started', at, v_stake.cp, false);
END $$;

-- From then on the choice of a term stands as it is.
CREATE OR REPLACE FUNCTION stake_choice_closes_at(p_stake stake) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_stake).matures_on::timestamp AT TIME ZONE 'UTC' - (p_stake).choice_closes
$$;

-- One contract of a member, locked until the transaction ends. TK002: there is none.
CREATE OR REPLACE FUNCTION lock_stake(p_member bigint, p_stake uuid) RETURNS stake
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_stake stake;
BEGIN
  PERFORM 1 FROM member WHERE id = p_member FOR NO KEY UPDATE;
  SELECT * INTO v_stake FROM stake WHERE id = p_stake AND member = p_member FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such contract' USING ERRCODE = 'TK002'; END IF;
  RETURN v_stake;
END $$;

-- Keeps what a member wants done at the end of a term, or (NULL) that they want nothing done: until it closes, and again once
-- the contract waits. TK003: it is closed. TK004: all of it is applied for or paid out.
CREATE OR REPLACE FUNCTION choose_for_stake(p_member bigint, p_stake uuid, p_option integer, p_pay_to text, p_pay_chain text,
  p_pay_address text, p_accepts_from bigint, OUT chosen stake)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_now timestamptz;
BEGIN
  chosen := lock_stake(p_member, p_stake);
  -- After the lock: what waited for it past the last moment comes too late.
  v_now := product_now();
  IF chosen.state NOT IN ('ongoing', 'unlocked') THEN RAISE EXCEPTION 'not open' USING ERRCODE = 'TK004'; END IF;
  IF chosen.state = 'ongoing' AND v_now >= stake_choice_closes_at(chosen) THEN
    RAISE EXCEPTION 'the choice is closed' USING ERRCODE = 'TK003';
  END IF;
  UPDATE stake SET option = p_option, pay_to = p_pay_to, pay_chain = p_pay_chain, pay_address = p_pay_address,
      accepts_from = p_accepts_from, accepts_fee = NULL, chosen_at = CASE WHEN p_option IS NOT NULL THEN v_now END,
      accepts_days = CASE WHEN p_option IN (1, 2) THEN (SELECT term_days FROM stake_terms_at(v_now)) END
    WHERE id = p_stake RETURNING * INTO chosen;
  INSERT INTO stake_event (stake, member, term, kind, at, option, told)
    VALUES (p_stake, p_member, chosen.term, CASE WHEN p_option IS NULL THEN 'unchosen' ELSE 'chosen' END, v_now, p_option, true);
END $$;

-- Keeps with a choice that was just made the most that its payout may cost, in USDT.
CREATE OR REPLACE FUNCTION accept_stake_fee(p_member bigint, p_stake uuid, p_fee bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE stake SET accepts_fee = p_fee WHERE id = p_stake AND member = p_member AND pay_to = 'address'
$$;

-- How much of a member's USD came in after they chose to have all of a contract paid out: it never stands in the way of that.
CREATE OR REPLACE FUNCTION stake_usd_since(p_stake stake) RETURNS bigint LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_account bigint := (p_stake).member * 1000 + 101;
BEGIN
  IF (p_stake).option IS DISTINCT FROM 3 THEN RETURN 0; END IF;
  RETURN coalesce((SELECT sum(amount) FROM posting WHERE account = v_account AND amount > 0
    AND seq > posting_seq_before(v_account, (p_stake).chosen_at + interval '1 microsecond')), 0);
END $$;

-- Whether a member has chosen to have all of a contract paid out, or waits for it: what they had was withdrawn first for that.
CREATE OR REPLACE FUNCTION stake_counts_on_withdrawals(p_member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM stake WHERE member = p_member AND (state = 'applied' OR state = 'ongoing' AND option = 3))
$$;

-- What has to be known of contracts to carry out what is due: of each, what its member has and may, and what the pool holds.
-- The contracts are locked before; here their accounts are, so that all of it stays so.
CREATE OR REPLACE FUNCTION stake_world(p_stakes uuid[])
RETURNS TABLE (stake stake, usd bigint, open boolean, suspended boolean, locked boolean, free bigint, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE v_free bigint; v_at timestamptz; v_sale jsonb;
BEGIN
  PERFORM 1 FROM account
    WHERE id = ANY (ARRAY(SELECT s.member * 1000 + code FROM stake s CROSS JOIN unnest(ARRAY[101, 102, 141]) code
                            WHERE s.id = ANY (p_stakes)) || ARRAY[241, 303, 602, 604]::bigint[])
    ORDER BY lock_rank(id) FOR NO KEY UPDATE;
  SELECT balance INTO v_free FROM account WHERE id = 602;
  v_at := product_now();
  SELECT value INTO v_sale FROM rule_at('productSale', 'stake', v_at);
  RETURN QUERY
    SELECT s, a.balance, is_sold_in(v_sale, m.country), m.suspended_at IS NOT NULL,
           m.frozen_at IS NOT NULL OR coalesce(m.locked_until > v_at, false), v_free, v_at
      FROM unnest(p_stakes) WITH ORDINALITY AS given (id, place)
      JOIN stake s ON s.id = given.id JOIN member m ON m.id = s.member JOIN account a ON a.id = s.member * 1000 + 101
      ORDER BY given.place;
END $$;

-- Contracts whose term is over and that pay nothing to an address, as many as are asked for. What another has in hand is left
-- to them; so is whose member has one that pays out all: it goes first. p_member: of nobody else, or NULL.
CREATE OR REPLACE FUNCTION due_stakes(p_limit integer, p_member bigint)
RETURNS TABLE (stake stake, usd bigint, open boolean, suspended boolean, locked boolean, free bigint, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_today date := (product_now() AT TIME ZONE 'UTC')::date; v_ids uuid[];
BEGIN
  v_ids := ARRAY(
    SELECT s.id FROM stake s
      WHERE s.state = 'ongoing' AND s.matures_on <= v_today AND (p_member IS NULL OR s.member = p_member)
        AND s.pay_to IS DISTINCT FROM 'address'
        AND NOT EXISTS (SELECT 1 FROM stake first WHERE first.member = s.member AND first.state = 'ongoing'
                          AND first.matures_on <= v_today AND first.option = 3)
      ORDER BY s.matures_on, s.member, s.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED);
  RETURN QUERY SELECT * FROM stake_world(v_ids);
END $$;

-- Carries out what becomes of contracts that are locked and waited for, all of it or nothing. p_items: of each, the outcome as
-- the application has computed it, and ids for its journals. TK005: that is not what becomes of it.
-- Each is judged by itself, after what those before it have taken of the pool; then all are written by one statement a table.
-- The contracts come last of those: until then they stand as they were, and locked, so that rows that refer to them lock nothing.
-- Planned once: to plan for each list of contracts takes as long as to carry out ten of them, and comes to the same plans.
CREATE OR REPLACE FUNCTION carry_out_stakes(p_items jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_now timestamptz := product_now(); v_today date := (v_now AT TIME ZONE 'UTC')::date;
  v_terms record; v_sale jsonb; v_minimum bigint; v_free bigint; v_usd bigint; v_item record; v_stake stake; v_next stake; v_pays bigint;
  -- By the place of the contract: what it becomes, how, why, and the ids of its journals.
  v_nexts stake[] := '{}'; v_outcomes text[] := '{}'; v_reasons text[] := '{}'; v_firsts uuid[] := '{}'; v_seconds uuid[] := '{}';
  -- By the place of the journal: what is posted, and what it moves.
  v_ids uuid[]; v_owners bigint[]; v_keys text[]; v_kinds text[]; v_memos jsonb[];
  v_usds bigint[]; v_cps bigint[]; v_reserves bigint[]; v_pools bigint[]; v_promised bigint[];
  v_places integer[]; v_accounts bigint[]; v_amounts bigint[]; v_none bigint[];
BEGIN
  SELECT * INTO v_terms FROM stake_terms_at(v_now);
  SELECT value INTO v_sale FROM rule_at('productSale', 'stake', v_now);
  SELECT minimum INTO v_minimum FROM money_limit_at('withdrawal', 'USD', v_now);
  SELECT balance INTO v_free FROM account WHERE id = 602;
  -- One that is not there, and one that is named twice, are none.
  IF (SELECT count(*) FROM (
        SELECT 1 FROM stake WHERE id = ANY (ARRAY(SELECT (item ->> 'stake')::uuid FROM jsonb_array_elements(p_items) AS item))
          ORDER BY id FOR NO KEY UPDATE) locked) <> jsonb_array_length(p_items)
  THEN RAISE EXCEPTION 'nothing becomes of it' USING ERRCODE = 'TK005'; END IF;

  FOR v_item IN
    SELECT item.*, s.contract, a.balance AS usd, is_sold_in(v_sale, m.country) AS sold
      FROM ROWS FROM (jsonb_to_recordset(p_items) AS
        (stake uuid, outcome text, reason text, cp bigint, basis bigint, reward bigint, "startDay" date, journals uuid[])) WITH ORDINALITY AS item
      -- OFFSET 0: by the key of each. A planner that thinks the table small reads all of it instead.
      CROSS JOIN LATERAL (SELECT contract, contract.member FROM stake contract WHERE contract.id = item.stake OFFSET 0) s
      JOIN member m ON m.id = s.member LEFT JOIN account a ON a.id = s.member * 1000 + 101
      ORDER BY item.ordinality
  LOOP
    v_stake := v_item.contract;
    v_usd := v_item.usd;
    v_next := v_stake;
    v_next.matures_on := NULL;
    v_pays := 0;
    IF (v_stake.state = 'unlocked' OR (v_stake.state = 'ongoing' AND v_stake.matures_on <= v_today)) IS NOT TRUE
      OR (v_item.outcome <> 'unlocked' AND v_stake.state = 'ongoing'
        AND (v_stake.chosen_at < stake_choice_closes_at(v_stake)) IS NOT TRUE)
    THEN RAISE EXCEPTION 'nothing becomes of it' USING ERRCODE = 'TK005'; END IF;

    CASE v_item.outcome
    WHEN 'unlocked' THEN
      v_next.state := 'unlocked';
    WHEN 'renewed', 'renewed_paid', 'renewed_applied' THEN
      IF v_stake.option = 1 AND v_stake.reward > 0 THEN
        v_next.cp := div((v_stake.basis + v_stake.reward)::numeric * v_stake.rate_denominator, v_stake.rate_numerator);
        v_next.basis := ceil(v_next.cp::numeric * v_stake.rate_numerator / v_stake.rate_denominator);
      END IF;
      v_next.state := 'ongoing';
      v_next.reward := least(v_free, stake_reward(v_next.basis, v_terms.apr_ppm, v_terms.term_days));
      v_next.term := v_stake.term + 1;
      v_next.start_day := CASE v_stake.state WHEN 'ongoing' THEN v_stake.matures_on
        ELSE (v_stake.chosen_at AT TIME ZONE 'UTC')::date END;
      v_next.matures_on := v_next.start_day + v_terms.term_days;
      v_next.choice_closes := v_terms.choice_closes;
      IF v_item.outcome = 'renewed_applied' THEN
        v_pays := v_stake.reward;
        v_next.applications := v_stake.applications + 1;
      END IF;
      IF (v_stake.option IN (1, 2) AND v_next.reward >= v_stake.accepts_from AND v_item.sold
          AND v_terms.term_days = coalesce(v_stake.accepts_days, v_terms.term_days)
          AND (v_next.cp, v_next.basis, v_next.reward, v_next.start_day)
            = (v_item.cp, v_item.basis, v_item.reward, v_item."startDay")
          AND (v_pays = 0 OR (v_stake.pay_to = 'address' AND v_pays >= v_minimum))) IS NOT TRUE
      THEN RAISE EXCEPTION 'another term is not so' USING ERRCODE = 'TK005'; END IF;
      v_free := v_free - v_next.reward;
    WHEN 'applied', 'terminated' THEN
      v_pays := v_stake.basis + v_stake.reward + v_usd;
      IF (v_stake.option = 3 AND v_usd - stake_usd_since(v_stake) < v_minimum AND (v_pays >= v_minimum) = (v_item.outcome = 'applied')) IS NOT TRUE
      THEN RAISE EXCEPTION 'it is not paid out so' USING ERRCODE = 'TK005'; END IF;
      v_next.applications := v_stake.applications + 1;
      IF v_item.outcome = 'applied' THEN
        v_next.state := 'applied';
        v_next.payout := v_pays;
        v_next.redeemed_by := v_item.journals[1];
      ELSE
        v_next.state := 'ended';
        v_pays := 0;
      END IF;
    END CASE;

    v_nexts := v_nexts || v_next;
    v_outcomes := v_outcomes || v_item.outcome;
    v_reasons := v_reasons || v_item.reason;
    v_firsts := v_firsts || v_item.journals[1];
    v_seconds := v_seconds || v_item.journals[2];
  END LOOP;

  INSERT INTO stake_term (stake, term, cp, basis, reward, apr_ppm, start_day, matures_on, reserved_by)
    SELECT n.id, n.term, n.cp, n.basis, n.reward, v_terms.apr_ppm, n.start_day, n.matures_on,
           CASE WHEN n.reward > 0 THEN v_seconds[n.ordinality] END
      FROM unnest(v_nexts) WITH ORDINALITY AS n WHERE n.state = 'ongoing';
  INSERT INTO stake_event (stake, member, term, kind, at, option, reason, amount, told)
    SELECT s.id, s.member, s.term, e.kind, v_now, s.option, v_reasons[n.ordinality], e.amount, e.told
      FROM unnest(v_nexts) WITH ORDINALITY AS n JOIN stake s ON s.id = n.id CROSS JOIN LATERAL (VALUES
        (1, 'unlocked', n.state = 'unlocked', NULL::bigint, false),
        (2, 'profit_paid', v_outcomes[n.ordinality] = 'renewed_paid' AND s.reward > 0, s.reward, true),
        (3, 'profit_applied', v_outcomes[n.ordinality] = 'renewed_applied', s.reward, true),
        (4, 'renewed', n.state = 'ongoing', n.cp, false),
        (5, 'applied', n.state = 'applied', n.payout, true),
        (6, 'ended', n.state = 'ended', s.basis + s.reward, false)
      ) AS e (place, kind, happens, amount, told)
      WHERE e.happens AND (n.state <> 'unlocked' OR s.state <> 'unlocked') ORDER BY n.ordinality, e.place;

  -- Their journals: what a term earned, the next one's promise beside it, or all of it back.
  SELECT array_agg(id), array_agg(member), array_agg(key), array_agg(kind), array_agg(memo), array_agg(usd), array_agg(cp),
         array_agg(reserve), array_agg(pool), array_agg(promised)
    INTO v_ids, v_owners, v_keys, v_kinds, v_memos, v_usds, v_cps, v_reserves, v_pools, v_promised
    FROM (
      SELECT j.id, s.member, j.kind, j.key, jsonb_build_object('stake', s.id, 'term', s.term::text) AS memo, j.usd, j.cp, j.reserve, j.pool,
             j.promised
        FROM unnest(v_nexts) WITH ORDINALITY AS n JOIN stake s ON s.id = n.id CROSS JOIN LATERAL (VALUES
          (1, v_firsts[n.ordinality], 'stake_redeem', 'stake-redeem:' || s.id || ':' || n.applications, n.state IN ('applied', 'ended'),
            s.basis + s.reward, -s.cp, -s.basis, 0::bigint, -s.reward),
          (1, v_firsts[n.ordinality], 'stake_profit', 'stake-profit:' || s.id || ':' || s.term, n.state = 'ongoing',
            s.basis + s.reward - n.basis, n.cp - s.cp, n.basis - s.basis, 0, -s.reward),
          (2, v_seconds[n.ordinality], 'stake_term', 'stake-term:' || s.id || ':' || n.term, n.state = 'ongoing',
            0, 0, 0, -n.reward, n.reward)
        ) AS j (place, id, kind, key, happens, usd, cp, reserve, pool, promised)
        WHERE j.happens AND (j.usd, j.cp, j.reserve, j.pool, j.promised) <> (0, 0, 0, 0, 0) ORDER BY n.ordinality, j.place) journals;

  UPDATE stake s SET state = n.state, cp = n.cp, basis = n.basis, reward = n.reward, term = n.term, start_day = n.start_day,
      matures_on = n.matures_on, choice_closes = n.choice_closes, payout = n.payout, applications = n.applications,
      redeemed_by = n.redeemed_by, option = NULL, pay_to = NULL, pay_chain = NULL, pay_address = NULL, accepts_from = NULL,
      accepts_days = NULL, accepts_fee = NULL, chosen_at = NULL, reminded = NULL
    FROM unnest(v_nexts) AS n WHERE s.id = n.id;

  IF v_ids IS NULL THEN RETURN; END IF;
  SELECT array_agg(place), array_agg(account), array_agg(amount) INTO v_places, v_accounts, v_amounts FROM (
    SELECT j.place::integer, m.account, m.amount
      FROM unnest(v_owners, v_usds, v_cps, v_reserves, v_pools, v_promised) WITH ORDINALITY AS j (owner, usd, cp, reserve, pool, promised, place)
      CROSS JOIN LATERAL stake_moves(j.owner, j.usd, j.cp, j.reserve, j.pool, j.promised) AS m ORDER BY j.place, m.leg) legs;
  v_none := array_fill(NULL::bigint, ARRAY[cardinality(v_ids)]);
  IF (SELECT count(*) FROM post_journals(v_ids, v_owners, v_keys,
      ARRAY(SELECT sha256(convert_to(key, 'UTF8')) FROM unnest(v_keys) WITH ORDINALITY AS k (key, place) ORDER BY place),
      v_kinds, v_memos, v_none::text[], v_none::text[], v_none, v_places, v_accounts, v_amounts, v_none, true)) <> cardinality(v_ids)
  THEN RAISE EXCEPTION 'not all of it can be posted' USING ERRCODE = 'TK005'; END IF;
END $$;

-- What is to be paid out of a contract waits for its review, beyond the limits of withdrawals. In the transaction that carried
-- it out; the application's withdrawal follows. TK006: nothing is to be paid out of it, or it waits already.
CREATE OR REPLACE FUNCTION hold_stake_payout(p_id uuid, p_stake uuid, p_withdrawal uuid, OUT hold uuid, OUT amount bigint, OUT origin text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_stake stake; v_key text; v_replayed boolean;
BEGIN
  SELECT * INTO v_stake FROM stake WHERE id = p_stake FOR NO KEY UPDATE;
  SELECT CASE e.kind WHEN 'applied' THEN 'stake_close' ELSE 'stake_profit' END, e.amount INTO origin, amount
    FROM stake_event e WHERE e.member = v_stake.member AND e.stake = p_stake AND e.kind IN ('applied', 'profit_applied') ORDER BY e.id DESC LIMIT 1;
  IF (amount > 0 AND (origin = 'stake_close') = (v_stake.state = 'applied')) IS NOT TRUE THEN
    RAISE EXCEPTION 'nothing is to be paid out' USING ERRCODE = 'TK006';
  END IF;
  v_key := 'stake-payout:' || p_stake || ':' || v_stake.applications;
  SELECT h.journal_id, h.replayed INTO hold, v_replayed FROM hold_money(p_id, v_stake.member, v_key,
    sha256(convert_to(v_key, 'UTF8')), 'hold', jsonb_build_object('withdrawal', p_withdrawal, 'stake', p_stake),
    v_stake.member * 1000 + 101, v_stake.member * 1000 + 102, amount, NULL, NULL) AS h;
  IF v_replayed THEN RAISE EXCEPTION 'it waits already' USING ERRCODE = 'TK006'; END IF;
  UPDATE money_hold SET stake = p_stake WHERE owner = v_stake.member AND id = hold;
END $$;

-- What lifecycle.sql asks of a withdrawal as it begins: a payout of a contract is what was held for it, and nothing else is.
CREATE OR REPLACE FUNCTION withdrawal_origin_held(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT h.stake IS NOT DISTINCT FROM (p_withdrawal).stake AND ((p_withdrawal).origin <> 'stake_close' OR EXISTS (
      SELECT 1 FROM stake s WHERE s.id = h.stake AND s.state = 'applied' AND s.payout = h.amount))
    FROM money_hold h WHERE h.owner = (p_withdrawal).member AND h.id = (p_withdrawal).hold
$$;

-- What the end of a payout does to its contract: paid, it has ended; rejected or cancelled, it stands as it stood, so that a
-- doubted payout never turns a stake into a balance that can be sent. Profit of a contract that goes on stays in the balance.
CREATE OR REPLACE FUNCTION end_stake_payout() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_stake stake; v_key text; v_paid boolean := NEW.status = 'approved';
BEGIN
  SELECT * INTO STRICT v_stake FROM stake WHERE id = NEW.stake FOR NO KEY UPDATE;
  IF NEW.origin = 'stake_close' THEN
    IF NOT v_paid THEN
      v_key := 'stake-restore:' || v_stake.id || ':' || v_stake.applications;
      PERFORM reverse_journal(gen_random_uuid(), v_stake.member, v_key, sha256(convert_to(v_key, 'UTF8')), 'stake_restore',
        jsonb_build_object('stake', v_stake.id), v_stake.redeemed_by);
    END IF;
    UPDATE stake SET state = CASE WHEN v_paid THEN 'ended' ELSE 'unlocked' END, payout = CASE WHEN v_paid THEN payout ELSE 0 END,
        redeemed_by = CASE WHEN v_paid THEN redeemed_by END
      WHERE id = v_stake.id;
  END IF;
  INSERT INTO stake_event (stake, member, term, kind, at, amount, told)
    VALUES (v_stake.id, v_stake.member, v_stake.term, CASE WHEN v_paid THEN 'paid' ELSE 'returned' END, NEW.changed_at,
            NEW.amount, v_paid);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER withdrawal_ends_stake AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (NEW.stake IS NOT NULL AND OLD.status = 'pending_review' AND NEW.status <> 'pending_review')
  EXECUTE FUNCTION end_stake_payout();

-- What members were not told of yet, marked as told: whoever asks tells it in the same transaction. What another has in hand is
-- left to them.
CREATE OR REPLACE FUNCTION untold_stake_events(p_limit integer)
RETURNS TABLE (id bigint, stake uuid, member bigint, language text, kind text, reason text, amount text, cp text, state text,
               reward text, matures_on text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH taken AS (
      SELECT e.id FROM stake_event e WHERE NOT e.told ORDER BY e.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED),
    marked AS (UPDATE stake_event e SET told = true FROM taken WHERE e.id = taken.id RETURNING e.*)
    SELECT e.id, e.stake, e.member, m.language, e.kind, e.reason, e.amount::text, s.cp::text, s.state, s.reward::text,
           s.matures_on::text
      FROM marked e JOIN stake s ON s.id = e.stake JOIN member m ON m.id = e.member ORDER BY e.id;
END $$;

-- Contracts that mature within a week, and again within a day, with the choice that stands: each once a term, by the mark
-- that is set in the transaction that tells it.
CREATE OR REPLACE FUNCTION maturing_stakes(p_limit integer)
RETURNS TABLE (stake uuid, member bigint, language text, cp text, matures_on text, option integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE v_today date := (product_now() AT TIME ZONE 'UTC')::date;
BEGIN
  RETURN QUERY
    WITH taken AS (
      SELECT s.id, CASE WHEN s.matures_on <= v_today + 1 THEN 1 ELSE 7 END AS days FROM stake s
        WHERE s.state = 'ongoing' AND s.matures_on > v_today AND s.matures_on <= v_today + 7
          AND (s.reminded IS NULL OR (s.reminded > 1 AND s.matures_on <= v_today + 1))
        ORDER BY s.matures_on, s.member, s.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED),
    marked AS (UPDATE stake s SET reminded = taken.days FROM taken WHERE s.id = taken.id RETURNING s.*)
    SELECT s.id, s.member, m.language, s.cp::text, s.matures_on::text, s.option::integer
      FROM marked s JOIN member m ON m.id = s.member;
END $$;

CREATE OR REPLACE TRIGGER stake_lifecycle BEFORE INSERT OR UPDATE ON stake
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('stake', 'state');

-- What was agreed stays.
CREATE OR REPLACE TRIGGER stake_final BEFORE UPDATE ON stake FOR EACH ROW
  WHEN ((OLD.id, OLD.member, OLD.rate, OLD.rate_numerator, OLD.rate_denominator, OLD.started_at, OLD.begun_by)
      IS DISTINCT FROM (NEW.id, NEW.member, NEW.rate, NEW.rate_numerator, NEW.rate_denominator, NEW.started_at, NEW.begun_by))
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stake_kept BEFORE DELETE ON stake FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stake_no_truncate BEFORE TRUNCATE ON stake EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stake_term_append_only BEFORE UPDATE OR DELETE ON stake_term
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stake_term_no_truncate BEFORE TRUNCATE ON stake_term EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stake_event_final BEFORE UPDATE ON stake_event FOR EACH ROW
  WHEN (NOT NEW.told OR to_jsonb(OLD) - 'told' IS DISTINCT FROM to_jsonb(NEW) - 'told') EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stake_event_kept BEFORE DELETE ON stake_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION lock_for_stake, start_stake, lock_stake, choose_for_stake, stake_world, due_stakes,
  carry_out_stakes, accept_stake_fee, stake_usd_since, stake_counts_on_withdrawals, hold_stake_payout, stake_choice_closes_at, untold_stake_events, maturing_stakes TO trellis_app;
