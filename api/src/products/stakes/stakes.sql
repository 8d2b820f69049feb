-- Stakes. What one costs and earns, and what becomes of it, is computed here and nowhere else: a quote asks for it, and what moves
-- money locks what it is computed from, computes it and posts it. Errors: TK002 there is no
-- such contract of the member's; TK003 its choice is closed; TK004 it is not open; TK005 nothing, or something else, becomes of it;
-- TK006 a payout that is none of this contract's; TR001 not enough.

-- What becomes of a stake as its term ends, as `stake.option` says it.
CREATE OR REPLACE FUNCTION maturity_option(p_name text) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE p_name WHEN 'restakeAll' THEN 1 WHEN 'restakePrincipal' THEN 2 WHEN 'redeem' THEN 3 END)::smallint
$$;

-- The CP that so many USD buy, rounded down, and what so many CP cost, rounded up: at a rate of so many USD for so many CP.
CREATE OR REPLACE FUNCTION cp_for(p_usd bigint, p_numerator bigint, p_denominator bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT div(p_usd::numeric * p_denominator, p_numerator)::bigint
$$;
CREATE OR REPLACE FUNCTION cp_cost(p_cp bigint, p_numerator bigint, p_denominator bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT div(p_cp::numeric * p_numerator + p_denominator - 1, p_denominator)::bigint
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
    FROM (VALUES (1, account_of(p_member, 'usdAvailable'), p_usd), (2, account_of(p_member, 'cpPrincipal'), p_cp),
                 (3, system_account('cpIssued'), -p_cp), (4, system_account('reserveCp'), p_reserve),
                 (5, system_account('stakeRewardPool'), p_pool), (6, system_account('committedReward'), p_promised)) AS move (leg, account, amount)
    WHERE amount <> 0
$$;

-- The same as a posting takes it.
CREATE OR REPLACE FUNCTION stake_legs(p_member bigint, p_usd bigint, p_cp bigint, p_reserve bigint, p_pool bigint, p_promised bigint,
  OUT accounts bigint[], OUT amounts bigint[]) LANGUAGE sql IMMUTABLE AS $$
  SELECT array_agg(account ORDER BY leg), array_agg(amount ORDER BY leg)
    FROM stake_moves(p_member, p_usd, p_cp, p_reserve, p_pool, p_promised)
$$;

-- What a member would get for what they give, or the first reason why not, of those that they can do something about.
-- p_terms: a row of stake_terms_at. p_order: the USD that are given, or else the CP that are wanted, and what was shown, of which
-- the reward may be more by now. p_facts: the rate, and what is true of the member, as stake_facts has it. p_free: what the pool
-- still has to promise. change: of what was given, what no CP needs; it stays where it is.
CREATE OR REPLACE FUNCTION quote_stake(p_terms jsonb, p_order jsonb, p_facts jsonb, p_free bigint)
RETURNS TABLE (refused text, cp bigint, cost bigint, change bigint, "fullReward" bigint, reward bigint, "rewardCp" bigint,
               "startDay" date, "termDays" integer, "maturesOn" date)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (p_facts ->> 'suspended')::boolean THEN 'member.suspended'
              WHEN NOT (p_facts ->> 'open')::boolean THEN
                CASE WHEN (p_facts ->> 'countryNeeded')::boolean THEN 'member.country_needed' ELSE 'stake.closed' END
              WHEN (p_facts ->> 'contracts')::bigint >= (p_terms ->> 'contracts')::bigint THEN 'stake.too_many'
              WHEN o.cp < (p_terms ->> 'minimum')::bigint THEN 'money.below_minimum'
              WHEN o.cp > (p_terms ->> 'maximum')::bigint THEN 'money.above_maximum'
              WHEN r.reward < (p_order ->> 'shownReward')::bigint OR o.start_day + o.days <> (p_order ->> 'shownMaturesOn')::date
                THEN 'stake.terms_changed'
              WHEN coalesce(o.given, c.cost) > (p_facts ->> 'usd')::bigint THEN 'money.insufficient_balance' END,
         o.cp, c.cost, coalesce(o.given, c.cost) - c.cost, r.full_reward, r.reward, cp_for(r.reward, o.numerator, o.denominator),
         o.start_day, o.days, o.start_day + o.days
    FROM (SELECT *, coalesce(wanted, cp_for(coalesce(given, 0), numerator, denominator)) AS cp
            FROM (SELECT (p_order ->> 'usd')::bigint AS given, (p_order ->> 'cp')::bigint AS wanted,
                         (p_facts ->> 'numerator')::bigint AS numerator, (p_facts ->> 'denominator')::bigint AS denominator,
                         (p_terms ->> 'term_days')::integer AS days,
                         ((p_facts ->> 'startedAt')::timestamptz AT TIME ZONE 'UTC')::date AS start_day OFFSET 0) dates OFFSET 0) o
    CROSS JOIN LATERAL (SELECT cp_cost(o.cp, o.numerator, o.denominator) AS cost OFFSET 0) c
    CROSS JOIN LATERAL (
      SELECT *, least(full_reward, p_free) AS reward
        FROM (SELECT interest_of(c.cost, (p_terms ->> 'apr_ppm')::bigint, o.days) AS full_reward OFFSET 0) earned OFFSET 0) r
$$;

-- What is true of a member who begins one. Nothing is locked.
CREATE OR REPLACE FUNCTION stake_facts(p_member bigint, p_at timestamptz) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_sale jsonb := (SELECT value FROM rule_at('productSale', 'stake', p_at));
BEGIN
  RETURN (SELECT jsonb_build_object('startedAt', p_at, 'suspended', m.suspended_at IS NOT NULL, 'open', is_sold_in(v_sale, m.country),
      'countryNeeded', m.country IS NULL AND (v_sale ->> 'open')::boolean,
      'usd', usd_at_hand(m.id),
      'contracts', (SELECT count(*) FROM stake WHERE member = m.id AND state <> 'ended'))
    FROM member m WHERE m.id = p_member);
END $$;

-- What one would be now, also for what they cannot pay: it is to be looked at first. Nothing is locked, so a start may find less
-- in the pool. p_rate: its numerator and denominator.
CREATE OR REPLACE FUNCTION stake_quote_of(p_member bigint, p_order jsonb, p_rate jsonb, p_at timestamptz)
RETURNS TABLE (refused text, cp bigint, cost bigint, change bigint, "fullReward" bigint, reward bigint, "rewardCp" bigint,
               "startDay" date, "termDays" integer, "maturesOn" date)
LANGUAGE sql STABLE AS $$
  SELECT q.* FROM stake_terms_at(p_at) t
    CROSS JOIN LATERAL quote_stake(to_jsonb(t), p_order, stake_facts(p_member, p_at) - 'usd' || p_rate,
      (SELECT balance FROM account WHERE id = system_account('stakeRewardPool'))) q
$$;

-- What another term of so many CP would be, were it to begin now.
CREATE OR REPLACE FUNCTION stake_ahead(p_cp bigint, p_numerator bigint, p_denominator bigint, p_apr_ppm integer, p_days integer, p_free bigint)
RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('cp', p_cp::text, 'basis', basis::text, 'fullReward', earned::text, 'reward', least(earned, p_free)::text)
    FROM (SELECT basis, interest_of(basis, p_apr_ppm, p_days) AS earned FROM (SELECT cp_cost(p_cp, p_numerator, p_denominator) AS basis) b) e
$$;

-- One start of a member at a time. Accounts that the contract will need later are opened now, empty: what is done in numbers leaves
-- alone whom it would have to open one for. Then all that a start moves is locked, in the one order of locks.
CREATE OR REPLACE FUNCTION lock_stake_accounts(p_member bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  PERFORM 1 FROM member WHERE id = p_member FOR NO KEY UPDATE;
  INSERT INTO account (id, owner, code, balance, floor, seq)
    SELECT p_member * 1000 + k.code, p_member, k.code, 0, k.floor, 0 FROM account_kind k
      WHERE k.code IN (account_of(0, 'usdAvailable'), account_of(0, 'usdPending'), account_of(0, 'cpPrincipal')) ORDER BY k.code
    ON CONFLICT (id) DO NOTHING;
  PERFORM 1 FROM account
    WHERE id = ANY (ARRAY[account_of(p_member, 'usdAvailable'), account_of(p_member, 'cpPrincipal'), system_account('cpIssued'),
                          system_account('reserveCp'), system_account('stakeRewardPool'), system_account('committedReward')])
    ORDER BY lock_rank(id) FOR NO KEY UPDATE;
END $$;

-- Begins a contract: USD become CP with their backing, and the reward leaves the pool and is promised, in one journal. Or says why
-- not. p_order: as quote_stake has it, with the rate that was shown. 40001: another day has begun, so that it is to be tried again.
CREATE OR REPLACE FUNCTION begin_stake(p_member bigint, p_order jsonb, p_stake uuid, p_journal uuid, p_key text, p_hash bytea)
RETURNS TABLE (refused text, id uuid, reference uuid, at timestamptz, cp bigint, cost bigint, change bigint, "fullReward" bigint,
               reward bigint, "rewardCp" bigint, "termDays" integer, "maturesOn" date)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE v_now timestamptz; v_terms record; v_rate record; v_quote record; v_legs record; v_posted record;
BEGIN
  PERFORM lock_stake_accounts(p_member);
  v_now := product_now();
  SELECT * INTO v_terms FROM stake_terms_at(v_now);
  SELECT * INTO v_rate FROM market_rate_at('CP', 'USD', v_now);
  SELECT * INTO v_quote FROM quote_stake(to_jsonb(v_terms), p_order,
    stake_facts(p_member, v_now) || jsonb_build_object('numerator', v_rate.numerator, 'denominator', v_rate.denominator),
    (SELECT balance FROM account WHERE id = system_account('stakeRewardPool')));
  refused := CASE WHEN v_rate.id IS DISTINCT FROM (p_order ->> 'rate')::bigint THEN 'stake.terms_changed' ELSE v_quote.refused END;
  IF refused IS NOT NULL THEN RETURN NEXT; RETURN; END IF;

  SELECT * INTO v_legs FROM stake_legs(p_member, -v_quote.cost, v_quote.cp, v_quote.cost, -v_quote.reward, v_quote.reward);
  SELECT * INTO v_posted FROM post_journal(p_journal, p_member, p_key, p_hash, 'stake_start', jsonb_build_object('stake', p_stake),
    v_legs.accounts, v_legs.amounts, NULL, NULL, NULL);
  id := p_stake;
  reference := v_posted.journal_id;
  at := v_posted.at;
  IF v_posted.replayed THEN
    SELECT s.id INTO id FROM stake s WHERE s.begun_by = reference;
  ELSE
    IF (at AT TIME ZONE 'UTC')::date <> v_quote."startDay" THEN
      RAISE EXCEPTION 'another day has begun' USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO stake (id, member, rate, rate_numerator, rate_denominator, started_at, begun_by, state, cp, basis, reward, term,
                       start_day, matures_on, choice_closes)
      VALUES (p_stake, p_member, v_rate.id, v_rate.numerator, v_rate.denominator, at, reference, 'ongoing', v_quote.cp, v_quote.cost,
              v_quote.reward, 1, v_quote."startDay", v_quote."maturesOn", v_terms.choice_closes);
    INSERT INTO stake_term (stake, term, cp, basis, reward, apr_ppm, start_day, matures_on, reserved_by)
      VALUES (p_stake, 1, v_quote.cp, v_quote.cost, v_quote.reward, v_terms.apr_ppm, v_quote."startDay", v_quote."maturesOn", reference);
    INSERT INTO stake_event (stake, member, term, kind, at, amount, notified)
      VALUES (p_stake, p_member, 1, 'started', at, v_quote.cp, false);
  END IF;
  cp := v_quote.cp;
  cost := v_quote.cost;
  change := v_quote.change;
  "fullReward" := v_quote."fullReward";
  reward := v_quote.reward;
  "rewardCp" := v_quote."rewardCp";
  "termDays" := v_quote."termDays";
  "maturesOn" := v_quote."maturesOn";
  RETURN NEXT;
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
  INSERT INTO stake_event (stake, member, term, kind, at, option, notified)
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
DECLARE v_account bigint := account_of((p_stake).member, 'usdAvailable');
BEGIN
  IF (p_stake).option IS DISTINCT FROM maturity_option('redeem') THEN RETURN 0; END IF;
  RETURN coalesce((SELECT sum(amount) FROM posting WHERE account = v_account AND amount > 0
    AND seq > posting_seq_before(v_account, (p_stake).chosen_at + interval '1 microsecond')), 0);
END $$;

-- Whether a member has chosen to have all of a contract paid out, or waits for it: what they had was withdrawn first for that.
CREATE OR REPLACE FUNCTION stake_counts_on_withdrawals(p_member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM stake WHERE member = p_member
                    AND (state = 'applied' OR state = 'ongoing' AND option = maturity_option('redeem')))
$$;

-- What becomes of a contract whose term is over, or that waits. What was chosen in time is carried out as of its maturity, however
-- late this runs; once it waits, a choice is carried out at once, and another term counts from the day of the choice. What cannot be
-- done as chosen never locks money: the contract waits, and reason says why; or profit goes to the balance and not to the address.
-- p_usd_since: how much of the member's USD came in after the choice: it stands in nobody's way, and is paid out with the rest.
-- pays: what is to be paid out of it. next: how it stands then.
CREATE OR REPLACE FUNCTION stake_maturity(p_stake stake, p_apr_ppm integer, p_term_days integer, p_choice_closes interval,
  p_withdrawal_minimum bigint, p_free bigint, p_usd bigint, p_usd_since bigint, p_open boolean, p_suspended boolean, p_locked boolean,
  p_address_usable boolean, p_payout_fee bigint, OUT outcome text, OUT reason text, OUT pays bigint, OUT next stake)
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  -- A choice for what waits: the member is there, and can be shown what stands in the way.
  v_at_once boolean := p_stake.state = 'unlocked' OR p_stake.chosen_at >= p_stake.matures_on::timestamp AT TIME ZONE 'UTC';
  -- Why nothing may leave for the member's address.
  v_obstacle text := CASE WHEN p_suspended THEN 'suspended' WHEN p_locked THEN 'locked' WHEN NOT p_address_usable THEN 'address'
    WHEN p_payout_fee > p_stake.accepts_fee THEN 'fee' END;
  v_cp bigint := p_stake.cp; v_basis bigint := p_stake.basis; v_reward bigint; v_to_address boolean;
BEGIN
  outcome := 'unlocked';
  pays := 0;
  next := p_stake;
  next.state := 'unlocked';
  next.matures_on := NULL;
  reason := CASE WHEN p_stake.option IS NULL THEN 'no_choice'
    WHEN NOT v_at_once AND p_stake.chosen_at >= stake_choice_closes_at(p_stake) THEN 'choice_too_late'
    WHEN v_at_once AND p_suspended THEN 'suspended'
    WHEN v_at_once AND p_locked AND p_stake.option <> maturity_option('restakeAll') THEN 'locked' END;
  IF reason IS NOT NULL THEN RETURN; END IF;

  -- All of it, with the USD that are too few for a withdrawal of their own.
  IF p_stake.option = maturity_option('redeem') THEN
    reason := coalesce(v_obstacle, CASE WHEN p_usd - p_usd_since >= p_withdrawal_minimum THEN 'usd_first' END);
    IF reason IS NOT NULL THEN RETURN; END IF;
    next.applications := p_stake.applications + 1;
    pays := p_stake.basis + p_stake.reward + p_usd;
    IF pays >= p_withdrawal_minimum THEN
      outcome := 'applied';
      next.state := 'applied';
      next.payout := pays;
    ELSE
      outcome := 'terminated';
      reason := 'below_minimum';
      next.state := 'ended';
      pays := 0;
    END IF;
    RETURN;
  END IF;

  -- Another term, if it is what the member agreed to.
  IF p_stake.option = maturity_option('restakeAll') AND p_stake.reward > 0 THEN
    v_cp := cp_for(p_stake.basis + p_stake.reward, p_stake.rate_numerator, p_stake.rate_denominator);
    v_basis := cp_cost(v_cp, p_stake.rate_numerator, p_stake.rate_denominator);
  END IF;
  v_reward := least(interest_of(v_basis, p_apr_ppm, p_term_days), p_free);
  v_to_address := p_stake.option = maturity_option('restakePrincipal') AND p_stake.pay_to = 'address' AND p_stake.reward > 0;
  reason := CASE WHEN NOT p_open THEN 'closed' WHEN p_stake.accepts_days <> p_term_days THEN 'days'
    WHEN v_reward < p_stake.accepts_from THEN 'reward' WHEN v_at_once AND v_to_address AND NOT p_address_usable THEN 'address' END;
  IF reason IS NOT NULL THEN RETURN; END IF;
  IF v_to_address THEN
    reason := coalesce(v_obstacle, CASE WHEN p_stake.reward < p_withdrawal_minimum THEN 'below_minimum' END);
    IF reason IS NULL THEN
      pays := p_stake.reward;
      next.applications := p_stake.applications + 1;
    END IF;
  END IF;
  outcome := CASE WHEN p_stake.option = maturity_option('restakeAll') OR p_stake.reward = 0 THEN 'renewed'
                  WHEN pays > 0 THEN 'renewed_applied' ELSE 'renewed_paid' END;
  next.state := 'ongoing';
  next.cp := v_cp;
  next.basis := v_basis;
  next.reward := v_reward;
  next.term := p_stake.term + 1;
  next.start_day := CASE WHEN v_at_once THEN (p_stake.chosen_at AT TIME ZONE 'UTC')::date ELSE p_stake.matures_on END;
  next.matures_on := next.start_day + p_term_days;
  next.choice_closes := p_choice_closes;
END $$;

-- The journals of what becomes of a contract, and what each moves: what a term earned and the next one's promise, each to be seen;
-- or all of it back. p_state and the last four: how it stands then.
CREATE OR REPLACE FUNCTION stake_journals(p_stake uuid, p_term integer, p_cp bigint, p_basis bigint, p_reward bigint,
  p_state text, p_applications integer, p_next_cp bigint, p_next_basis bigint, p_next_reward bigint)
RETURNS TABLE (place integer, kind text, key text, usd bigint, cp bigint, reserve bigint, pool bigint, promised bigint)
LANGUAGE sql STABLE AS $$
  SELECT j.* FROM (VALUES
      (1, 'stake_redeem', 'stake-redeem:' || p_stake || ':' || p_applications, p_basis + p_reward, -p_cp, -p_basis, 0::bigint, -p_reward),
      (1, 'stake_profit', 'stake-profit:' || p_stake || ':' || p_term, p_basis + p_reward - p_next_basis, p_next_cp - p_cp,
        p_next_basis - p_basis, 0, -p_reward),
      (2, 'stake_term', 'stake-term:' || p_stake || ':' || p_term + 1, 0, 0, 0, -p_next_reward, p_next_reward)
    ) AS j (place, kind, key, usd, cp, reserve, pool, promised)
    WHERE p_state <> 'unlocked' AND CASE p_state WHEN 'ongoing' THEN j.kind <> 'stake_redeem' AND (j.usd, j.cp, j.reserve, j.pool, j.promised) <> (0, 0, 0, 0, 0)
      ELSE j.kind = 'stake_redeem' END
$$;

-- How a contract stands when a payout of all of it has ended: it is paid out; or it waits as it stood, so that a doubted payout never
-- turns a stake into a balance that can be sent.
CREATE OR REPLACE FUNCTION stake_after_payout(p_paid boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_paid THEN 'ended' ELSE 'unlocked' END
$$;

-- Waits for who has a member's due contracts in hand. For half a second at most: who takes
-- longer is left with them, and the member sees them as they are.
CREATE OR REPLACE FUNCTION wait_for_due_stakes(p_member bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off SET lock_timeout = '500ms' AS $$
BEGIN
  PERFORM 1 FROM stake WHERE member = p_member AND state = 'ongoing' AND matures_on <= (product_now() AT TIME ZONE 'UTC')::date
    ORDER BY matures_on, id FOR NO KEY UPDATE;
EXCEPTION WHEN lock_not_available THEN NULL;
END $$;

-- Contracts whose term is over and that pay nothing to an address, locked, as many as are asked for. What another has in hand is
-- left to them; so is whose member has one that pays out all: it goes first. p_member: of nobody else, or NULL; it waits for who
-- has theirs in hand, for whoever looks has what is due.
CREATE OR REPLACE FUNCTION lock_due_stakes(p_limit integer, p_member bigint) RETURNS uuid[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_today date := (product_now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF p_member IS NOT NULL THEN
    PERFORM wait_for_due_stakes(p_member);
  END IF;
  RETURN ARRAY(
    SELECT s.id FROM stake s
      WHERE s.state = 'ongoing' AND s.matures_on <= v_today AND (p_member IS NULL OR s.member = p_member)
        AND s.pay_to IS DISTINCT FROM 'address'
        AND NOT EXISTS (SELECT 1 FROM stake first WHERE first.member = s.member AND first.state = 'ongoing'
                          AND first.matures_on <= v_today AND first.option = maturity_option('redeem'))
      ORDER BY s.matures_on, s.member, s.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED);
END $$;

-- Carries out what becomes of contracts that are due, or wait and were chosen for, all of it or nothing: says what of each, and how
-- many USD its member has. p_journals: two ids for each. p_address_usable, p_payout_fee: whether what pays to an address may do so,
-- and what that costs. TK005: nothing becomes of one of them yet, or it cannot be posted.
-- Each is judged by itself, after what those before it have taken of the pool; then all are written by one statement a table.
-- The contracts come last of those: until then they stand as they were, and locked, so that rows that refer to them lock nothing.
-- Planned once: to plan for each list of contracts takes as long as to carry out ten of them, and comes to the same plans.
CREATE OR REPLACE FUNCTION carry_out_maturities(p_stakes uuid[], p_journals uuid[], p_address_usable boolean, p_payout_fee bigint)
RETURNS TABLE (stake uuid, outcome text, reason text, usd bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz; v_today date; v_terms record; v_sale jsonb; v_minimum bigint; v_free bigint; v_item record; v_becomes record;
  v_posted bigint; v_made record;
  -- By the place of the contract: how it stands then, and why.
  v_nexts stake[] := '{}'; v_reasons text[] := '{}';
BEGIN
  IF cardinality(p_stakes) = 0 THEN RETURN; END IF;
  -- One that is not there, and one that is named twice, are none.
  IF (SELECT count(*) FROM (SELECT 1 FROM stake WHERE id = ANY (p_stakes) ORDER BY id FOR NO KEY UPDATE) locked) <> cardinality(p_stakes)
  THEN RAISE EXCEPTION 'nothing becomes of it' USING ERRCODE = 'TK005'; END IF;
  PERFORM 1 FROM account
    WHERE id = ANY (ARRAY(SELECT account FROM stake s CROSS JOIN LATERAL unnest(ARRAY[account_of(s.member, 'usdAvailable'),
                                account_of(s.member, 'usdPending'), account_of(s.member, 'cpPrincipal')]) AS account
                            WHERE s.id = ANY (p_stakes))
      || ARRAY[system_account('cpIssued'), system_account('reserveCp'), system_account('stakeRewardPool'), system_account('committedReward')])
    ORDER BY lock_rank(id) FOR NO KEY UPDATE;
  v_now := product_now();
  v_today := (v_now AT TIME ZONE 'UTC')::date;
  SELECT * INTO v_terms FROM stake_terms_at(v_now);
  SELECT value INTO v_sale FROM rule_at('productSale', 'stake', v_now);
  SELECT minimum INTO v_minimum FROM money_limit_at('withdrawal', 'USD', v_now);
  SELECT balance INTO v_free FROM account WHERE id = system_account('stakeRewardPool');

  FOR v_item IN
    SELECT s.contract, usd_at_hand(s.member) AS usd, is_sold_in(v_sale, m.country) AS open, m.suspended_at IS NOT NULL AS suspended,
           m.frozen_at IS NOT NULL OR coalesce(m.locked_until > v_now, false) AS locked
      FROM unnest(p_stakes) WITH ORDINALITY AS given (id, place)
      -- OFFSET 0: by the key of each. A planner that thinks the table small reads all of it instead.
      CROSS JOIN LATERAL (SELECT contract, contract.member FROM stake contract WHERE contract.id = given.id OFFSET 0) s
      JOIN member m ON m.id = s.member ORDER BY given.place
  LOOP
    IF ((v_item.contract).state = 'unlocked' OR ((v_item.contract).state = 'ongoing' AND (v_item.contract).matures_on <= v_today)) IS NOT TRUE
    THEN RAISE EXCEPTION 'nothing becomes of it' USING ERRCODE = 'TK005'; END IF;
    v_becomes := stake_maturity(v_item.contract, v_terms.apr_ppm, v_terms.term_days, v_terms.choice_closes, v_minimum, p_free => v_free,
      p_usd => v_item.usd,
      p_usd_since => CASE WHEN (v_item.contract).option = maturity_option('redeem') THEN stake_usd_since(v_item.contract) END,
      p_open => v_item.open, p_suspended => v_item.suspended, p_locked => v_item.locked, p_address_usable => p_address_usable,
      p_payout_fee => p_payout_fee);
    IF v_becomes.outcome LIKE 'renewed%' THEN v_free := v_free - (v_becomes.next).reward; END IF;
    v_nexts := v_nexts || v_becomes.next;
    v_reasons := v_reasons || v_becomes.reason;
    stake := (v_item.contract).id;
    outcome := v_becomes.outcome;
    reason := v_becomes.reason;
    usd := v_item.usd;
    RETURN NEXT;
  END LOOP;

  INSERT INTO stake_term (stake, term, cp, basis, reward, apr_ppm, start_day, matures_on, reserved_by)
    SELECT n.id, n.term, n.cp, n.basis, n.reward, v_terms.apr_ppm, n.start_day, n.matures_on,
           CASE WHEN n.reward > 0 THEN p_journals[2 * n.ordinality] END
      FROM unnest(v_nexts) WITH ORDINALITY AS n WHERE n.state = 'ongoing';
  INSERT INTO stake_event (stake, member, term, kind, at, option, reason, amount, notified)
    SELECT s.id, s.member, s.term, e.kind, v_now, s.option, v_reasons[n.ordinality], e.amount, e.notified
      FROM unnest(v_nexts) WITH ORDINALITY AS n JOIN stake s ON s.id = n.id CROSS JOIN LATERAL (VALUES
        (1, 'unlocked', n.state = 'unlocked' AND s.state <> 'unlocked', NULL::bigint, false),
        (2, 'profit_paid', n.state = 'ongoing' AND s.option = maturity_option('restakePrincipal')
          AND s.reward > 0 AND n.applications = s.applications, s.reward, true),
        (3, 'profit_applied', n.state = 'ongoing' AND n.applications > s.applications, s.reward, true),
        (4, 'renewed', n.state = 'ongoing', n.cp, false),
        (5, 'applied', n.state = 'applied', n.payout, true),
        (6, 'ended', n.state = 'ended', s.basis + s.reward, false)
      ) AS e (place, kind, happens, amount, notified)
      WHERE e.happens ORDER BY n.ordinality, e.place;

  WITH made AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY n.ordinality, j.place)::integer AS n, p_journals[2 * n.ordinality - 2 + j.place] AS id, s.member,
           j.kind, j.key, jsonb_build_object('stake', s.id, 'term', s.term::text) AS memo, j.usd, j.cp, j.reserve, j.pool, j.promised
      FROM unnest(v_nexts) WITH ORDINALITY AS n JOIN stake s ON s.id = n.id
      CROSS JOIN LATERAL stake_journals(s.id, s.term, s.cp, s.basis, s.reward, n.state, n.applications, n.cp, n.basis, n.reward) j),
  journals AS (
    SELECT array_agg(id ORDER BY n) AS ids, array_agg(member ORDER BY n) AS owners, array_agg(key ORDER BY n) AS keys,
           array_agg(sha256(convert_to(key, 'UTF8')) ORDER BY n) AS hashes, array_agg(kind ORDER BY n) AS kinds,
           array_agg(memo ORDER BY n) AS memos, array_agg(NULL::bigint) AS none, count(*) AS wanted FROM made),
  legs AS (
    SELECT array_agg(j.n ORDER BY j.n, m.leg) AS places, array_agg(m.account ORDER BY j.n, m.leg) AS accounts,
           array_agg(m.amount ORDER BY j.n, m.leg) AS amounts
      FROM made j CROSS JOIN LATERAL stake_moves(j.member, j.usd, j.cp, j.reserve, j.pool, j.promised) AS m)
  SELECT * INTO v_made FROM journals CROSS JOIN legs WHERE wanted > 0;
  SELECT cardinality(posted.places) INTO v_posted FROM post_many(v_made.ids, v_made.owners, v_made.keys, v_made.hashes, v_made.kinds,
      v_made.memos, v_made.none::text[], v_made.none::text[], v_made.none, v_made.places, v_made.accounts, v_made.amounts, v_made.none,
      true) AS posted WHERE v_made.wanted > 0;
  IF v_posted < v_made.wanted THEN RAISE EXCEPTION 'not all of it can be posted' USING ERRCODE = 'TK005'; END IF;

  UPDATE stake s SET state = n.state, cp = n.cp, basis = n.basis, reward = n.reward, term = n.term, start_day = n.start_day,
      matures_on = n.matures_on, choice_closes = n.choice_closes, payout = n.payout, applications = n.applications,
      redeemed_by = CASE WHEN n.state = 'applied' THEN n.applied_by ELSE n.redeemed_by END, option = NULL, pay_to = NULL,
      pay_chain = NULL, pay_address = NULL, accepts_from = NULL, accepts_days = NULL, accepts_fee = NULL, chosen_at = NULL, reminded = NULL
    FROM (SELECT n.*, p_journals[2 * ordinality - 1] AS applied_by FROM unnest(v_nexts) WITH ORDINALITY AS n) n WHERE s.id = n.id;
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
    account_of(v_stake.member, 'usdAvailable'), account_of(v_stake.member, 'usdPending'), amount, NULL, NULL) AS h;
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
    UPDATE stake SET state = stake_after_payout(v_paid), payout = CASE WHEN v_paid THEN payout ELSE 0 END,
        redeemed_by = CASE WHEN v_paid THEN redeemed_by END
      WHERE id = v_stake.id;
  END IF;
  INSERT INTO stake_event (stake, member, term, kind, at, amount, notified)
    VALUES (v_stake.id, v_stake.member, v_stake.term, CASE WHEN v_paid THEN 'paid' ELSE 'returned' END, NEW.changed_at,
            NEW.amount, v_paid);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER withdrawal_ends_stake AFTER UPDATE ON withdrawal FOR EACH ROW
  WHEN (NEW.stake IS NOT NULL AND OLD.status = 'pending_review' AND NEW.status <> 'pending_review')
  EXECUTE FUNCTION end_stake_payout();

-- What members were not notified of yet, marked as reported: whoever asks reports it in the same transaction. What another has in hand is
-- left to them.
CREATE OR REPLACE FUNCTION unnotified_stake_events(p_limit integer)
RETURNS TABLE (id bigint, stake uuid, member bigint, language text, kind text, reason text, amount text, cp text, state text,
               reward text, matures_on text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH taken AS (
      SELECT e.id FROM stake_event e WHERE NOT e.notified ORDER BY e.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED),
    marked AS (UPDATE stake_event e SET notified = true FROM taken WHERE e.id = taken.id RETURNING e.*)
    SELECT e.id, e.stake, e.member, m.language, e.kind, e.reason, e.amount::text, s.cp::text, s.state, s.reward::text,
           s.matures_on::text
      FROM marked e JOIN stake s ON s.id = e.stake JOIN member m ON m.id = e.member ORDER BY e.id;
END $$;

-- Contracts that mature within a week, and again within a day, with the choice that stands: each once a term, by the mark
-- that is set in the transaction that reports it.
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
  WHEN (NOT NEW.notified OR to_jsonb(OLD) - 'notified' IS DISTINCT FROM to_jsonb(NEW) - 'notified') EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stake_event_kept BEFORE DELETE ON stake_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION maturity_option, cp_for, cp_cost, stake_terms_at, stake_moves, quote_stake, stake_facts, stake_quote_of, stake_ahead, begin_stake, lock_stake,
  choose_for_stake, stake_maturity, stake_journals, stake_after_payout, lock_due_stakes, carry_out_maturities, accept_stake_fee,
  stake_usd_since, stake_counts_on_withdrawals, hold_stake_payout, stake_choice_closes_at, unnotified_stake_events, maturing_stakes TO trellis_app;
