/**
 * What the single posting call makes of a contract whose term is over: in one call to the server and one transaction, as a
 * worker would. It knows of the choices that are there, and sees to no more than they need.
 */
export const matureSingly = `
CREATE FUNCTION mature_singly(p_ids uuid[], p_stake uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  v_now timestamptz := product_now(); v_stake stake; v_next stake; v_terms record; v_key text; v_legs record;
BEGIN
  SELECT * INTO v_stake FROM stake WHERE id = p_stake AND state = 'ongoing' FOR NO KEY UPDATE;
  IF v_stake.option IS NULL OR NOT is_sold_to('stake', v_stake.member, v_now) THEN
    UPDATE stake SET state = 'unlocked', matures_on = NULL, reminded = NULL WHERE id = p_stake;
    INSERT INTO stake_event (stake, member, term, kind, at, reason, notified)
      VALUES (p_stake, v_stake.member, v_stake.term, 'unlocked', v_now, 'no_choice', false);
    RETURN;
  END IF;
  SELECT * INTO v_terms FROM stake_terms_at(v_now);
  v_next := v_stake;
  IF v_stake.option = 1 THEN
    v_next.cp := div((v_stake.basis + v_stake.reward)::numeric * v_stake.rate_denominator, v_stake.rate_numerator);
    v_next.basis := ceil(v_next.cp::numeric * v_stake.rate_numerator / v_stake.rate_denominator);
  END IF;
  v_next.term := v_stake.term + 1;
  v_next.start_day := v_stake.matures_on;
  v_next.matures_on := v_next.start_day + v_terms.term_days;

  v_key := 'stake-profit:' || p_stake || ':' || v_stake.term;
  SELECT accounts, amounts INTO v_legs FROM stake_legs(v_stake.member, v_stake.basis + v_stake.reward - v_next.basis,
    v_next.cp - v_stake.cp, v_next.basis - v_stake.basis, 0, -v_stake.reward);
  PERFORM post(p_ids[1], v_stake.member, v_key, sha256(convert_to(v_key, 'UTF8')), 'stake_profit',
    jsonb_build_object('stake', p_stake, 'term', v_stake.term::text), v_legs.accounts, v_legs.amounts, NULL, NULL, NULL);
  v_next.reward := least(interest_of(v_next.basis, v_terms.apr_ppm, v_terms.term_days),
    (SELECT balance FROM account WHERE id = 602 FOR NO KEY UPDATE));
  v_key := 'stake-term:' || p_stake || ':' || v_next.term;
  SELECT accounts, amounts INTO v_legs FROM stake_legs(v_stake.member, 0, 0, 0, -v_next.reward, v_next.reward);
  PERFORM post(p_ids[2], v_stake.member, v_key, sha256(convert_to(v_key, 'UTF8')), 'stake_term',
    jsonb_build_object('stake', p_stake, 'term', v_stake.term::text), v_legs.accounts, v_legs.amounts, NULL, NULL, NULL);

  UPDATE stake SET cp = v_next.cp, basis = v_next.basis, reward = v_next.reward, term = v_next.term, start_day = v_next.start_day,
      matures_on = v_next.matures_on, choice_closes = v_terms.choice_closes, option = NULL, pay_to = NULL, accepts_from = NULL,
      chosen_at = NULL, reminded = NULL
    WHERE id = p_stake;
  INSERT INTO stake_term (stake, term, cp, basis, reward, apr_ppm, start_day, matures_on, reserved_by)
    VALUES (p_stake, v_next.term, v_next.cp, v_next.basis, v_next.reward, v_terms.apr_ppm, v_next.start_day, v_next.matures_on,
            p_ids[2]);
  INSERT INTO stake_event (stake, member, term, kind, at, option, amount, notified)
    SELECT p_stake, v_stake.member, v_stake.term, e.kind, v_now, v_stake.option, e.amount, e.notified
      FROM (VALUES ('profit_paid', v_stake.option = 2, v_stake.reward, true), ('renewed', true, v_next.cp, false))
        AS e (kind, happens, amount, notified) WHERE e.happens;
END $$`;
