-- Packages. The application computes what one is; here it is locked what it is computed from, looked at whether it is what the
-- rules of that moment and the pool allow, and posted. Errors: TP001 it is not what the terms are now; TP002 there is no such
-- package of the member's; TP003 it cannot be cancelled, or no longer; TP004 it is not the next certificate; TR001 not enough.

-- Locks what a purchase moves, in the one order of locks, and says what is there. Accounts that a member will need later are
-- opened now, empty: a release in numbers leaves alone whom it would have to open one for.
CREATE OR REPLACE FUNCTION lock_for_package(p_member bigint, OUT usd bigint, OUT rp bigint, OUT free bigint, OUT at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO account (id, owner, code, balance, floor, seq)
    SELECT p_member * 1000 + k.code, p_member, k.code, 0, k.floor, 0 FROM account_kind k
      WHERE k.code IN (101, 121, 122, 131) ORDER BY k.code
    ON CONFLICT (id) DO NOTHING;
  SELECT max(balance) FILTER (WHERE code = 101), max(balance) FILTER (WHERE code = 131), max(balance) FILTER (WHERE code = 601)
    INTO usd, rp, free
    FROM (SELECT code, balance FROM account
            WHERE id = ANY (ARRAY[p_member * 1000 + 101, p_member * 1000 + 121, p_member * 1000 + 122, p_member * 1000 + 131,
                                  221, 231, 301, 302, 601, 604])
            ORDER BY lock_rank(id) FOR NO KEY UPDATE) locked;
  at := product_now();
END $$;

-- The terms that a price has: of the level of its name, or of the dearest that an own amount reaches. No row: no such price.
CREATE OR REPLACE FUNCTION package_terms_of(p_plan_type text, p_level text, p_price bigint, p_at timestamptz)
RETURNS TABLE (loops integer, loop_days integer, apr_ppm bigint, most_rp bigint) LANGUAGE sql STABLE AS $$
  WITH terms AS (
    SELECT (value ->> 'minimum')::bigint AS minimum, (value ->> 'maximum')::bigint AS maximum, (value ->> 'step')::bigint AS step,
           (value ->> 'loopDays')::integer AS loop_days,
           trunc(p_price * (value ->> 'rpSharePercent')::numeric / 100)::bigint AS most_rp
      FROM rule_at('packageTerms', 'all', p_at)),
  levels AS (
    SELECT name AS level, (r.value ->> 'price')::bigint AS price, (r.value ->> 'loops')::integer AS loops,
           ((r.value ->> 'aprPercent')::numeric * 10000)::bigint AS apr_ppm
      FROM (SELECT DISTINCT key AS name FROM rule WHERE subject = 'packageLevel') names
      CROSS JOIN LATERAL rule_at('packageLevel', names.name, p_at) r)
  SELECT l.loops, t.loop_days, l.apr_ppm, t.most_rp FROM levels l CROSS JOIN terms t
    WHERE l.level = p_level AND CASE p_plan_type
      WHEN 'level' THEN l.price = p_price
      ELSE p_price BETWEEN t.minimum AND t.maximum AND (p_price - t.minimum) % t.step = 0
        AND l.price = (SELECT max(price) FROM levels WHERE price <= p_price) END
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

-- Buys one: its price becomes locked USDP with its backing, and its reward leaves the pool and is promised, in one journal. The
-- reward is what the terms give, or all that the pool has left.
CREATE OR REPLACE FUNCTION buy_package(
  p_journal uuid, p_member bigint, p_key text, p_hash bytea, p_agreed jsonb, p_values bigint[], p_rewards bigint[],
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[], OUT package_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_terms record; v_free bigint; v_accounts bigint[]; v_amounts bigint[];
  v_package package := jsonb_populate_record(NULL::package, p_agreed);
BEGIN
  SELECT * INTO v_terms FROM package_terms_of(v_package.plan_type, v_package.level, v_package.price, product_now());
  -- Whoever comes without having locked: this opens the accounts, too, without which nothing could come back later.
  SELECT free INTO v_free FROM lock_for_package(p_member);
  IF (v_package.member = p_member AND v_package.rp <= v_terms.most_rp
      AND v_package.loops = v_terms.loops AND v_package.loop_days = v_terms.loop_days AND v_package.apr_ppm = v_terms.apr_ppm
      AND v_package.reward = least(v_free,
        div(v_package.price::numeric * v_terms.apr_ppm * v_terms.loops * v_terms.loop_days, 365000000))
      AND (SELECT c.days = v_package.cancel_days AND c.rests_until IS NULL AND (c.room IS NULL OR v_package.reward <= c.room)
             FROM package_cancelling(p_member, product_now()) c)
      AND cardinality(p_values) = v_package.loops AND cardinality(p_rewards) = v_package.loops
      AND (SELECT sum(value) = v_package.price AND sum(reward) = v_package.reward
             FROM unnest(p_values, p_rewards) AS part (value, reward))) IS NOT TRUE
  THEN RAISE EXCEPTION 'these are not the terms' USING ERRCODE = 'TP001'; END IF;

  SELECT array_agg(account ORDER BY lock_rank(account)), array_agg(amount ORDER BY lock_rank(account))
    INTO v_accounts, v_amounts
    FROM (VALUES
      (p_member * 1000 + 101, v_package.rp - v_package.price), (p_member * 1000 + 122, v_package.price),
      (p_member * 1000 + 131, -v_package.rp),
      (221::bigint, -v_package.price), (231, v_package.rp), (301, v_package.price), (302, -v_package.rp),
      (601, -v_package.reward), (604, v_package.reward)) AS leg (account, amount)
    WHERE amount <> 0;
  SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(p_journal, p_member, p_key, p_hash,
    'package_purchase', jsonb_build_object('package', v_package.id), v_accounts, v_amounts, NULL, NULL, NULL) AS posted;
  package_id := v_package.id;
  IF replayed THEN
    SELECT id INTO package_id FROM package WHERE bought_by = journal_id;
    RETURN;
  END IF;
  -- Its day is that of the journal, also when midnight came between.
  IF (at AT TIME ZONE 'UTC')::date <> v_package.start_day THEN
    RAISE EXCEPTION 'another day has begun' USING ERRCODE = 'TP001';
  END IF;
  INSERT INTO package (id, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days, started_at, start_day,
                       bought_by, cancel_days)
    VALUES (v_package.id, p_member, v_package.plan_type, v_package.level, v_package.price, v_package.rp, v_package.reward,
            v_package.apr_ppm, v_package.loops, v_package.loop_days, at, v_package.start_day, journal_id, v_package.cancel_days);
  INSERT INTO package_loop (package, n, member, due_on, value, reward)
    SELECT v_package.id, part.n, p_member, v_package.start_day + part.n::integer * v_package.loop_days, part.value, part.reward
      FROM unnest(p_values, p_rewards) WITH ORDINALITY AS part (value, reward, n);
  INSERT INTO certificate_due (package, ready_at) SELECT id, counted_at FROM package WHERE id = v_package.id;
  PERFORM begin_sales(ARRAY[v_package.id]);
END $$;

-- Buys packages of many members in one call: those of p_items that `buy_package` would take for certain, with the whole of their
-- rewards, and of nobody who is suspended. Returns their places (from 1), and the one time they share. What is neither bought nor
-- returned is left alone, for `buy_package` to judge and explain: also all of them, where the pool does not reach for all.
-- p_items: each what was agreed, the id of its journal, key and hash, its parts, and what its member is told.
-- TP001: another day has begun. Nothing was bought then.
CREATE OR REPLACE FUNCTION buy_packages(p_items jsonb) RETURNS TABLE (place integer, at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := product_now(); v_sale jsonb; v_days text; v_free bigint; v_items jsonb[]; v_asked integer[]; v_count integer;
  v_members bigint[] := ARRAY(SELECT DISTINCT (item ->> 'member')::bigint FROM jsonb_array_elements(p_items) AS item);
  v_places integer[]; v_accounts bigint[]; v_amounts bigint[]; v_bought integer[]; v_at timestamptz; v_none bigint[];
BEGIN
  SELECT value INTO v_sale FROM rule_at('productSale', 'package', v_now);
  SELECT value ->> 'days' INTO v_days FROM rule_at('packageCancelling', 'all', v_now);
  INSERT INTO account (id, owner, code, balance, floor, seq)
    SELECT m.id * 1000 + k.code, m.id, k.code, 0, k.floor, 0 FROM unnest(v_members) AS given (id) JOIN member m ON m.id = given.id
      CROSS JOIN account_kind k
      WHERE k.code IN (101, 121, 122, 131) AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = m.id * 1000 + k.code)
      ORDER BY 1
    ON CONFLICT (id) DO NOTHING;
  PERFORM 1 FROM account
    WHERE id = ANY (ARRAY(SELECT m * 1000 + code FROM unnest(v_members) m CROSS JOIN unnest(ARRAY[101, 121, 122, 131]) code)
      || ARRAY[221, 231, 301, 302, 601, 604]::bigint[])
    ORDER BY lock_rank(id) FOR NO KEY UPDATE;
  SELECT balance INTO v_free FROM account WHERE id = 601;

  -- Of many that are the same the terms are looked up once.
  WITH given AS MATERIALIZED (
    SELECT item, ordinality, (p).member, (p).plan_type, (p).level, (p).price, (p).rp, (p).reward, (p).apr_ppm, (p).loops, (p).loop_days,
           (p).cancel_days
      FROM (SELECT item, ordinality, jsonb_populate_record(NULL::package, item) AS p
              FROM jsonb_array_elements(p_items) WITH ORDINALITY AS i (item, ordinality)) populated),
  terms AS MATERIALIZED (
    SELECT d.*, t.* FROM (SELECT DISTINCT plan_type AS of_type, level AS of_level, price AS of_price FROM given) d
      CROSS JOIN LATERAL package_terms_of(of_type, of_level, of_price, v_now) t)
  SELECT array_agg(g.item ORDER BY g.ordinality), array_agg(g.ordinality::integer ORDER BY g.ordinality)
    INTO v_items, v_asked
    FROM given g JOIN terms t ON (t.of_type, t.of_level, t.of_price) = (g.plan_type, g.level, g.price)
      JOIN member m ON m.id = g.member
    WHERE g.rp <= t.most_rp AND (g.loops, g.loop_days, g.apr_ppm) = (t.loops, t.loop_days, t.apr_ppm)
      AND g.reward = div(g.price::numeric * t.apr_ppm * t.loops * t.loop_days, 365000000)
      AND g.cancel_days = cancel_days_in(v_days, m.country)
      AND (g.cancel_days = 0 OR (SELECT c.rests_until IS NULL AND (SELECT sum(o.reward) FROM given o WHERE o.member = g.member) <= c.room
        FROM package_cancelling(g.member, v_now) c))
      AND is_sold_in(v_sale, m.country) AND m.suspended_at IS NULL
      AND jsonb_array_length(g.item -> 'values') = g.loops AND jsonb_array_length(g.item -> 'rewards') = g.loops
      AND (SELECT sum(part::bigint) FROM jsonb_array_elements_text(g.item -> 'values') AS v (part)) = g.price
      AND (SELECT sum(part::bigint) FROM jsonb_array_elements_text(g.item -> 'rewards') AS r (part)) = g.reward;
  v_count := coalesce(cardinality(v_items), 0);
  IF v_count = 0 OR (SELECT sum((item ->> 'reward')::bigint) FROM unnest(v_items) AS item) > v_free THEN RETURN; END IF;

  SELECT array_agg(n), array_agg(account), array_agg(amount) INTO v_places, v_accounts, v_amounts FROM (
    SELECT i.n::integer, leg.account, leg.amount
      FROM unnest(v_items) WITH ORDINALITY AS i (item, n)
      CROSS JOIN LATERAL (SELECT (item ->> 'member')::bigint AS member, (item ->> 'price')::bigint AS price, (item ->> 'rp')::bigint AS rp,
                                 (item ->> 'reward')::bigint AS reward) p
      CROSS JOIN LATERAL (VALUES
        (1, p.member * 1000 + 101, p.rp - p.price), (2, p.member * 1000 + 122, p.price), (3, p.member * 1000 + 131, -p.rp),
        (4, 221::bigint, -p.price), (5, 231, p.rp), (6, 301, p.price), (7, 302, -p.rp), (8, 601, -p.reward), (9, 604, p.reward))
        AS leg (o, account, amount)
      WHERE leg.amount <> 0 ORDER BY i.n, leg.o) legs;
  v_none := array_fill(NULL::bigint, ARRAY[v_count]);
  SELECT array_agg(posted.place), min(posted.at) INTO v_bought, v_at FROM post_journals(
    ARRAY(SELECT (item ->> 'journal')::uuid FROM unnest(v_items) WITH ORDINALITY AS i (item, n) ORDER BY n),
    ARRAY(SELECT (item ->> 'member')::bigint FROM unnest(v_items) WITH ORDINALITY AS i (item, n) ORDER BY n),
    ARRAY(SELECT item ->> 'key' FROM unnest(v_items) WITH ORDINALITY AS i (item, n) ORDER BY n),
    ARRAY(SELECT decode(item ->> 'hash', 'hex') FROM unnest(v_items) WITH ORDINALITY AS i (item, n) ORDER BY n),
    array_fill('package_purchase'::text, ARRAY[v_count]),
    ARRAY(SELECT jsonb_build_object('package', item ->> 'id') FROM unnest(v_items) WITH ORDINALITY AS i (item, n) ORDER BY n),
    v_none::text[], v_none::text[], v_none, v_places, v_accounts, v_amounts, v_none, true) AS posted;
  IF v_bought IS NULL THEN RETURN; END IF;

  v_items := ARRAY(SELECT item FROM unnest(v_items) WITH ORDINALITY AS i (item, n) WHERE n = ANY (v_bought) ORDER BY n);
  IF EXISTS (SELECT 1 FROM unnest(v_items) AS item WHERE (item ->> 'start_day')::date <> (v_at AT TIME ZONE 'UTC')::date) THEN
    RAISE EXCEPTION 'another day has begun' USING ERRCODE = 'TP001';
  END IF;
  INSERT INTO package (id, member, plan_type, level, price, rp, reward, apr_ppm, loops, loop_days, started_at, start_day, bought_by, cancel_days)
    SELECT p.id, p.member, p.plan_type, p.level, p.price, p.rp, p.reward, p.apr_ppm, p.loops, p.loop_days, v_at, p.start_day,
           (item ->> 'journal')::uuid, p.cancel_days
      FROM unnest(v_items) AS item CROSS JOIN LATERAL jsonb_populate_record(NULL::package, item) AS p;
  INSERT INTO package_loop (package, n, member, due_on, value, reward)
    SELECT p.id, part.n, p.member, p.start_day + part.n::integer * p.loop_days, part.value::bigint, part.reward::bigint
      FROM unnest(v_items) AS item CROSS JOIN LATERAL jsonb_populate_record(NULL::package, item) AS p
      CROSS JOIN LATERAL ROWS FROM (jsonb_array_elements_text(item -> 'values'), jsonb_array_elements_text(item -> 'rewards'))
        WITH ORDINALITY AS part (value, reward, n);
  INSERT INTO certificate_due (package, ready_at) SELECT p.id, p.counted_at
    FROM unnest(v_items) WITH ORDINALITY AS i (item, n) JOIN package p ON p.id = (item ->> 'id')::uuid ORDER BY n;
  PERFORM begin_sales(ARRAY(SELECT (item ->> 'id')::uuid FROM unnest(v_items) WITH ORDINALITY AS i (item, n) ORDER BY n));
  INSERT INTO notice (member, kind, template, params, link, created_at)
    SELECT (item ->> 'member')::bigint, item -> 'notice' ->> 'kind', item -> 'notice' ->> 'template', item -> 'notice' -> 'params',
           item -> 'notice' ->> 'link', v_at
      FROM unnest(v_items) AS item;
  INSERT INTO outbox_mail (id, recipient, template, language, params, created_at, attempts, due_at)
    SELECT (item -> 'mail' ->> 'id')::uuid, item -> 'mail' ->> 'recipient', item -> 'mail' ->> 'template', item -> 'mail' ->> 'language',
           item -> 'mail' -> 'params', v_at, 0, v_at
      FROM unnest(v_items) AS item;
  RETURN QUERY SELECT v_asked[n], v_at FROM unnest(v_bought) AS n;
END $$;

-- Takes a purchase back while the law lets its member do so: the mirror image of the purchase, so RP come back as RP and the
-- reward to the pool. Once, whoever asks and how often. Also for who is suspended: the money stays in the house.
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

-- Releases what is due, as many as there are ids: each its own journal under its own key, so that it happens once, whoever
-- asks and however late. What another has in hand is left to them. p_member: of nobody else, or NULL. due: how many it took up.
-- The scan of the whole table that a planner with old figures chooses for the UPDATE would cost more with every year.
CREATE OR REPLACE FUNCTION release_packages(p_ids uuid[], p_member bigint, OUT due integer, OUT released integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_packages uuid[]; v_ns integer[]; v_members bigint[]; v_values bigint[]; v_rewards bigint[]; v_keys text[];
  v_places integer[]; v_accounts bigint[]; v_amounts bigint[];
  -- The database's own: who asks cannot have it sooner.
  v_today date := (product_now() AT TIME ZONE 'UTC')::date;
BEGIN
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
    SELECT l.place::integer, leg.account, leg.amount
      FROM unnest(v_members, v_values, v_rewards) WITH ORDINALITY AS l (member, value, reward, place)
      CROSS JOIN LATERAL (VALUES
        (1, l.member * 1000 + 121, l.value + l.reward), (2, l.member * 1000 + 122, -l.value),
        (3, 221::bigint, -l.reward), (4, 301, l.reward), (5, 604, -l.reward)) AS leg (o, account, amount)
      WHERE leg.amount <> 0 ORDER BY l.place, leg.o) legs;
  WITH posted AS (
    SELECT * FROM post_journals(p_ids[1:due], v_members, v_keys,
      ARRAY(SELECT sha256(convert_to(key, 'UTF8')) FROM unnest(v_keys) WITH ORDINALITY AS k (key, place) ORDER BY place),
      array_fill('package_release'::text, ARRAY[due]),
      ARRAY(SELECT jsonb_build_object('package', package, 'loop', n)
              FROM unnest(v_packages, v_ns) WITH ORDINALITY AS m (package, n, place) ORDER BY place),
      array_fill(NULL::text, ARRAY[due]), array_fill(NULL::text, ARRAY[due]), array_fill(NULL::bigint, ARRAY[due]),
      v_places, v_accounts, v_amounts, array_fill(NULL::bigint, ARRAY[due]), true)),
  marked AS (
    UPDATE package_loop l SET released_by = p_ids[posted.place], released_at = posted.at FROM posted
      WHERE l.package = v_packages[posted.place] AND l.n = v_ns[posted.place]
      RETURNING l.package, l.member, l.value + l.reward AS amount, l.released_by, l.released_at),
  told AS (
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

-- Whom to mail of what came back on a day, a minute after the first of it, with the sum; who asks tells it in the same
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

-- A purchase stays as it was agreed; of a part only how it ended is told, once.
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

GRANT EXECUTE ON FUNCTION lock_for_package, buy_package, buy_packages, release_packages, package_loop_key, cancel_package, package_cancel_days,
  issue_certificates, lock_certificates, due_release_mails, cancel_days_in, package_cancelling TO trellis_app;
