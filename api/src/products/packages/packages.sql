-- Packages. What one is, what it earns and when it comes back is computed here and nowhere else: a quote asks for it, a purchase
-- locks what it is computed from, computes it and posts it. Errors: TP002 there is no
-- such package of the member's; TP003 it cannot be cancelled, or no longer; TP004 it is not the next certificate.

-- What packages are sold at, at a time, in the units that are computed with. Levels as they were first listed.
CREATE OR REPLACE FUNCTION package_terms_at(p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
      'minimum', (t.value ->> 'minimum')::bigint, 'maximum', (t.value ->> 'maximum')::bigint, 'step', (t.value ->> 'step')::bigint,
      'loopDays', (t.value ->> 'loopDays')::integer, 'rpSharePpm', ((t.value ->> 'rpSharePercent')::numeric * 10000)::bigint,
      'exchangeFeePpm', (SELECT ppm FROM exchange_fee_at('USDP', 'USD', p_at)),
      'levels', (SELECT jsonb_agg(jsonb_build_object('level', names.level, 'price', (l.value ->> 'price')::bigint,
                     'loops', (l.value ->> 'loops')::integer, 'aprPpm', ((l.value ->> 'aprPercent')::numeric * 10000)::bigint)
                   ORDER BY names.first)
                   FROM (SELECT key AS level, min(id) AS first FROM rule WHERE subject = 'packageLevel' GROUP BY key) names
                   CROSS JOIN LATERAL rule_at('packageLevel', names.level, p_at) l))
    FROM rule_at('packageTerms', 'all', p_at) t
$$;

