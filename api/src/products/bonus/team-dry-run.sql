-- What a closed day would have cost by other terms: from its own lines, which keep all that does not depend on them. Nothing is
-- changed. With the day's own terms it is the day to the last unit.

-- p_terms: as a day keeps them, only those that are other. Of a day that could pay nothing the lines of those who matched nothing
-- are not there, so a budget it did not have says too little.
CREATE OR REPLACE FUNCTION bonus_dry_run(p_day date, p_terms jsonb, OUT demand bigint, OUT budget bigint, OUT paid bigint, OUT rp bigint)
LANGUAGE plpgsql STABLE SET work_mem = '64MB' SET jit = off AS $$
DECLARE held bonus_day; v_terms jsonb; v_budget bigint;
BEGIN
  SELECT * INTO held FROM bonus_day d WHERE d.day = p_day;
  IF held.day IS NULL THEN RETURN; END IF;
  v_terms := held.terms || p_terms
    || jsonb_build_object('caps', coalesce(held.terms -> 'caps', '{}') || coalesce(p_terms -> 'caps', '{}'));
  v_budget := share_of(held.pool, (v_terms ->> 'budgetPpm')::bigint);
  WITH active AS (
    SELECT s.member, coalesce(max(l.cap::bigint), 0) AS month_cap FROM sale s
      LEFT JOIN jsonb_each_text(v_terms -> 'caps') AS l (level, cap) USING (level)
      WHERE s.ends_on > p_day AND s.day <= p_day GROUP BY 1),
  earned AS (
    SELECT e.due FROM bonus_line l LEFT JOIN active a USING (member)
      CROSS JOIN LATERAL bonus_earned(v_terms, v_budget, l.qualified, l.left_stock, l.right_stock, l.direct_points,
        coalesce(a.month_cap, 0), l.own_value, l.month_before) e
      WHERE l.day = p_day),
  budgeted AS (SELECT due, bonus_paid(due, sum(due) OVER (), v_budget) AS share FROM earned)
  SELECT coalesce(sum(b.due), 0), v_budget, coalesce(sum(b.share), 0),
         coalesce(sum(share_of(b.share, (v_terms ->> 'rpPpm')::bigint)), 0)
    INTO demand, budget, paid, rp FROM budgeted b;
END $$;

GRANT EXECUTE ON FUNCTION bonus_dry_run TO trellis_app;
