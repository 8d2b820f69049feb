-- The team bonus. A day is cut off some minutes after its end, then closed from the facts of its sales alone, in one transaction
-- with the promise of what it pays, and paid out member by member. Errors: TB001 the index does not know all of the day yet.
--
-- Volume is carried by one number a side: of all that ever came to it, how much is gone. It is gone once it was matched, or is of
-- a day that is too old; the oldest goes first. So what is left is the newest, and needs no list of days.

-- What is in force at a time, in the units that are computed with; as the day that was closed by it keeps it.
CREATE OR REPLACE FUNCTION bonus_terms_at(p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
      'directPpm', ((t.value ->> 'directPercent')::numeric * 10000)::bigint,
      'pairingPpm', ((t.value ->> 'pairingPercent')::numeric * 10000)::bigint,
      'budgetPpm', ((t.value ->> 'budgetPercent')::numeric * 10000)::bigint,
      'rpPpm', ((t.value ->> 'rpPercent')::numeric * 10000)::bigint,
      'ownValuePpm', ((t.value ->> 'ownValuePercent')::numeric * 10000)::bigint,
      'carryDays', (t.value ->> 'carryDays')::integer, 'capDivisor', (t.value ->> 'capDivisor')::integer,
      'sale', (SELECT s.value FROM rule_at('productSale', 'team', p_at) s),
      'caps', (SELECT jsonb_object_agg(names.level, (c.value ->> 'month')::bigint)
                 FROM (SELECT DISTINCT key AS level FROM rule WHERE subject = 'bonusCap') names
                 CROSS JOIN LATERAL rule_at('bonusCap', names.level, p_at) c))
    FROM rule_at('bonusTerms', 'all', p_at) t
$$;

-- What a member has earned on a day, before it is known whether the budget reaches for all. Who does not play matches nothing, and
-- nothing is used up: the bonus is closed to them, no package is active, or nothing can be paid. p_left, p_right: what waits on each
-- side. p_points: of those they have sponsored. cut: of pairing, what is above the day's cap; over_limit: what is above the month's
-- limit by one's own packages.
CREATE OR REPLACE FUNCTION bonus_earned(p_terms jsonb, p_budget bigint, p_qualified boolean, p_left bigint, p_right bigint, p_points bigint,
  p_month_cap bigint, p_own_value bigint, p_month_before bigint)
RETURNS TABLE (matched bigint, direct bigint, pairing bigint, cap bigint, cut bigint, over_limit bigint, due bigint)
LANGUAGE sql IMMUTABLE AS $$
  SELECT matched, direct, pairing, cap, pairing - least(pairing, cap), earned - due, due FROM (
    SELECT *, CASE WHEN p_terms ->> 'ownValuePpm' IS NULL THEN earned
        ELSE least(earned, greatest(share_of(p_own_value, (p_terms ->> 'ownValuePpm')::bigint) - p_month_before, 0)) END AS due FROM (
      SELECT *, direct + least(pairing, cap) AS earned FROM (
        SELECT *, share_of(matched, (p_terms ->> 'pairingPpm')::bigint) AS pairing FROM (
          SELECT CASE WHEN p_qualified AND p_budget > 0 THEN least(p_left, p_right) ELSE 0 END AS matched,
                 CASE WHEN p_qualified AND p_budget > 0 THEN share_of(p_points, (p_terms ->> 'directPpm')::bigint) ELSE 0 END AS direct,
                 CASE WHEN p_qualified THEN p_month_cap / (p_terms ->> 'capDivisor')::bigint ELSE 0 END AS cap OFFSET 0) m OFFSET 0) p OFFSET 0) e OFFSET 0) l
$$;

