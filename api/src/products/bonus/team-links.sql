-- What of a day's demand comes from members who share something that one person has: a device, a network, an address that they
-- are paid to, or one from which they deposit. It proves nothing: a family shares a network, and an exchange sends from one
-- address to all of its customers. So it only shows where to look.

-- The network of an address as the web server saw it: that of a household, or of a provider's block. NULL: it is none. Not in
-- SQL, whose planner reads a constant as an address before anybody has asked whether it is one.
CREATE OR REPLACE FUNCTION network_of(p_address text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE v_plain text := regexp_replace(p_address, '^::ffff:(?=[0-9.]+$)', '');
BEGIN
  IF NOT pg_input_is_valid(v_plain, 'inet') THEN RETURN NULL; END IF;
  RETURN network(set_masklen(v_plain::inet, CASE family(v_plain::inet) WHEN 4 THEN 24 ELSE 64 END));
END $$;

-- Of a day that is closed its lines; of one that is not, what it would come to by now.
CREATE OR REPLACE FUNCTION bonus_links(p_day date, p_closed boolean, OUT demand bigint, OUT linked bigint, OUT groups jsonb)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET work_mem = '64MB' SET jit = off AS $$
DECLARE v_terms jsonb; v_budget bigint := 0;
BEGIN
  IF NOT p_closed THEN
    v_terms := bonus_terms_at(product_now());
    v_budget := share_of((SELECT balance FROM account WHERE id = system_account('teamBonusPool')), (v_terms ->> 'budgetPpm')::bigint);
  END IF;
  WITH owed AS MATERIALIZED (
    SELECT l.member, l.due FROM bonus_line l WHERE p_closed AND l.day = p_day AND l.due > 0
    UNION ALL
    SELECT l.member, l.due FROM bonus_lines_of(p_day, v_terms, v_budget) l WHERE NOT p_closed AND l.due > 0),
  traits AS (
    SELECT 'device' AS kind, encode(d.token_hash, 'hex') AS trait, d.member_id AS member FROM member_device d WHERE d.member_id IN (SELECT o.member FROM owed o)
    UNION SELECT 'network', network_of(s.address), s.member_id FROM session s WHERE s.member_id IN (SELECT o.member FROM owed o)
    UNION SELECT 'payoutAddress', b.address, b.member_id FROM book_address b WHERE b.member_id IN (SELECT o.member FROM owed o)
    UNION SELECT 'payoutAddress', w.address, w.member FROM withdrawal w
      WHERE w.origin <> 'deposit_return' AND w.member IN (SELECT o.member FROM owed o)
    UNION SELECT 'depositSender', encode(t.sender, 'hex'), t.member_id FROM deposit_transfer t
      WHERE t.member_id IN (SELECT o.member FROM owed o)),
  shared AS MATERIALIZED (
    SELECT t.kind, array_agg(o.member ORDER BY o.due DESC, o.member) AS members, sum(o.due)::bigint AS due
      FROM traits t JOIN owed o USING (member) WHERE t.trait IS NOT NULL GROUP BY t.kind, t.trait HAVING count(*) > 1),
  largest AS (SELECT * FROM shared ORDER BY shared.due DESC, cardinality(members) DESC, kind, members LIMIT 20)
  SELECT (SELECT coalesce(sum(o.due), 0) FROM owed o),
         (SELECT coalesce(sum(o.due), 0) FROM owed o WHERE o.member IN (SELECT unnest(members) FROM shared)),
         (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', g.kind, 'members', cardinality(g.members), 'due', g.due::text,
             'usernames', (SELECT jsonb_agg(m.username ORDER BY place)
                             FROM unnest(g.members[1:10]) WITH ORDINALITY AS first (id, place) JOIN member m USING (id)))
             ORDER BY g.due DESC, cardinality(g.members) DESC, g.kind, g.members), '[]') FROM largest g)
    INTO demand, linked, groups;
END $$;

GRANT EXECUTE ON FUNCTION bonus_links TO trellis_app;
