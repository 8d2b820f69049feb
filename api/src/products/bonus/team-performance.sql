-- All that a month of a member's team is made of, as it was at one moment (STABLE: all of it sees the same), so that no sale is in
-- one figure and not in the other; as a function, so that a connection plans it once. Its form is `Row` of performanceFacts.ts.
-- p_from: the days of the index that are wanted, or NULL: from the first of the bars, or whose volume could be matched in the month.
CREATE OR REPLACE FUNCTION team_performance(p_member bigint, p_from date, p_to date, p_month_from date, p_month_to date,
  p_bars_from date, p_today date) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE v_expired date; v_expired_before date; v_closed date; v_as_of timestamptz := coalesce((SELECT min(at) FROM team_event), product_now());
BEGIN
  SELECT day, expired_through INTO v_closed, v_expired FROM bonus_day ORDER BY day DESC LIMIT 1;
  SELECT expired_through INTO v_expired_before FROM bonus_day WHERE day < p_month_from ORDER BY day DESC LIMIT 1;
  RETURN (SELECT json_build_object(
    'asOf', v_as_of,
    'joinedOn', (m.created_at AT TIME ZONE 'UTC')::date,
    'country', m.country,
    'closedThrough', v_closed, 'expiredThrough', v_expired, 'expiredBefore', v_expired_before,
    'ever', (SELECT json_build_array(left_volume::text, right_volume::text) FROM team_window(p_member, 0)),
    'gone', json_build_array(s.left_gone::text, s.right_gone::text),
    'goneBefore', (SELECT json_build_array(left_gone::text, right_gone::text) FROM bonus_line
                     WHERE member = p_member AND day < p_month_from AND matched > 0 ORDER BY day DESC LIMIT 1),
    'days', (SELECT json_agg(json_build_array(day, left_people, right_people, left_volume::text, right_volume::text))
               FROM team_daily(p_member, coalesce(p_from, least(p_bars_from, v_expired + 1, v_expired_before + 1)), p_to)),
    'lines', (SELECT json_agg(json_build_array(l.day, l.qualified, l.left_stock::text, l.right_stock::text, l.left_gone::text,
                l.right_gone::text, l.matched::text, l.direct_points::text, l.direct::text, l.pairing::text, l.cap::text, l.cut::text,
                l.over_limit::text, l.due::text, l.paid::text, l.rp::text, l.paid_by IS NOT NULL, d.terms ->> 'directPpm',
                d.terms ->> 'pairingPpm', d.budget > 0,
                CASE WHEN l.paid > 0 AND l.paid_by IS NULL THEN bonus_hold_of(l.member, l.day) END) ORDER BY l.day)
                FROM bonus_line l JOIN bonus_day d USING (day) WHERE l.member = p_member AND l.day BETWEEN p_month_from AND p_month_to),
    'bars', (SELECT json_agg(json_build_array(month, paid::text)) FROM (
               SELECT to_char(day, 'YYYY-MM') AS month, sum(paid) AS paid FROM bonus_line
                 WHERE member = p_member AND day BETWEEN p_bars_from AND p_month_to GROUP BY 1) months),
    'paidThisMonth', CASE WHEN s.month = date_trunc('month', p_today)::date THEN s.month_paid::text END,
    'levels', own.levels, 'ownValue', own.value,
    'countsFrom', (SELECT min(d.counted_at) FROM package p JOIN sale_due d ON d.counted_at = p.counted_at AND d.package = p.id
                     WHERE p.member = p_member AND NOT EXISTS (SELECT 1 FROM package_cancellation c WHERE c.package = p.id)))
    FROM member m LEFT JOIN bonus_standing s ON s.member = m.id
      CROSS JOIN LATERAL (SELECT json_agg(level) AS levels, coalesce(sum(points), 0)::text AS value FROM sale
        WHERE member = p_member AND ends_on > p_today AND day <= p_today) own
    WHERE m.id = p_member);
END $$;

GRANT EXECUTE ON FUNCTION team_performance TO trellis_app;