-- What is paid of what is due. Where the budget does not reach for all, each is paid the same share, rounded down: exactly, and not by
-- a factor that was rounded before.
CREATE OR REPLACE FUNCTION bonus_paid(p_due bigint, p_demand numeric, p_budget bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_demand <= p_budget THEN p_due ELSE div(p_due::numeric * p_budget, p_demand)::bigint END
$$;

-- As a day is closed, what it pays leaves the pool and is promised.
CREATE OR REPLACE FUNCTION bonus_closing_legs(p_paid bigint) RETURNS TABLE (leg integer, account bigint, amount bigint)
LANGUAGE sql IMMUTABLE AS $$
  SELECT * FROM (VALUES (1, system_account('teamBonusPool'), -p_paid), (2, system_account('committedReward'), p_paid)) AS move (leg, account, amount)
$$;

-- A member's share is paid out of what is promised: USDP and RP with their backing. In lock order, without what moves nothing.
CREATE OR REPLACE FUNCTION bonus_payout_legs(p_member bigint, p_paid bigint, p_rp bigint)
RETURNS TABLE (leg integer, account bigint, amount bigint) LANGUAGE sql IMMUTABLE AS $$
  SELECT leg, account, amount FROM (VALUES
      (1, account_of(p_member, 'usdpActive'), p_paid - p_rp), (2, account_of(p_member, 'rpAvailable'), p_rp),
      (3, system_account('usdpIssued'), p_rp - p_paid), (4, system_account('rpIssued'), -p_rp),
      (5, system_account('reserveUsdp'), p_paid - p_rp), (6, system_account('reserveRp'), p_rp),
      (7, system_account('committedReward'), -p_paid)) AS move (leg, account, amount)
    WHERE amount <> 0
$$;

-- Whether the day that takes sales is over for ten minutes, and the one before it closed.
CREATE OR REPLACE FUNCTION is_bonus_day_over(p_calendar bonus_calendar) RETURNS boolean LANGUAGE sql AS $$
  SELECT (p_calendar.closed_day IS NULL OR p_calendar.closed_day = p_calendar.open_day - 1)
    AND (p_calendar.open_day + 1)::timestamp AT TIME ZONE 'UTC' + interval '10 minutes' <= product_now()
$$;

-- Ends the day that takes sales, once it is over and those that are under way are in; the next takes them then. Days that were
-- missed are cut off and closed one after the other. Returns the day, or NULL.
CREATE OR REPLACE FUNCTION cut_bonus_day() RETURNS date
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_day date;
BEGIN
  -- Looked at first without the lock, which all who buy would wait for.
  IF NOT EXISTS (SELECT 1 FROM bonus_calendar c WHERE is_bonus_day_over(c)) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(7721);
  SELECT c.open_day INTO v_day FROM bonus_calendar c WHERE is_bonus_day_over(c);
  UPDATE bonus_calendar SET open_day = open_day + 1, closed_day = coalesce(closed_day, open_day - 1) WHERE open_day = v_day;
  RETURN v_day;
END $$;

-- What a day would pay, of all members: a line for each where it matches anything, or somebody they have sponsored has bought.
-- From the facts of the days up to it alone; p_expired_through: what team_expired knows, nothing of which can be matched.
CREATE OR REPLACE FUNCTION bonus_lines_of(p_day date, p_terms jsonb, p_budget bigint)
RETURNS TABLE (member bigint, qualified boolean, left_stock bigint, right_stock bigint, left_gone bigint, right_gone bigint,
               matched bigint, direct_points bigint, direct bigint, pairing bigint, cap bigint, cut bigint, own_value bigint,
               month_before bigint, over_limit bigint, due bigint, paid bigint, rp bigint)
LANGUAGE sql STABLE SET work_mem = '128MB' SET jit = off AS $$
  WITH later AS (
    SELECT d.path, d.idx AS pos, sum(d.volume)::bigint AS volume, sum(d.own_volume)::bigint AS own_volume
      FROM team_day d WHERE d.lvl = 0 AND d.day > p_day AND d.volume > 0 GROUP BY 1, 2),
  direct AS (
    SELECT n.sponsor_id AS member, sum(s.points)::bigint AS points FROM sale s JOIN tree_node n ON n.id = s.member
      WHERE s.day = p_day AND n.sponsor_id IS NOT NULL GROUP BY 1),
  -- Without those to whom nothing ever came, who add nothing to the path and, as they have no package, match nothing.
  nodes AS (
    SELECT t.node_id, t.path, t.pos, t.heavy_side, d.points, t.volume - coalesce(l.volume, 0) AS volume,
           t.volume - t.own_volume - coalesce(l.volume - l.own_volume, 0) AS light,
           coalesce(x.volume, 0) AS old, coalesce(x.volume - x.own_volume, 0) AS light_old
      FROM team t LEFT JOIN direct d ON d.member = t.node_id LEFT JOIN later l USING (path, pos) LEFT JOIN team_expired x USING (node_id)
      WHERE t.volume > 0 OR d.member IS NOT NULL),
  -- Of each node the side that its path goes on to is the sum of the path beyond; the other is what hangs off it.
  sums AS (
    SELECT node_id, heavy_side, points, light, light_old,
           (sum(volume) OVER path)::bigint - volume AS heavy, (sum(old) OVER path)::bigint - old AS heavy_old
      FROM nodes WINDOW path AS (PARTITION BY path ORDER BY pos DESC ROWS UNBOUNDED PRECEDING)),
  reached AS (SELECT * FROM sums WHERE points IS NOT NULL OR (light > light_old AND heavy > heavy_old)),
  active AS (
    SELECT s.member, coalesce(max(l.cap::bigint), 0) AS month_cap, sum(s.points)::bigint AS value
      FROM sale s LEFT JOIN jsonb_each_text(p_terms -> 'caps') AS l (level, cap) USING (level)
      WHERE s.ends_on > p_day AND s.day <= p_day GROUP BY 1),
  sides AS (
    SELECT r.node_id AS member, r.points, a.month_cap, a.value,
           CASE heavy_side WHEN 0 THEN heavy ELSE light END AS left_ever,
           CASE heavy_side WHEN 1 THEN heavy ELSE light END AS right_ever,
           CASE heavy_side WHEN 0 THEN heavy_old ELSE light_old END AS left_old,
           CASE heavy_side WHEN 1 THEN heavy_old ELSE light_old END AS right_old
      FROM reached r LEFT JOIN active a ON a.member = r.node_id WHERE r.points IS NOT NULL OR a.member IS NOT NULL),
  stocks AS (
    SELECT s.member, s.points, s.month_cap, s.value, s.left_ever, s.right_ever,
           s.left_ever - greatest(s.left_old, coalesce(u.left_gone, 0)) AS left_stock,
           s.right_ever - greatest(s.right_old, coalesce(u.right_gone, 0)) AS right_stock,
           CASE WHEN u.month = date_trunc('month', p_day)::date THEN u.month_paid ELSE 0 END AS month_before
      FROM sides s LEFT JOIN bonus_standing u USING (member)),
  -- Few are left: countries are looked up one by one, for to read those of all members takes longer.
  judged AS MATERIALIZED (
    SELECT s.*, s.month_cap IS NOT NULL AND is_sold_in(p_terms -> 'sale',
             (SELECT m.country FROM member m WHERE m.id = s.member)) AS qualified
      FROM stocks s WHERE s.points IS NOT NULL OR least(s.left_stock, s.right_stock) > 0),
  earned AS (
    SELECT j.*, e.* FROM judged j
      CROSS JOIN LATERAL bonus_earned(p_terms, p_budget, qualified, left_stock, right_stock, coalesce(points, 0), month_cap,
        coalesce(value, 0), month_before) e
      WHERE e.matched > 0 OR points IS NOT NULL),
  budgeted AS (SELECT *, bonus_paid(due, sum(due) OVER (), p_budget) AS paid FROM earned)
  SELECT member, qualified, left_stock, right_stock, left_ever - left_stock + matched, right_ever - right_stock + matched, matched,
         coalesce(points, 0), direct, pairing, cap, cut, coalesce(value, 0), month_before, over_limit, due, paid,
         share_of(paid, (p_terms ->> 'rpPpm')::bigint)
    FROM budgeted
$$;

-- Adds to what is too old the days up to one, of which the index knows all. The nodes are looked up one by one: where most stand
-- on one path, the planner takes a join by path and place for one of many million rows, and reads all of the index.
CREATE OR REPLACE FUNCTION expire_volume(p_after date, p_through date) RETURNS void LANGUAGE sql AS $$
  INSERT INTO team_expired AS x (node_id, volume, own_volume)
    SELECT (SELECT t.node_id FROM team t WHERE t.path = d.path AND t.pos = d.idx), sum(d.volume), sum(d.own_volume) FROM team_day d
      WHERE d.lvl = 0 AND d.volume > 0 AND d.day > coalesce(p_after, '-infinity') AND d.day <= p_through GROUP BY d.path, d.idx
    ON CONFLICT (node_id) DO UPDATE SET volume = x.volume + excluded.volume, own_volume = x.own_volume + excluded.own_volume
$$;

-- Closes the day that was cut off: its lines, and in one journal of the platform the promise of what it pays. Returns the day, or
-- NULL where none waits. TB001: events of it are not folded into the index yet.
CREATE OR REPLACE FUNCTION close_bonus_day(p_journal uuid) RETURNS date
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_day date; v_terms jsonb; v_pool bigint; v_budget bigint; v_before date; v_through date; v_key text;
  v_lines integer; v_demand bigint; v_paid bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(7722);
  SELECT closed_day + 1 INTO v_day FROM bonus_calendar WHERE closed_day + 1 < open_day;
  IF v_day IS NULL THEN RETURN NULL; END IF;
  IF EXISTS (SELECT 1 FROM team_event WHERE day <= v_day AND volume <> 0) THEN
    RAISE EXCEPTION 'not all of the day is in the index' USING ERRCODE = 'TB001';
  END IF;
  v_terms := bonus_terms_at((v_day + 1)::timestamp AT TIME ZONE 'UTC' - interval '1 microsecond');
  SELECT balance INTO v_pool FROM account WHERE id = system_account('teamBonusPool') FOR NO KEY UPDATE;
  v_budget := share_of(v_pool, (v_terms ->> 'budgetPpm')::bigint);
  SELECT max(expired_through) INTO v_before FROM bonus_day;
  -- Where volume is now carried for longer, what was too old already stays so.
  v_through := greatest(v_before, v_day - (v_terms ->> 'carryDays')::integer - 1);
  PERFORM expire_volume(v_before, v_through);

  WITH made AS MATERIALIZED (SELECT * FROM bonus_lines_of(v_day, v_terms, v_budget)),
  kept AS (
    INSERT INTO bonus_line (member, day, qualified, left_stock, right_stock, left_gone, right_gone, matched, direct_points, direct,
                            pairing, cap, cut, own_value, month_before, over_limit, due, paid, rp)
      SELECT member, v_day, qualified, left_stock, right_stock, left_gone, right_gone, matched, direct_points, direct, pairing, cap,
             cut, own_value, month_before, over_limit, due, paid, rp
        FROM made ORDER BY member),
  standing AS (
    INSERT INTO bonus_standing AS s (member, left_gone, right_gone, month, month_paid)
      SELECT member, left_gone, right_gone, date_trunc('month', v_day)::date, month_before + paid FROM made
        WHERE matched > 0 OR paid > 0 ORDER BY member
      ON CONFLICT (member) DO UPDATE SET left_gone = excluded.left_gone, right_gone = excluded.right_gone, month = excluded.month,
        month_paid = excluded.month_paid)
  SELECT count(*), coalesce(sum(due), 0), coalesce(sum(paid), 0) INTO v_lines, v_demand, v_paid FROM made;

  IF v_paid > 0 THEN
    v_key := 'team-bonus-close:' || v_day;
    PERFORM post_journal(p_journal, 0, v_key, sha256(convert_to(v_key, 'UTF8')), 'bonus_close',
      jsonb_build_object('day', v_day), ARRAY(SELECT account FROM bonus_closing_legs(v_paid) ORDER BY leg),
      ARRAY(SELECT amount FROM bonus_closing_legs(v_paid) ORDER BY leg), NULL, NULL, NULL);
  END IF;
  INSERT INTO bonus_day (day, terms, pool, budget, demand, paid, lines, expired_through, closed_at, closed_by)
    VALUES (v_day, v_terms, v_pool, v_budget, v_demand, v_paid, v_lines, v_through, product_now(), CASE WHEN v_paid > 0 THEN p_journal END);
  UPDATE bonus_calendar SET closed_day = v_day;
  RETURN v_day;
END $$;

-- STABLE, for turning values into text is no more: so Postgres puts the expression in place of the call.
CREATE OR REPLACE FUNCTION team_bonus_key(p_day date, p_member bigint) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT 'team-bonus:' || p_day || ':' || p_member
$$;

-- Waits for who has a member's unpaid lines in hand. For half a second at most: who takes
-- longer is left with them, and the member sees them as they are.
CREATE OR REPLACE FUNCTION wait_for_due_bonuses(p_member bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off SET lock_timeout = '500ms' AS $$
BEGIN
  PERFORM 1 FROM bonus_line WHERE member = p_member AND paid > 0 AND paid_by IS NULL ORDER BY day LIMIT 1000 FOR NO KEY UPDATE;
EXCEPTION WHEN lock_not_available THEN NULL;
END $$;

-- Pays out what closed days have promised, as many lines as there are ids: each its own journal under its own key. What another
-- has in hand is left to them, and what is held waits. p_member: of nobody else, or NULL; it waits for who has theirs in hand, for
-- whoever looks has what is due. due: how many it took up.
CREATE OR REPLACE FUNCTION pay_bonuses(p_ids uuid[], p_member bigint, OUT due integer, OUT paid integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_from date; v_held bigint[]; v_days date[]; v_members bigint[]; v_paid bigint[]; v_rp bigint[]; v_keys text[];
  v_places integer[]; v_accounts bigint[]; v_amounts bigint[]; v_posted uuid[]; v_ats timestamptz[];
BEGIN
  IF p_member IS NOT NULL THEN
    PERFORM wait_for_due_bonuses(p_member);
  END IF;
  v_from := CASE WHEN p_member IS NULL THEN (SELECT min(day) FROM bonus_line WHERE bonus_line.paid > 0 AND paid_by IS NULL)
                 ELSE (SELECT min(day) FROM bonus_line WHERE bonus_line.paid > 0 AND paid_by IS NULL AND member = p_member) END;
  v_held := ARRAY(SELECT h.member FROM bonus_hold h WHERE h.released_at IS NULL AND h.member IS NOT NULL);
  -- Day by day: of one that is held no line is read, however many wait behind it.
  SELECT array_agg(l.day), array_agg(l.member), array_agg(l.paid), array_agg(l.rp), array_agg(team_bonus_key(l.day, l.member))
    INTO v_days, v_members, v_paid, v_rp, v_keys
    FROM (SELECT b.day, b.member, b.paid, b.rp FROM bonus_day d CROSS JOIN LATERAL (
              SELECT * FROM bonus_line b
                WHERE b.day = d.day AND b.paid > 0 AND b.paid_by IS NULL AND (p_member IS NULL OR b.member = p_member)
                  AND b.member <> ALL (v_held)
                ORDER BY b.member LIMIT cardinality(p_ids) FOR NO KEY UPDATE SKIP LOCKED) b
            WHERE d.day >= v_from
              AND NOT EXISTS (SELECT 1 FROM bonus_hold h WHERE h.day = d.day AND h.released_at IS NULL)
            ORDER BY d.day LIMIT cardinality(p_ids)) l;
  due := coalesce(cardinality(v_members), 0);
  paid := 0;
  IF due = 0 THEN RETURN; END IF;
  SELECT array_agg(place), array_agg(account), array_agg(amount) INTO v_places, v_accounts, v_amounts FROM (
    SELECT l.place::integer, move.account, move.amount
      FROM unnest(v_members, v_paid, v_rp) WITH ORDINALITY AS l (member, paid, rp, place)
      CROSS JOIN LATERAL bonus_payout_legs(l.member, l.paid, l.rp) AS move ORDER BY l.place, move.leg) legs;
  SELECT array_agg(p_ids[place]), array_agg(p.at), array_agg(v_members[place]), array_agg(v_days[place])
    INTO v_posted, v_ats, v_members, v_days FROM post_many(p_ids[1:due], v_members, v_keys,
      ARRAY(SELECT sha256(convert_to(key, 'UTF8')) FROM unnest(v_keys) WITH ORDINALITY AS k (key, place) ORDER BY place),
      array_fill('team_bonus'::text, ARRAY[due]),
      ARRAY(SELECT jsonb_build_object('day', day) FROM unnest(v_days) WITH ORDINALITY AS d (day, place) ORDER BY place),
      array_fill(NULL::text, ARRAY[due]), array_fill(NULL::text, ARRAY[due]), array_fill(NULL::bigint, ARRAY[due]),
      v_places, v_accounts, v_amounts, array_fill(NULL::bigint, ARRAY[due]), true) p CROSS JOIN unnest(p.places) AS place;
  WITH marked AS (
    UPDATE bonus_line b SET paid_by = posted.id, paid_at = posted.at
      FROM unnest(v_posted, v_ats, v_members, v_days) AS posted (id, at, member, day)
      WHERE b.member = posted.member AND b.day = posted.day
      RETURNING b.member, b.day, b.paid, b.rp, b.paid_by, b.paid_at),
  reported AS (
    INSERT INTO notice (member, kind, template, params, link, journal, created_at)
      SELECT member, 'team', 'teamBonusPaid',
             jsonb_build_object('usdp', amount_text(marked.paid - marked.rp, 'USDP'), 'rp', amount_text(marked.rp, 'RP')),
             '/team?tab=performance', marked.paid_by, marked.paid_at
        FROM marked)
  SELECT count(*) INTO paid FROM marked;
END $$;

-- A day stays as it was closed; of a line only that it was paid is shown, once.
CREATE OR REPLACE FUNCTION bonus_line_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.paid_by IS NOT NULL OR NEW.paid_by IS NULL OR NEW.paid = 0
    OR to_jsonb(NEW) - '{paid_by,paid_at}'::text[] <> to_jsonb(OLD) - '{paid_by,paid_at}'::text[]
  THEN RAISE EXCEPTION 'a line of a day is paid once, and is otherwise as it was' USING ERRCODE = 'TR009'; END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER bonus_line_changes BEFORE UPDATE ON bonus_line FOR EACH ROW EXECUTE FUNCTION bonus_line_changes();
CREATE OR REPLACE TRIGGER bonus_line_stays BEFORE DELETE ON bonus_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bonus_line_no_truncate BEFORE TRUNCATE ON bonus_line EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bonus_day_stays BEFORE UPDATE OR DELETE ON bonus_day FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER bonus_day_no_truncate BEFORE TRUNCATE ON bonus_day EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION bonus_terms_at, bonus_earned, bonus_paid, bonus_closing_legs, bonus_payout_legs, cut_bonus_day, close_bonus_day, bonus_lines_of, pay_bonuses, team_bonus_key TO trellis_app;
