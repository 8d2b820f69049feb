-- Rules: what operators set, each from a moment on. A row is never changed; the rule in force is the latest whose time
-- has come, and that is said here and nowhere else. Only a plan comes to nothing (replaced_by). Errors are TM…: operators meet them,
-- members never.

-- The rule in force at a time, or no row. Postgres puts the query in place of the call where p_at is no volatile
-- function, so keep product_now() in a variable.
CREATE OR REPLACE FUNCTION rule_at(p_subject text, p_key text, p_at timestamptz) RETURNS SETOF rule
LANGUAGE sql STABLE AS $$
  SELECT * FROM rule WHERE subject = p_subject AND key = p_key AND effective_from <= p_at AND replaced_by IS NULL
    ORDER BY effective_from DESC LIMIT 1
$$;

-- All that were ever set, each with the time in which it is in force, as market_rate has it.
CREATE OR REPLACE VIEW rule_history AS
  SELECT id, subject, key, value, set_by, set_at, reason,
         CASE WHEN replaced_by IS NOT NULL THEN 'empty'
              ELSE tstzrange(effective_from, lead(effective_from) OVER (PARTITION BY subject, key, replaced_by IS NULL ORDER BY effective_from))
         END AS during,
         approved_by, effective_from
    FROM rule;

-- What something that is in force for a time is at another.
CREATE OR REPLACE FUNCTION period_state(p_during tstzrange, p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_during @> p_at THEN 'inForce' WHEN lower(p_during) > p_at THEN 'coming' ELSE 'over' END
$$;

-- The subjects of which one person sets nothing alone. The contract's catalogue says the same: the start checks it.
CREATE OR REPLACE VIEW rule_second_person AS
  SELECT subject FROM (VALUES
    ('ratePair'), ('withdrawalReview'), ('action'), ('securityLock'), ('addressBook'), ('factorReset')) AS listed (subject);

-- The subjects that move money, or say what it is worth: one person changes them a little, as one person sets a rate;
-- more takes a second.
CREATE OR REPLACE VIEW rule_of_money AS
  SELECT subject FROM (VALUES
    ('limit'), ('exchangeFee'), ('withdrawalFee'), ('exchangeQuote'), ('displayRate'), ('packageTerms'), ('packageLevel'),
    ('stakeTerms'), ('bonusTerms'), ('bonusCap')) AS listed (subject);

-- Whether one person alone does not go from a value to another. Of money it is more than a tenth of any number; of nothing, anything is
-- more. A sale one person closes, and does not open; and what a law lets members cancel is changed by nobody alone.
CREATE OR REPLACE FUNCTION rule_leaps(p_subject text, p_old jsonb, p_new jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_subject = 'productSale' THEN (p_new ->> 'open')::boolean AND (NOT (p_old ->> 'open')::boolean
      OR NOT string_to_array(p_new ->> 'closedIn', ',') @> string_to_array(p_old ->> 'closedIn', ','))
    WHEN p_subject = 'packageCancelling' THEN p_new ->> 'days' <> p_old ->> 'days' OR EXISTS (
      SELECT 1 FROM unnest(ARRAY['cancellations', 'mostReward']) AS name
        WHERE ((p_new ->> name)::numeric <= (p_old ->> name)::numeric) IS NOT TRUE)
    WHEN EXISTS (SELECT 1 FROM rule_of_money WHERE subject = p_subject) THEN EXISTS (
      SELECT 1 FROM jsonb_each_text(p_new) AS wanted (name, value) LEFT JOIN LATERAL jsonb_each_text(p_old) AS old (name, value) USING (name)
        WHERE (abs(wanted.value::numeric - old.value::numeric) * 10 <= old.value::numeric) IS NOT TRUE)
    ELSE false END
$$;

-- Whether a change is more than one person may make alone within a day: a leap, alongside the rule of now that two
-- people made, that holds for a day, or that was the first, and alongside each after it that holds within the day before it begins: what
-- was only planned is no step to stand on. What is no money is compared with what it takes the place of.
CREATE OR REPLACE FUNCTION rule_jumps(p_subject text, p_key text, p_value jsonb, p_from timestamptz, p_now timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH known AS (
    SELECT r.*, lead(effective_from) OVER (ORDER BY effective_from) AS ends
      FROM rule r WHERE r.subject = p_subject AND r.key = p_key AND r.replaced_by IS NULL),
  base AS (
    SELECT * FROM known WHERE effective_from <= p_now
        AND (approved_by IS NOT NULL OR effective_from <= p_now - interval '1 day' OR id = (SELECT min(id) FROM known))
      ORDER BY effective_from DESC LIMIT 1),
  compared (value) AS (
    SELECT value FROM base
    UNION ALL
    SELECT k.value FROM known k JOIN base ON k.effective_from > base.effective_from
      WHERE k.effective_from <= p_from AND coalesce(k.ends > p_from - interval '1 day', true))
  SELECT CASE WHEN EXISTS (SELECT 1 FROM rule_of_money WHERE subject = p_subject)
    THEN NOT EXISTS (SELECT 1 FROM compared) OR EXISTS (SELECT 1 FROM compared WHERE rule_leaps(p_subject, value, p_value))
    ELSE coalesce((SELECT rule_leaps(p_subject, value, p_value) FROM rule_at(p_subject, p_key, p_from)), true) END
$$;

-- What one person planned comes to nothing with a rule before it from which it would be a leap: what is lowered in an incident does not
-- rise again by a plan of before. What two people planned stays.
CREATE OR REPLACE FUNCTION replace_plans(p_id bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE rule plan SET replaced_by = made.id FROM rule made
    WHERE made.id = p_id AND plan.subject = made.subject AND plan.key = made.key AND plan.effective_from > made.effective_from
      AND plan.approved_by IS NULL AND plan.replaced_by IS NULL AND rule_leaps(made.subject, made.value, plan.value)
$$;

-- Sets one that takes nobody else. TM001: there is no such rule to set. TM002: p_from is past. TA001: somebody else has to
-- approve; this is for `propose_rule`.
CREATE OR REPLACE FUNCTION set_rule(p_subject text, p_key text, p_value jsonb, p_from timestamptz,
                                    p_by text, p_reason text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_id bigint;
BEGIN
  -- One after the other, so that each can say whose place it takes.
  PERFORM 1 FROM rule WHERE subject = p_subject AND key = p_key ORDER BY id LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such rule' USING ERRCODE = 'TM001'; END IF;
  IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
  IF EXISTS (SELECT 1 FROM rule_second_person WHERE subject = p_subject)
    OR rule_jumps(p_subject, p_key, p_value, p_from, p_now) THEN
    RAISE EXCEPTION 'somebody else has to approve' USING ERRCODE = 'TA001';
  END IF;
  INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
    VALUES (p_subject, p_key, p_value, p_from, p_by, p_now, p_reason) RETURNING id INTO v_id;
  PERFORM replace_plans(v_id);
  RETURN v_id;
END $$;

-- From when on what was asked for is to hold. NULL: at once, when it is approved.
CREATE OR REPLACE FUNCTION rule_wanted_from(p_payload jsonb) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT timestamptz 'epoch' + (p_payload ->> 'from')::bigint * interval '1 microsecond'
$$;

-- Asks for a rule that takes a second person, who has a day for it: { subject, key, value, from }. p_from NULL: at once. Of a key one
-- waits at a time: a later one takes its place. TM001: there is no such rule to set. TM002: p_from is past. 23505: there
-- is a rule from that moment on.
CREATE OR REPLACE FUNCTION propose_rule(p_subject text, p_key text, p_value jsonb, p_from timestamptz,
                                        p_by text, p_reason text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- As set_rule has it, so that requests and approvals of a key come one after the other.
  PERFORM 1 FROM rule WHERE subject = p_subject AND key = p_key ORDER BY id LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no such rule' USING ERRCODE = 'TM001'; END IF;
  IF p_from < p_now THEN RAISE EXCEPTION 'the past stays as it was' USING ERRCODE = 'TM002'; END IF;
  IF EXISTS (SELECT 1 FROM rule WHERE subject = p_subject AND key = p_key AND effective_from = p_from) THEN
    RAISE EXCEPTION 'another begins at this moment' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN open_approval('rule.approve', NULL, jsonb_build_object('subject', p_subject, 'key', p_key, 'value', p_value,
    'from', (extract(epoch FROM p_from) * 1000000)::bigint), '{subject,key}', p_by, p_reason, p_now, p_now + interval '24 hours');
END $$;

-- The second person's approval: it is a rule from then on, or from when it was asked for. Errors as any approval; 23505: as
-- propose_rule.
CREATE OR REPLACE FUNCTION approve_rule(p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval; v_id bigint;
BEGIN
  SELECT * INTO request FROM approval WHERE id = request_for('rule.approve', p_id);
  PERFORM 1 FROM rule WHERE subject = request.payload ->> 'subject' AND key = request.payload ->> 'key' ORDER BY id LIMIT 1 FOR UPDATE;
  request := use_approval('rule.approve', request.id, p_by, p_reason, p_now);
  IF EXISTS (SELECT 1 FROM rule WHERE proposal = p_id) THEN RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002'; END IF;
  INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason, proposal, approved_by)
    VALUES (request.payload ->> 'subject', request.payload ->> 'key', request.payload -> 'value',
            greatest(rule_wanted_from(request.payload), p_now), request.requested_by, request.requested_at, request.reason, p_id, p_by)
    RETURNING id INTO v_id;
  PERFORM replace_plans(v_id);
  RETURN v_id;
END $$;

CREATE OR REPLACE TRIGGER rule_append_only BEFORE DELETE ON rule FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER rule_fixed BEFORE UPDATE ON rule FOR EACH ROW
  WHEN (OLD.replaced_by IS NOT NULL OR NEW.replaced_by IS NULL OR to_jsonb(OLD) - 'replaced_by' <> to_jsonb(NEW) - 'replaced_by')
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER rule_no_truncate BEFORE TRUNCATE ON rule EXECUTE FUNCTION refuse_change();

-- Those that SQL reads, with their types; amounts in minor units.

CREATE OR REPLACE FUNCTION money_limit_at(p_operation text, p_unit text, p_at timestamptz)
RETURNS TABLE (minimum bigint, maximum bigint, day_maximum bigint, fee bigint) LANGUAGE sql STABLE AS $$
  SELECT (value ->> 'minimum')::bigint, (value ->> 'maximum')::bigint, (value ->> 'dayMaximum')::bigint,
         (value ->> 'fee')::bigint
    FROM rule_at('limit', p_operation || '-' || p_unit, p_at)
$$;

-- In millionths of what is given.
CREATE OR REPLACE FUNCTION exchange_fee_at(p_from text, p_to text, p_at timestamptz)
RETURNS TABLE (ppm integer) LANGUAGE sql STABLE AS $$
  SELECT ((value ->> 'percent')::numeric * 10000)::integer FROM rule_at('exchangeFee', p_from || '-' || p_to, p_at)
$$;

-- How long a quote is good.
CREATE OR REPLACE FUNCTION quote_validity_at(p_at timestamptz) RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT make_interval(secs => (value ->> 'validSeconds')::integer) FROM rule_at('exchangeQuote', 'all', p_at)
$$;

-- How old a rate may be (NULL: any age), and the change in millionths beyond which it needs a second person.
CREATE OR REPLACE FUNCTION rate_pair_rule_at(p_base text, p_quote text, p_at timestamptz)
RETURNS TABLE (maximum_age interval, jump_ppm integer) LANGUAGE sql STABLE AS $$
  SELECT make_interval(secs => (value ->> 'maximumAgeSeconds')::float), ((value ->> 'jumpPercent')::numeric * 10000)::integer
    FROM rule_at('ratePair', p_base || '-' || p_quote, p_at)
$$;

-- How long the owner of a lost authenticator can stop its reset: the longest that any rule of the last three days says. The two who
-- shorten it could be the two who reset it.
CREATE OR REPLACE FUNCTION factor_reset_wait_at(p_at timestamptz) RETURNS interval LANGUAGE sql STABLE AS $$
  SELECT make_interval(hours => max((value ->> 'waitHours')::integer)) FROM rule_history
    WHERE subject = 'factorReset' AND key = 'all' AND during && tstzrange(p_at - interval '3 days', p_at, '[]')
$$;

GRANT SELECT ON rule_history, rule_second_person, rule_of_money TO trellis_app;
GRANT EXECUTE ON FUNCTION rule_at, period_state, rule_leaps, rule_jumps, set_rule, propose_rule, rule_wanted_from, approve_rule, money_limit_at,
  exchange_fee_at, quote_validity_at, rate_pair_rule_at, factor_reset_wait_at TO trellis_app;