-- What a level by its name, or else an amount of one's own, is sold at: an amount has the terms of the dearest level it reaches.
CREATE OR REPLACE FUNCTION package_earnings(p_terms jsonb, p_level text, p_custom bigint)
RETURNS TABLE (refused text, level text, price bigint, loops integer, apr_ppm bigint, full_reward bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_custom < t.minimum THEN 'package.below_minimum' WHEN p_custom > t.maximum THEN 'money.above_maximum'
              WHEN (p_custom - t.minimum) % t.step <> 0 THEN 'package.step' WHEN l.level IS NULL THEN 'package.level_unknown' END,
         l.level, coalesce(p_custom, l.price), l.loops, l."aprPpm",
         interest_of(coalesce(p_custom, l.price), l."aprPpm", l.loops * t.loop_days)
    FROM (SELECT (p_terms ->> 'minimum')::bigint AS minimum, (p_terms ->> 'maximum')::bigint AS maximum,
                 (p_terms ->> 'step')::bigint AS step, (p_terms ->> 'loopDays')::integer AS loop_days) t
    LEFT JOIN LATERAL (
      SELECT * FROM ROWS FROM (jsonb_to_recordset(p_terms -> 'levels') AS (level text, price bigint, loops integer, "aprPpm" bigint))
          WITH ORDINALITY AS listed
        WHERE CASE WHEN p_custom IS NULL THEN listed.level = p_level ELSE listed.price <= p_custom END
        ORDER BY CASE WHEN p_custom IS NOT NULL THEN listed.price END DESC,
                 CASE WHEN p_custom IS NULL THEN ordinality ELSE -ordinality END
        LIMIT 1) l ON true
$$;

-- What a member would get for what they ask, or the first reason why not, of those that they can do something about.
-- p_order: level or custom, rp; what was shown, of which the reward may be more by now and all else is as it was; what the member
-- was notified of already, which holds to the letter. p_facts: what is true of the member, as package_facts has it. p_free: what the
-- pool still has to promise.
CREATE OR REPLACE FUNCTION quote_package(p_terms jsonb, p_order jsonb, p_facts jsonb, p_free bigint)
RETURNS TABLE (refused text, "planType" text, level text, price bigint, rp bigint, "rpMaximum" bigint, "fullReward" bigint,
               reward bigint, "aprPpm" bigint, loops integer, "loopDays" integer, "startDay" date, "cancelUntil" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
      CASE WHEN (p_facts ->> 'suspended')::boolean THEN 'member.suspended'
           WHEN NOT (p_facts ->> 'open')::boolean THEN
             CASE WHEN (p_facts ->> 'countryNeeded')::boolean THEN 'member.country_needed' ELSE 'package.closed' END END,
      e.refused,
      CASE WHEN o.rp > q.rp_maximum THEN 'package.rp_share'
           WHEN q.reward < (p_order ->> 'shownReward')::bigint THEN 'package.terms_changed'
           WHEN jsonb_typeof(o.shown) = 'object' AND ROW (
               (o.shown ->> 'price')::bigint, (o.shown ->> 'days')::integer, (o.shown ->> 'loops')::integer,
               (o.shown ->> 'lastDay')::date, (o.shown ->> 'cancelUntil')::timestamptz)
             IS DISTINCT FROM ROW (e.price, q.days, e.loops, q.start_day + q.days, q.cancel_until) THEN 'package.terms_changed'
           WHEN jsonb_typeof(o.notified) = 'object' AND ROW (
               o.notified ->> 'level', (o.notified ->> 'price')::bigint, (o.notified ->> 'reward')::bigint, (o.notified ->> 'lastDay')::date)
             IS DISTINCT FROM ROW (e.level, e.price, q.reward, q.start_day + q.days) THEN 'package.terms_changed'
           WHEN p_facts ->> 'restsUntil' IS NOT NULL THEN 'package.cancelled_often'
           WHEN q.reward > (p_facts ->> 'cancelRoom')::bigint THEN 'package.cancellable_full'
           WHEN o.rp > (p_facts ->> 'rp')::bigint OR e.price - o.rp > (p_facts ->> 'usd')::bigint THEN 'money.insufficient_balance' END),
      CASE WHEN o.custom IS NULL THEN 'level' ELSE 'custom' END, e.level, e.price, o.rp, q.rp_maximum, e.full_reward, q.reward,
      e.apr_ppm, e.loops, q.loop_days, q.start_day, q.cancel_until
    FROM (SELECT (p_order ->> 'custom')::bigint AS custom, coalesce((p_order ->> 'rp')::bigint, 0) AS rp, p_order -> 'shown' AS shown,
                 p_order -> 'notified' AS notified, (p_terms ->> 'loopDays')::integer AS loop_days,
                 ((p_facts ->> 'startedAt')::timestamptz AT TIME ZONE 'UTC')::date AS start_day,
                 (p_facts ->> 'cancelDays')::integer AS cancel_days OFFSET 0) o
    CROSS JOIN LATERAL package_earnings(p_terms, p_order ->> 'level', o.custom) e
    CROSS JOIN LATERAL (
      SELECT share_of(e.price, (p_terms ->> 'rpSharePpm')::bigint) AS rp_maximum, least(e.full_reward, p_free) AS reward,
             e.loops * o.loop_days AS days, o.loop_days, o.start_day,
             -- Whole days: the day of the purchase itself does not count.
             CASE WHEN o.cancel_days > 0 THEN (o.start_day + o.cancel_days + 1)::timestamp AT TIME ZONE 'UTC' END AS cancel_until
        OFFSET 0) q
$$;

-- The parts in which a package comes back: part n as the day begins that is n times so many days after that of the purchase.
CREATE OR REPLACE FUNCTION package_parts(p_price bigint, p_reward bigint, p_loops integer, p_loop_days integer, p_start_day date)
RETURNS TABLE (n integer, due_on date, value bigint, reward bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT n, p_start_day + n * p_loop_days, part_of(p_price, p_loops, n), part_of(p_reward, p_loops, n)
    FROM generate_series(1, p_loops) AS n
$$;

-- The same as what is read has them.
CREATE OR REPLACE FUNCTION package_parts_json(p_price bigint, p_reward bigint, p_loops integer, p_loop_days integer, p_start_day date)
RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_agg(json_build_object('n', n, 'dueOn', due_on, 'value', value::text, 'reward', reward::text) ORDER BY n)
    FROM package_parts(p_price, p_reward, p_loops, p_loop_days, p_start_day)
$$;

-- What a purchase moves, in lock order and without what moves nothing: the price becomes locked USDP with its backing, and the
-- reward leaves the pool and is promised.
CREATE OR REPLACE FUNCTION package_purchase_legs(p_member bigint, p_price bigint, p_rp bigint, p_reward bigint)
RETURNS TABLE (leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT leg, account, amount FROM (VALUES
      (1, account_of(p_member, 'usdAvailable'), p_rp - p_price), (2, account_of(p_member, 'usdpLocked'), p_price),
      (3, account_of(p_member, 'rpAvailable'), -p_rp), (4, system_account('usdpIssued'), -p_price), (5, system_account('rpIssued'), p_rp),
      (6, system_account('reserveUsdp'), p_price), (7, system_account('reserveRp'), -p_rp),
      (8, system_account('packageRewardPool'), -p_reward), (9, system_account('committedReward'), p_reward)) AS move (leg, account, amount)
    WHERE amount <> 0
$$;

-- What the release of a part moves: its value is no longer locked, and its reward becomes USDP with its backing.
CREATE OR REPLACE FUNCTION package_release_legs(p_member bigint, p_value bigint, p_reward bigint)
RETURNS TABLE (leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT leg, account, amount FROM (VALUES
      (1, account_of(p_member, 'usdpActive'), p_value + p_reward), (2, account_of(p_member, 'usdpLocked'), -p_value),
      (3, system_account('usdpIssued'), -p_reward), (4, system_account('reserveUsdp'), p_reward),
      (5, system_account('committedReward'), -p_reward)) AS move (leg, account, amount)
    WHERE amount <> 0
$$;

-- Within how many whole days the law of a country lets a package be cancelled: in a list like `JP:20,KR:14`, and else in none.
CREATE OR REPLACE FUNCTION cancel_days_in(p_days text, p_country text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((SELECT max(split_part(entry, ':', 2)::integer) FROM string_to_table(p_days, ',') AS entry
    WHERE split_part(entry, ':', 1) = p_country), 0)
$$;

-- The same of a member's.
CREATE OR REPLACE FUNCTION package_cancel_days(p_member bigint, p_at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT cancel_days_in(r.value ->> 'days', m.country)
    FROM rule_at('packageCancelling', 'all', p_at) r JOIN member m ON m.id = p_member), 0)
$$;

-- How the right to cancel bounds what a member buys, and only where the law gives it: who has cancelled often buys again when the
-- oldest of those is thirty days ago, and the rewards that stand open to being cancelled are at most so much together. The right
-- itself has no bound. rests_until NULL: now; room NULL: any reward.
CREATE OR REPLACE FUNCTION package_cancelling(p_member bigint, p_at timestamptz,
  OUT days integer, OUT rests_until timestamptz, OUT room bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT d.days,
    CASE WHEN d.days > 0 THEN (SELECT x.cancelled_at + interval '30 days'
      FROM package p JOIN package_cancellation x ON x.package = p.id
      WHERE p.member = p_member AND p.cancel_days > 0 AND x.cancelled_at > p_at - interval '30 days'
      ORDER BY x.cancelled_at DESC OFFSET coalesce((r.value ->> 'cancellations')::integer, 10) - 1 LIMIT 1) END,
    CASE WHEN d.days > 0 THEN coalesce((r.value ->> 'mostReward')::bigint, 2000000000) - (SELECT coalesce(sum(p.reward), 0)::bigint
      FROM package p WHERE p.member = p_member AND p.cancel_days > 0 AND p.counted_at > p_at
        AND NOT EXISTS (SELECT 1 FROM package_cancellation x WHERE x.package = p.id)) END
    FROM (SELECT package_cancel_days(p_member, p_at) AS days) d LEFT JOIN rule_at('packageCancelling', 'all', p_at) r ON true
$$;

-- What is true of members who buy: what they have, where they live, and what their right to cancel bounds. Nothing is locked.
CREATE OR REPLACE FUNCTION package_facts(p_members bigint[], p_at timestamptz) RETURNS TABLE (member bigint, facts jsonb)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE v_sale jsonb; v_days text;
BEGIN
  SELECT value INTO v_sale FROM rule_at('productSale', 'package', p_at);
  SELECT value ->> 'days' INTO v_days FROM rule_at('packageCancelling', 'all', p_at);
  RETURN QUERY
    SELECT m.id, jsonb_build_object('startedAt', p_at, 'suspended', m.suspended_at IS NOT NULL, 'open', is_sold_in(v_sale, m.country),
        'countryNeeded', m.country IS NULL AND (v_sale ->> 'open')::boolean,
        'usd', usd_at_hand(m.id),
        'rp', coalesce((SELECT balance FROM account WHERE id = account_of(m.id, 'rpAvailable')), 0),
        'cancelDays', c.days, 'restsUntil', c.bounds -> 'rests_until', 'cancelRoom', c.bounds -> 'room')
      FROM unnest(p_members) AS given (id) JOIN member m ON m.id = given.id
      CROSS JOIN LATERAL (SELECT cancel_days_in(v_days, m.country) AS days OFFSET 0) d
      -- Where the law gives no such right, nothing bounds it, and nothing is looked up.
      CROSS JOIN LATERAL (SELECT d.days,
        CASE WHEN d.days > 0 THEN (SELECT to_jsonb(b) FROM package_cancelling(m.id, p_at) b) END AS bounds OFFSET 0) c;
END $$;

-- What one would be now, also for what they cannot pay: it is to be looked at first. Nothing is locked, so a purchase may find
-- less in the pool.
CREATE OR REPLACE FUNCTION package_quote_of(p_member bigint, p_order jsonb, p_at timestamptz)
RETURNS TABLE (refused text, "planType" text, level text, price bigint, rp bigint, "rpMaximum" bigint, "fullReward" bigint,
               reward bigint, days integer, "startDay" date, "cancelUntil" timestamptz, loops json, "bestUsd" bigint, "zeroUsd" bigint,
               "restsUntil" timestamptz, "cancelRoom" bigint)
LANGUAGE sql STABLE AS $$
  SELECT q.refused, q."planType", q.level, q.price, q.rp, q."rpMaximum", q."fullReward", q.reward, q.loops * q."loopDays", q."startDay",
         q."cancelUntil", package_parts_json(q.price, q.reward, q.loops, q."loopDays", q."startDay"),
         without_fee(q.price + q.reward, (t.terms ->> 'exchangeFeePpm')::bigint), without_fee(q.price, (t.terms ->> 'exchangeFeePpm')::bigint),
         (f.facts ->> 'restsUntil')::timestamptz, (f.facts ->> 'cancelRoom')::bigint
    FROM (SELECT package_terms_at(p_at) AS terms OFFSET 0) t
    CROSS JOIN package_facts(ARRAY[p_member], p_at) f
    CROSS JOIN LATERAL quote_package(t.terms, p_order, f.facts - '{usd,rp}'::text[],
      (SELECT balance FROM account WHERE id = system_account('packageRewardPool'))) q
$$;

-- Opens what members will need later, empty, for a release in numbers leaves alone whom it would have to open one for; and locks
-- all that a purchase moves, in the one order of locks.
CREATE OR REPLACE FUNCTION lock_package_accounts(p_members bigint[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_codes CONSTANT bigint[] := ARRAY[account_of(0, 'usdAvailable'), account_of(0, 'usdpActive'), account_of(0, 'usdpLocked'),
    account_of(0, 'rpAvailable')];
BEGIN
  INSERT INTO account (id, owner, code, balance, floor, seq)
    SELECT m.id * 1000 + k.code, m.id, k.code, 0, k.floor, 0 FROM unnest(p_members) AS given (id) JOIN member m ON m.id = given.id
      CROSS JOIN account_kind k
      WHERE k.code = ANY (v_codes) AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = m.id * 1000 + k.code)
      ORDER BY 1
    ON CONFLICT (id) DO NOTHING;
  PERFORM 1 FROM account
    WHERE id = ANY (ARRAY(SELECT m * 1000 + code FROM unnest(p_members) m CROSS JOIN unnest(v_codes) code)
      || ARRAY[system_account('usdpIssued'), system_account('rpIssued'), system_account('reserveUsdp'), system_account('reserveRp'),
               system_account('packageRewardPool'), system_account('committedReward')])
    ORDER BY lock_rank(id) FOR NO KEY UPDATE;
END $$;

-- Buys packages, of one member or of many, one after the other: who comes first has what the pool has left. p_orders: each as
-- quote_package has it, with its member, ids of package and journal, key and hash; and notice and mail, where its member is notified
-- in the same breath. Of each what was bought, or why not. What is in doubt is left alone and has no row: a key that is in flight
-- or was used for something else, who cannot pay for all they ask at once, and who asks twice at once and has a right to cancel.
-- 40001: another day has begun, so that it is to be tried again. Nothing was bought then.
CREATE OR REPLACE FUNCTION purchase_packages(p_orders jsonb)
RETURNS TABLE (place integer, refused text, replayed boolean, id uuid, reference uuid, at timestamptz, "planType" text, level text,
               price bigint, rp bigint, reward bigint, days integer, "startDay" date, loops json, "rpMaximum" bigint,
               "restsUntil" timestamptz, "cancelRoom" bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz; v_terms jsonb; v_free bigint; v_order record; v_quote record; v_package package; v_count integer;
  v_members bigint[] := ARRAY(SELECT DISTINCT (o ->> 'member')::bigint FROM jsonb_array_elements(p_orders) AS o);
  -- What can be bought becomes these packages; and where each stands among the orders, and which of them were posted.
  v_packages package[] := '{}'; v_places integer[] := '{}'; v_posted integer[]; v_at timestamptz;
BEGIN
  PERFORM lock_package_accounts(v_members);
  -- After the locks: who waited for them is judged by what is there then.
  v_now := product_now();
  v_terms := package_terms_at(v_now);
  SELECT balance INTO v_free FROM account WHERE id = system_account('packageRewardPool');

  FOR v_order IN
    SELECT o.ask, o.n::integer AS n, f.member, f.facts
      FROM jsonb_array_elements(p_orders) WITH ORDINALITY AS o (ask, n)
      JOIN package_facts(v_members, v_now) f ON f.member = (o.ask ->> 'member')::bigint ORDER BY o.n
  LOOP
    SELECT * INTO v_quote FROM quote_package(v_terms, v_order.ask, v_order.facts, v_free);
    IF v_quote.refused IS NOT NULL THEN
      place := v_order.n; refused := v_quote.refused; "rpMaximum" := v_quote."rpMaximum";
      "restsUntil" := (v_order.facts ->> 'restsUntil')::timestamptz; "cancelRoom" := (v_order.facts ->> 'cancelRoom')::bigint;
      RETURN NEXT;
      CONTINUE;
    END IF;
    CONTINUE WHEN v_order.facts ->> 'cancelRoom' IS NOT NULL
      AND EXISTS (SELECT 1 FROM unnest(v_packages) AS other WHERE other.member = v_order.member);
    v_package.id := v_order.ask ->> 'id';
    v_package.member := v_order.member;
    v_package.plan_type := v_quote."planType";
    v_package.level := v_quote.level;
    v_package.price := v_quote.price;
    v_package.rp := v_quote.rp;
    v_package.reward := v_quote.reward;
    v_package.apr_ppm := v_quote."aprPpm";
    v_package.loops := v_quote.loops;
    v_package.loop_days := v_quote."loopDays";
    v_package.start_day := v_quote."startDay";
    v_package.bought_by := v_order.ask ->> 'journal';
    v_package.cancel_days := v_order.facts -> 'cancelDays';
    v_packages := v_packages || v_package;
    v_places := v_places || v_order.n;
    v_free := v_free - v_quote.reward;
  END LOOP;
  v_count := cardinality(v_packages);
  IF v_count = 0 THEN RETURN; END IF;

  WITH bought AS MATERIALIZED (
    SELECT p.*, p_orders -> v_places[p.ordinality] - 1 AS ask FROM unnest(v_packages) WITH ORDINALITY AS p),
  journals AS (
    SELECT array_agg(bought_by ORDER BY ordinality) AS ids, array_agg(member ORDER BY ordinality) AS owners,
           array_agg(ask ->> 'key' ORDER BY ordinality) AS keys, array_agg(decode(ask ->> 'hash', 'hex') ORDER BY ordinality) AS hashes,
           array_agg(jsonb_build_object('package', id) ORDER BY ordinality) AS memos, array_fill(NULL::bigint, ARRAY[v_count]) AS none
      FROM bought),
  legs AS (
    SELECT array_agg(ordinality::integer ORDER BY ordinality, leg) AS places, array_agg(account ORDER BY ordinality, leg) AS accounts,
           array_agg(amount ORDER BY ordinality, leg) AS amounts
      FROM bought CROSS JOIN LATERAL package_purchase_legs(member, price, rp, reward))
  SELECT posted.places, posted.at INTO v_posted, v_at
    FROM journals j CROSS JOIN legs l CROSS JOIN LATERAL post_many(j.ids, j.owners, j.keys, j.hashes,
      array_fill('package_purchase'::text, ARRAY[v_count]), j.memos, none::text[], none::text[], none, l.places, l.accounts, l.amounts,
      none, true) AS posted;

  IF EXISTS (SELECT 1 FROM unnest(v_packages) AS p WHERE p.start_day <> (v_at AT TIME ZONE 'UTC')::date) THEN
    RAISE EXCEPTION 'another day has begun' USING ERRCODE = 'serialization_failure';
  END IF;
  INSERT INTO package (id, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days, started_at, start_day, bought_by, cancel_days)
    SELECT p.id, p.member, p.plan_type, p.level, p.price, p.rp, p.reward, p.apr_ppm, p.loops, p.loop_days, v_at, p.start_day, p.bought_by,
           p.cancel_days
      FROM unnest(v_packages) WITH ORDINALITY AS p WHERE p.ordinality = ANY (v_posted);
  INSERT INTO package_loop (package, n, member, due_on, value, reward)
    SELECT p.id, part.n, p.member, part.due_on, part.value, part.reward
      FROM unnest(v_packages) WITH ORDINALITY AS p
      CROSS JOIN LATERAL package_parts(p.price, p.reward, p.loops, p.loop_days, p.start_day) AS part WHERE p.ordinality = ANY (v_posted);
  INSERT INTO certificate_due (package, ready_at) SELECT p.id, bought.counted_at
    FROM unnest(v_packages) WITH ORDINALITY AS p JOIN package bought ON bought.id = p.id ORDER BY p.ordinality;
  PERFORM begin_sales(ARRAY(SELECT p.id FROM unnest(v_packages) WITH ORDINALITY AS p WHERE p.ordinality = ANY (v_posted) ORDER BY p.ordinality));
  INSERT INTO notice (member, kind, template, params, link, created_at)
    SELECT v_packages[n].member, notice ->> 'kind', notice ->> 'template', notice -> 'params', notice ->> 'link', v_at
      FROM unnest(v_posted) AS n CROSS JOIN LATERAL (SELECT p_orders -> v_places[n] - 1 -> 'notice' AS notice) w WHERE notice IS NOT NULL;
  INSERT INTO outbox_mail (id, recipient, template, language, params, created_at, attempts, due_at)
    SELECT (mail ->> 'id')::uuid, mail ->> 'recipient', mail ->> 'template', mail ->> 'language', mail -> 'params', v_at, 0, v_at
      FROM unnest(v_posted) AS n CROSS JOIN LATERAL (SELECT p_orders -> v_places[n] - 1 -> 'mail' AS mail) m WHERE mail IS NOT NULL;

  RETURN QUERY
    SELECT v_places[p.ordinality], NULL::text, false, p.id, p.bought_by, v_at, p.plan_type, p.level, p.price, p.rp, p.reward,
           p.loops::integer * p.loop_days, p.start_day, package_parts_json(p.price, p.reward, p.loops, p.loop_days, p.start_day),
           NULL::bigint, NULL::timestamptz, NULL::bigint
      FROM unnest(v_packages) WITH ORDINALITY AS p WHERE p.ordinality = ANY (v_posted);
  -- What was bought before under the same key, for the same, is answered as it was.
  IF cardinality(v_posted) < v_count THEN
    RETURN QUERY
      SELECT v_places[ordered.ordinality], NULL::text, true, p.id, p.bought_by, p.started_at, p.plan_type, p.level, p.price, p.rp, p.reward,
             p.loops::integer * p.loop_days, p.start_day, package_parts_json(p.price, p.reward, p.loops, p.loop_days, p.start_day),
             NULL::bigint, NULL::timestamptz, NULL::bigint
        FROM unnest(v_packages) WITH ORDINALITY AS ordered
        CROSS JOIN LATERAL (SELECT p_orders -> v_places[ordered.ordinality] - 1 AS ask) o
        JOIN journal j ON j.owner = ordered.member AND j.key = ask ->> 'key' AND j.request_hash = decode(ask ->> 'hash', 'hex')
        JOIN package p ON p.bought_by = j.id WHERE ordered.ordinality <> ALL (v_posted);
  END IF;
END $$;

-- Takes a purchase back while the law lets its member do so: the mirror image of the purchase, so RP come back as RP and the
-- reward to the pool. Once, whoever asks and how often. Also for who is suspended: the money stays in the platform.
CREATE OR REPLACE FUNCTION cancel_package(
  p_journal uuid, p_member bigint, p_package uuid, OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_package package; v_key text := 'package-cancel:' || p_package;
BEGIN
  SELECT * INTO v_package FROM package WHERE id = p_package AND member = p_member FOR NO KEY UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such package' USING ERRCODE = 'TP002'; END IF;
  SELECT cancelled_by, true, cancelled_at INTO journal_id, replayed, at FROM package_cancellation WHERE package = p_package;
  IF FOUND THEN RETURN; END IF;
  -- Before as well as after: what came back meanwhile is not there to be taken back.
  IF v_package.cancel_days = 0 OR product_now() >= v_package.counted_at THEN
    RAISE EXCEPTION 'cannot be cancelled' USING ERRCODE = 'TP003';
  END IF;
  SELECT r.journal_id, r.replayed, r.at INTO journal_id, replayed, at
    FROM reverse_journal(p_journal, p_member, v_key, sha256(convert_to(v_key, 'UTF8')), 'reversal',
                         jsonb_build_object('package', p_package), v_package.bought_by) r;
  -- By the time of the journal: what waited for a lock past the last moment comes too late.
  IF at >= v_package.counted_at THEN RAISE EXCEPTION 'cannot be cancelled any more' USING ERRCODE = 'TP003'; END IF;
  INSERT INTO package_cancellation (package, cancelled_by, cancelled_at) VALUES (p_package, journal_id, at);
  UPDATE package_loop SET cancelled = true WHERE package = p_package;
  DELETE FROM certificate_due WHERE package = p_package;
END $$;

-- Keeps the next certificates of the chain, in the order in which packages came to the list. p_jsons: canonical, made by the
-- application; what they say is looked at against what was bought.
CREATE OR REPLACE FUNCTION issue_certificates(p_packages uuid[], p_jsons text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_serial bigint; v_hash text; v_package package; v_said jsonb;
BEGIN
  PERFORM lock_certificates();
  SELECT serial, hash INTO v_serial, v_hash FROM certificate ORDER BY serial DESC LIMIT 1;
  FOR i IN 1 .. cardinality(p_packages) LOOP
    v_said := p_jsons[i]::jsonb;
    v_serial := coalesce(v_serial, 0) + 1;
    SELECT p.* INTO v_package FROM package p JOIN certificate_due d ON d.package = p.id WHERE p.id = p_packages[i];
    IF NOT FOUND OR v_said IS DISTINCT FROM jsonb_build_object(
      'certificate', 'package 1', 'contract', v_package.id, 'serial', v_serial, 'previous', coalesce(v_hash, repeat('0', 64)),
      'level', v_package.level, 'planType', v_package.plan_type, 'currency', 'USDP',
      'price', wire_text(v_package.price), 'value', wire_text(v_package.price), 'points', wire_text(v_package.price),
      'reward', wire_text(v_package.reward), 'stakeDays', v_package.loops * v_package.loop_days, 'loops', v_package.loops,
      'startedAt', to_char(date_trunc('second', v_package.started_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    THEN RAISE EXCEPTION 'not the next certificate' USING ERRCODE = 'TP004'; END IF;
    v_hash := encode(sha256(convert_to(p_jsons[i], 'UTF8')), 'hex');
    INSERT INTO certificate (serial, package, json, hash, issued_at)
      VALUES (v_serial, v_package.id, p_jsons[i], v_hash, product_now());
    DELETE FROM certificate_due WHERE package = v_package.id;
  END LOOP;
END $$;

-- One process at a time makes certificates, until its transaction ends.
CREATE OR REPLACE FUNCTION lock_certificates() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(7720) $$;

-- An amount of six decimals as on the wire: at least two of them, and no zeros at the end beyond.
CREATE OR REPLACE FUNCTION wire_text(p_minor bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(to_char(p_minor / 1000000.0, 'FM999999999990.000000'), '([0-9]{2})0{1,4}$', '\1')
$$;

-- STABLE, for turning values into text is no more: so Postgres puts the expression in place of the call.
CREATE OR REPLACE FUNCTION package_loop_key(p_package uuid, p_n integer) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'package-loop:' || p_package || ':' || p_n
$$;

-- Waits for who has a member's due parts in hand. For half a second at most: who takes
-- longer is left with them, and the member sees them as they are.
CREATE OR REPLACE FUNCTION wait_for_due_loops(p_member bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off SET lock_timeout = '500ms' AS $$
BEGIN
  PERFORM 1 FROM package_loop WHERE member = p_member AND released_by IS NULL AND NOT cancelled
      AND due_on <= (product_now() AT TIME ZONE 'UTC')::date
    ORDER BY due_on, package, n LIMIT 1000 FOR NO KEY UPDATE;
EXCEPTION WHEN lock_not_available THEN NULL;
END $$;

-- Releases what is due, as many as there are ids: each its own journal under its own key, so that it happens once, whoever
-- asks and however late. What another has in hand is left to them. p_member: of nobody else, or NULL; it waits for who has theirs
-- in hand, for whoever looks has what is due. due: how many it took up.
-- The scan of the whole table that a planner with old figures chooses for the UPDATE would cost more with every year.
CREATE OR REPLACE FUNCTION release_packages(p_ids uuid[], p_member bigint, OUT due integer, OUT released integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_packages uuid[]; v_ns integer[]; v_members bigint[]; v_values bigint[]; v_rewards bigint[]; v_keys text[];
  v_places integer[]; v_accounts bigint[]; v_amounts bigint[]; v_posted uuid[]; v_ats timestamptz[];
  -- The database's own: who asks cannot have it sooner.
  v_today date := (product_now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF p_member IS NOT NULL THEN
    PERFORM wait_for_due_loops(p_member);
  END IF;
  SELECT array_agg(package), array_agg(n), array_agg(member), array_agg(value), array_agg(reward),
         array_agg(package_loop_key(package, n))
    INTO v_packages, v_ns, v_members, v_values, v_rewards, v_keys
    FROM (SELECT package, n, member, value, reward FROM package_loop
            WHERE released_by IS NULL AND NOT cancelled AND due_on <= v_today AND (p_member IS NULL OR member = p_member)
            ORDER BY due_on, member, package, n LIMIT cardinality(p_ids) FOR NO KEY UPDATE SKIP LOCKED) taken;
  due := coalesce(cardinality(v_packages), 0);
  released := 0;
  IF due = 0 THEN RETURN; END IF;
  SELECT array_agg(place), array_agg(account), array_agg(amount) INTO v_places, v_accounts, v_amounts FROM (
    SELECT l.place::integer, move.account, move.amount
      FROM unnest(v_members, v_values, v_rewards) WITH ORDINALITY AS l (member, value, reward, place)
      CROSS JOIN LATERAL package_release_legs(l.member, l.value, l.reward) AS move ORDER BY l.place, move.leg) legs;
  SELECT array_agg(p_ids[place]), array_agg(p.at), array_agg(v_packages[place]), array_agg(v_ns[place])
    INTO v_posted, v_ats, v_packages, v_ns FROM post_many(p_ids[1:due], v_members, v_keys,
      ARRAY(SELECT sha256(convert_to(key, 'UTF8')) FROM unnest(v_keys) WITH ORDINALITY AS k (key, place) ORDER BY place),
      array_fill('package_release'::text, ARRAY[due]),
      ARRAY(SELECT jsonb_build_object('package', package, 'loop', n)
              FROM unnest(v_packages, v_ns) WITH ORDINALITY AS m (package, n, place) ORDER BY place),
      array_fill(NULL::text, ARRAY[due]), array_fill(NULL::text, ARRAY[due]), array_fill(NULL::bigint, ARRAY[due]),
      v_places, v_accounts, v_amounts, array_fill(NULL::bigint, ARRAY[due]), true) p CROSS JOIN unnest(p.places) AS place;
  WITH marked AS (
    UPDATE package_loop l SET released_by = posted.id, released_at = posted.at
      FROM unnest(v_posted, v_ats, v_packages, v_ns) AS posted (id, at, package, n)
      WHERE l.package = posted.package AND l.n = posted.n
      RETURNING l.package, l.member, l.value + l.reward AS amount, l.released_by, l.released_at),
  reported AS (
    INSERT INTO notice (member, kind, template, params, link, journal, created_at)
      SELECT marked.member, 'stake', 'packageReleased',
             jsonb_build_object('level', p.level, 'amount', amount_text(marked.amount, 'USDP')),
             '/plan/packages/' || p.id, marked.released_by, marked.released_at
        FROM marked JOIN package p ON p.id = marked.package),
  mailed AS (
    INSERT INTO release_mail_due (member, day, at)
      SELECT marked.member, (marked.released_at AT TIME ZONE 'UTC')::date, min(marked.released_at) FROM marked GROUP BY 1, 2
      ON CONFLICT DO NOTHING)
  SELECT count(*) INTO released FROM marked;
END $$;

-- Whom to mail of what came back on a day, a minute after the first of it, with the sum; who asks reports it in the same
-- transaction. What another has in hand is left to them. What comes back later on that day is mailed once more.
CREATE OR REPLACE FUNCTION due_release_mails(p_limit integer) RETURNS TABLE (member bigint, amount text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
    WITH taken AS (
      SELECT d.member, d.day FROM release_mail_due d WHERE d.at <= product_now() - interval '1 minute'
        ORDER BY d.at, d.member LIMIT p_limit FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM release_mail_due d USING taken WHERE d.member = taken.member AND d.day = taken.day)
    SELECT taken.member, amount_text(sum(l.value + l.reward)::bigint, 'USDP') FROM taken
      JOIN package p ON p.member = taken.member JOIN package_loop l ON l.package = p.id
      WHERE l.released_at >= taken.day::timestamp AT TIME ZONE 'UTC' AND l.released_at < (taken.day + 1)::timestamp AT TIME ZONE 'UTC'
      GROUP BY taken.member, taken.day;
END $$;

-- A purchase stays as it was agreed; of a part only how it ended is reported, once.
CREATE OR REPLACE FUNCTION package_loop_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.released_by IS NOT NULL OR OLD.cancelled OR (NEW.released_by IS NULL) <> NEW.cancelled
    OR (NEW.package, NEW.n, NEW.member, NEW.due_on, NEW.value, NEW.reward)
       IS DISTINCT FROM (OLD.package, OLD.n, OLD.member, OLD.due_on, OLD.value, OLD.reward)
  THEN RAISE EXCEPTION 'a part of a package ends once, and is otherwise as it was' USING ERRCODE = 'TR009'; END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER package_loop_changes BEFORE UPDATE ON package_loop
  FOR EACH ROW EXECUTE FUNCTION package_loop_changes();
CREATE OR REPLACE TRIGGER package_loop_stays BEFORE DELETE ON package_loop FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER package_loop_no_truncate BEFORE TRUNCATE ON package_loop EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER package_append_only BEFORE UPDATE OR DELETE ON package
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER package_no_truncate BEFORE TRUNCATE ON package EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER package_cancellation_stays BEFORE UPDATE OR DELETE ON package_cancellation
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER package_cancellation_no_truncate BEFORE TRUNCATE ON package_cancellation
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER certificate_stays BEFORE UPDATE OR DELETE ON certificate
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER certificate_no_truncate BEFORE TRUNCATE ON certificate EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION package_terms_at, package_earnings, quote_package, package_parts, package_parts_json, package_purchase_legs,
  package_release_legs, package_facts, package_quote_of, purchase_packages, release_packages, package_loop_key, cancel_package,
  package_cancel_days, issue_certificates, lock_certificates, due_release_mails, cancel_days_in, package_cancelling TO trellis_app;
