-- The money of a withdrawal stands in a hold from the first moment; it goes forward only, as lifecycle.sql says, and only
-- together with its hold. Errors are TW….

-- Where nothing is ever sent: what is denied, and deposit addresses, which are looked up where they are.
CREATE OR REPLACE FUNCTION is_denied_address(p_chain text, p_address text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM denied_address WHERE chain = p_chain AND address = p_address)
    OR EXISTS (SELECT 1 FROM deposit_address WHERE chain = p_chain AND address = p_address)
$$;

-- What is approved: all that decides what leaves, and to where. Where the rate is that of the approval, it is the least.
CREATE OR REPLACE FUNCTION withdrawal_payload(p_withdrawal withdrawal) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('member', (p_withdrawal).member, 'unit', (p_withdrawal).unit, 'amount', (p_withdrawal).amount,
    'asset', (p_withdrawal).asset, 'chain', (p_withdrawal).chain, 'address', (p_withdrawal).address)
    || CASE WHEN (p_withdrawal).accepts_from IS NULL THEN jsonb_build_object('received', (p_withdrawal).received)
            ELSE jsonb_build_object('acceptsFrom', (p_withdrawal).accepts_from) END
$$;

-- What an amount of a unit comes to as an asset at a time, before the fee, and in USD, at the rates in force then. NULL: there is
-- no rate, or it is too old.
CREATE OR REPLACE FUNCTION payout_amounts(p_unit text, p_amount bigint, p_asset text, p_at timestamptz,
  OUT rate bigint, OUT worth bigint, OUT gross bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT r.id, div(p_amount::numeric * g.numerator, g.denominator)::bigint,
         CASE WHEN p_unit = p_asset THEN p_amount
           ELSE div(p_amount::numeric * CASE p_asset WHEN 'USDT' THEN 1 ELSE 100 END * g.numerator * r.denominator,
                    g.denominator::numeric * r.numerator)::bigint END
    FROM (SELECT 1::bigint AS numerator, 1::bigint AS denominator WHERE p_unit = 'USD'
          UNION ALL SELECT m.numerator, m.denominator FROM market_rate_at('USDT', 'USD', p_at) m
           WHERE p_unit = 'USDT' AND m.stale IS NOT TRUE) g
    LEFT JOIN market_rate_at(p_asset, 'USD', p_at) r ON p_unit <> p_asset AND r.stale IS NOT TRUE
$$;

-- Whether it is what the rates and the rule of its time make of its amount; what is sent back to where it came from has no fee.
-- The application says that time, and none before its hold.
CREATE OR REPLACE FUNCTION withdrawal_is_priced(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (p_withdrawal).worth = CASE WHEN (p_withdrawal).origin = 'deposit_return'
        THEN (SELECT div((p_withdrawal).amount::numeric * r.numerator, r.denominator)
                FROM deposit_return_asked((p_withdrawal).deposit_return) b JOIN deposit_transfer d ON d.id = b.deposit,
                     deposit_rate(d.block_time, (p_withdrawal).created_at) r)
        ELSE a.worth END
      AND (p_withdrawal).gross = CASE WHEN (p_withdrawal).unit = (p_withdrawal).asset THEN (p_withdrawal).amount ELSE a.gross END
      AND (p_withdrawal).rate IS NOT DISTINCT FROM a.rate
      AND (p_withdrawal).fee = CASE WHEN (p_withdrawal).origin = 'deposit_return' THEN 0
        ELSE (SELECT (value ->> 'fee')::bigint
                FROM rule_at('withdrawalFee', (p_withdrawal).asset || '-' || (p_withdrawal).chain, (p_withdrawal).created_at)) END
      AND (p_withdrawal).created_at > j.recorded_at - interval '1 minute'
    FROM journal j
    LEFT JOIN payout_amounts((p_withdrawal).unit, (p_withdrawal).amount, (p_withdrawal).asset, (p_withdrawal).created_at) a ON true
   WHERE j.owner = (p_withdrawal).member AND j.id = (p_withdrawal).hold
$$;

-- What lifecycle.sql asks of a withdrawal before it goes on.
CREATE OR REPLACE FUNCTION withdrawal_hold(p_withdrawal withdrawal) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT state FROM money_hold WHERE owner = (p_withdrawal).member AND id = (p_withdrawal).hold
    AND amount = (p_withdrawal).amount
    AND pending = account_of((p_withdrawal).member, CASE (p_withdrawal).unit WHEN 'USD' THEN 'usdPending' ELSE 'usdtPending' END)
$$;
CREATE OR REPLACE FUNCTION withdrawal_hold_open(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT withdrawal_hold(p_withdrawal) = 'open'
$$;
CREATE OR REPLACE FUNCTION withdrawal_hold_settled(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT withdrawal_hold(p_withdrawal) = 'settled'
$$;
CREATE OR REPLACE FUNCTION withdrawal_hold_released(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT withdrawal_hold(p_withdrawal) = 'released'
$$;
CREATE OR REPLACE FUNCTION withdrawal_approved(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT approval_of('withdrawal.approve', (p_withdrawal).id::text, withdrawal_payload(p_withdrawal), 'member',
                     (p_withdrawal).approvals) IS NOT NULL
$$;
-- How many people's approval to it still counts; those to one review and to the next are not added up.
CREATE OR REPLACE FUNCTION withdrawal_approvals_given(p_withdrawal withdrawal) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(max((SELECT count(DISTINCT g.person) FROM approval_standing g WHERE g.approval = a.id)), 0) FROM approval a
    WHERE a.action = 'withdrawal.approve' AND a.subject = (p_withdrawal).id::text AND a.requested_by = 'member'
      AND a.digest = payload_digest(withdrawal_payload(p_withdrawal))
$$;
CREATE OR REPLACE FUNCTION withdrawal_approval_gone(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT withdrawal_approvals_given(p_withdrawal) < (p_withdrawal).approvals
$$;
-- A suspension, or the link that stops an account, halts what no chain has seen yet. The lock makes whoever stops it come
-- before this step or after it: who looked before is refused all the same.
CREATE OR REPLACE FUNCTION withdrawal_owner_free(p_withdrawal withdrawal) RETURNS boolean
LANGUAGE sql VOLATILE AS $$
  SELECT suspended_at IS NULL AND frozen_at IS NULL FROM member WHERE id = (p_withdrawal).member FOR SHARE
$$;
CREATE OR REPLACE FUNCTION withdrawal_payout_there(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM withdrawal_payout WHERE withdrawal = (p_withdrawal).id AND state <> 'invalid')
$$;
-- Nobody is paying it, and nothing of it has reached its member.
CREATE OR REPLACE FUNCTION withdrawal_payout_absent(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT 1 FROM withdrawal_payout WHERE withdrawal = (p_withdrawal).id AND (state <> 'invalid' OR paid IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM payout_claim WHERE withdrawal = (p_withdrawal).id AND ended_at IS NULL)
$$;
CREATE OR REPLACE FUNCTION withdrawal_payout_confirmed(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM withdrawal_payout WHERE withdrawal = (p_withdrawal).id AND state = 'confirmed')
$$;

CREATE OR REPLACE TRIGGER withdrawal_lifecycle BEFORE INSERT OR UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('withdrawal', 'step');

-- With the last approval an amount whose rate moves is fixed, at the rate of now. TW001: something else would change, or it is
-- ended. TW004: it is not what rates and rules make of its amount. TW005: now it is less than its member accepts.
CREATE OR REPLACE FUNCTION move_withdrawal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_now record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NOT is_owners_session() AND withdrawal_is_priced(NEW) IS NOT TRUE THEN
      RAISE EXCEPTION 'it is not what rates and rules make of it' USING ERRCODE = 'TW004';
    END IF;
    NEW.approvals := CASE WHEN NEW.worth >= (SELECT (value ->> 'twoFrom')::bigint
      FROM rule_at('withdrawalReview', 'all', NEW.created_at)) THEN 2 ELSE 1 END;
    IF NEW.revision <> 1 THEN RAISE EXCEPTION 'a withdrawal begins at its first revision' USING ERRCODE = 'TW001'; END IF;
    RETURN NEW;
  END IF;
  IF OLD.status <> 'pending_review' OR NEW.revision <> OLD.revision + 1
    OR to_jsonb(OLD) - '{status,step,cause,changed_at,revision}'::text[]
      <> to_jsonb(NEW) - '{status,step,cause,changed_at,revision}'::text[]
  THEN RAISE EXCEPTION 'it is ended, or something else would change' USING ERRCODE = 'TW001'; END IF;
  IF NEW.step = 'approved' AND NEW.accepts_from IS NOT NULL THEN
    SELECT * INTO v_now FROM payout_amounts(NEW.unit, NEW.amount, NEW.asset, product_now());
    IF (v_now.gross - NEW.fee >= NEW.accepts_from) IS NOT TRUE THEN
      RAISE EXCEPTION 'it is less than its member accepts' USING ERRCODE = 'TW005';
    END IF;
    NEW.rate := v_now.rate;
    NEW.gross := v_now.gross;
    NEW.received := v_now.gross - NEW.fee;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_moves BEFORE INSERT OR UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION move_withdrawal();

-- The timeline is written by what happens, so that neither is there without the other.
CREATE OR REPLACE FUNCTION notify_withdrawal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO withdrawal_event (withdrawal, member, kind, at)
    SELECT NEW.id, NEW.member, kind, NEW.changed_at FROM unnest(CASE
      WHEN TG_OP = 'INSERT' THEN ARRAY['submitted', 'security_check', 'review']
      WHEN NEW.step = 'review' AND OLD.step = 'approved' THEN ARRAY['review']
      WHEN NEW.step = 'review' THEN ARRAY['first_approval']
      WHEN NEW.step = 'ended' THEN ARRAY['rejected']
      ELSE ARRAY[NEW.step] END) AS kind;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_notified AFTER INSERT OR UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION notify_withdrawal();

-- Reviewers are asked by the withdrawal itself: none is there without it, and none is approved when it has ended.
CREATE OR REPLACE FUNCTION ask_for_withdrawal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' OR (NEW.step = 'review' AND OLD.step = 'approved') THEN
    INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason)
      VALUES ('withdrawal.approve', NEW.id::text, withdrawal_payload(NEW), NEW.approvals, 'member',
              NEW.changed_at, 'asked for by its owner');
  ELSIF NEW.step <> 'review' THEN
    PERFORM close_approvals('withdrawal.approve', NEW.id::text, NEW.changed_at);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_asked AFTER INSERT OR UPDATE ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION ask_for_withdrawal();

-- With the approval of an operator who is suspended before it was paid, a withdrawal falls back to the review, which begins again;
-- one that is being paid does if that turns out to be no payout.
CREATE OR REPLACE FUNCTION review_withdrawal_again(p_withdrawal uuid, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_withdrawal withdrawal;
BEGIN
  -- A payout that is recorded meanwhile has the row, and is waited for.
  SELECT * INTO v_withdrawal FROM withdrawal WHERE id = p_withdrawal FOR UPDATE;
  IF v_withdrawal.step <> 'approved' OR NOT withdrawal_payout_absent(v_withdrawal) OR NOT withdrawal_approval_gone(v_withdrawal)
  THEN RETURN; END IF;
  UPDATE withdrawal SET step = 'review', revision = revision + 1, changed_at = p_at WHERE id = p_withdrawal;
  PERFORM record_audit('automatic', 'withdrawal.review_again', p_withdrawal::text,
    'somebody who had approved it was suspended, or has lost the role', jsonb_build_object('step', 'approved'),
    jsonb_build_object('step', 'review'), NULL);
END $$;
CREATE OR REPLACE FUNCTION review_again(p_person text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_id uuid;
BEGIN
  FOR v_id IN SELECT w.id FROM withdrawal w
    WHERE w.status = 'pending_review' AND w.step = 'approved' AND EXISTS (SELECT 1 FROM approval a
      JOIN approval_given g ON g.approval = a.id AND g.person = p_person
      WHERE a.action = 'withdrawal.approve' AND a.subject = w.id::text) ORDER BY w.id
  LOOP
    INSERT INTO approval_void (approval, person, at)
      SELECT g.approval, g.person, p_at FROM approval a JOIN approval_given g ON g.approval = a.id AND g.person = p_person
        WHERE a.action = 'withdrawal.approve' AND a.subject = v_id::text ON CONFLICT DO NOTHING;
    PERFORM review_withdrawal_again(v_id, p_at);
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION look_at_payout_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM review_withdrawal_again(NEW.withdrawal, product_now());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER withdrawal_payout_invalid AFTER UPDATE ON withdrawal_payout FOR EACH ROW
  WHEN (OLD.state <> 'invalid' AND NEW.state = 'invalid') EXECUTE FUNCTION look_at_payout_end();

CREATE OR REPLACE FUNCTION payout_owner_free(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT withdrawal_owner_free(w) FROM withdrawal w WHERE w.id = (p_payout).withdrawal
$$;

-- Enough people have approved what is paid, and still are who may; and whoever pays is none of them, nor its owner.
CREATE OR REPLACE FUNCTION payout_is_allowed(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT withdrawal_approval_gone(w) FROM withdrawal w WHERE w.id = (p_payout).withdrawal
$$;
CREATE OR REPLACE FUNCTION has_approved_withdrawal(p_withdrawal uuid, p_actor text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM approval a JOIN approval_given g ON g.approval = a.id
    WHERE a.action = 'withdrawal.approve' AND a.subject = p_withdrawal::text AND g.person = person_of(p_actor))
$$;
CREATE OR REPLACE FUNCTION payout_by_another(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT has_approved_withdrawal((p_payout).withdrawal, (p_payout).recorded_by)
    AND NOT is_own_account((p_payout).recorded_by, w.member) FROM withdrawal w WHERE w.id = (p_payout).withdrawal
$$;

CREATE OR REPLACE FUNCTION payout_payload(p_payout withdrawal_payout) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('withdrawal', (p_payout).withdrawal, 'chain', (p_payout).chain, 'tx', (p_payout).tx)
$$;

-- Where no chain is asked whether a payout was sent, somebody other than who recorded it says so, and waits with it while
-- its owner is stopped. What a chain has seen is so, whoever is stopped.
CREATE OR REPLACE FUNCTION payout_approval(p_payout withdrawal_payout) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT approval_of('withdrawal.confirm_payout', (p_payout).id::text, payout_payload(p_payout), (p_payout).recorded_by, 1)
$$;
CREATE OR REPLACE FUNCTION payout_is_vouched_for(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT (p_payout).verifiable OR (payout_approval(p_payout) IS NOT NULL AND payout_owner_free(p_payout))
$$;

CREATE OR REPLACE FUNCTION payout_was_voided(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (p_payout).fault LIKE 'voided%'
$$;
-- Until when a payout that no chain has seen may still be found.
CREATE OR REPLACE FUNCTION payout_may_come_until(p_payout withdrawal_payout) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (p_payout).recorded_at + make_interval(hours => coalesce((SELECT (value ->> 'voidHours')::integer
    FROM rule_at('withdrawalReview', 'all', product_now())), 24))
$$;
-- From when it can be voided: after that, or once no node has known its transaction for ten minutes, and they are still asked. A
-- wrong digit is put right at once; until the time is over another transaction can be named, and the money is not given back.
CREATE OR REPLACE FUNCTION payout_is_unknown(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((p_payout).unknown_at > product_now() - interval '5 minutes', false)
$$;
CREATE OR REPLACE FUNCTION payout_void_from(p_payout withdrawal_payout) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(payout_may_come_until(p_payout),
    CASE WHEN payout_is_unknown(p_payout) THEN (p_payout).unknown_since + interval '10 minutes' END)
$$;
CREATE OR REPLACE FUNCTION withdrawal_void_until(p_withdrawal uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(payout_may_come_until(p)) FROM withdrawal_payout p
    WHERE p.withdrawal = p_withdrawal AND p.state = 'invalid' AND payout_was_voided(p) AND payout_may_come_until(p) > product_now()
$$;
CREATE OR REPLACE FUNCTION withdrawal_void_waited(p_withdrawal withdrawal) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT withdrawal_void_until((p_withdrawal).id) IS NULL
$$;

-- Such a payout is voided by two people; a chain needs nobody to say that a transaction is not this payout.
CREATE OR REPLACE FUNCTION payout_end_is_due(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT payout_was_voided(p_payout) OR (
    payout_void_from(p_payout) <= product_now()
    AND EXISTS (SELECT 1 FROM approval a
      WHERE a.action = 'withdrawal.void_payout' AND a.subject = (p_payout).id::text AND a.requested_by <> 'member'
        AND approval_of(a.action, a.subject, payout_payload(p_payout), a.requested_by, 1) = a.id))
$$;

-- "I am paying this": said by a treasurer before custody signs. Whoever claims it may pay it: neither its owner nor among those
-- who approved it. Another treasurer's claim is taken over, also while its member's account is stopped or an approval is gone:
-- something may be on its way, and somebody who is there has to answer for it. To name a payment waits all the same. TW002: it
-- is not there to be paid, or they may not.
CREATE OR REPLACE FUNCTION claim_payout(p_withdrawal uuid, p_by text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_withdrawal withdrawal; v_taken_over boolean;
BEGIN
  IF person_of(p_by) IS NULL THEN RAISE EXCEPTION '% is nobody who can pay', p_by USING ERRCODE = 'TA003'; END IF;
  SELECT * INTO v_withdrawal FROM withdrawal WHERE id = p_withdrawal FOR UPDATE;
  v_taken_over := EXISTS (SELECT 1 FROM payout_claim
    WHERE withdrawal = p_withdrawal AND ended_at IS NULL AND person_of(claimed_by) <> person_of(p_by));
  IF v_withdrawal.step IS DISTINCT FROM 'approved'
    OR NOT v_taken_over AND (withdrawal_approval_gone(v_withdrawal) OR NOT withdrawal_owner_free(v_withdrawal))
    OR EXISTS (SELECT 1 FROM withdrawal_payout WHERE withdrawal = p_withdrawal AND (state <> 'invalid' OR paid IS NOT NULL))
    OR may_approve('withdrawal.confirm_payout', p_by, true) IS NOT TRUE
    OR has_approved_withdrawal(p_withdrawal, p_by) OR is_own_account(p_by, v_withdrawal.member)
  THEN RAISE EXCEPTION '% may not pay this', p_by USING ERRCODE = 'TW002'; END IF;
  UPDATE payout_claim SET ended_by = p_by, ended_at = p_at WHERE withdrawal = p_withdrawal AND ended_at IS NULL;
  INSERT INTO payout_claim (withdrawal, claimed_by, claimed_at) VALUES (p_withdrawal, p_by, p_at);
END $$;

-- "I have not sent anything": only who claimed it says so. TW003: they did not.
CREATE OR REPLACE FUNCTION release_payout_claim(p_withdrawal uuid, p_by text, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM withdrawal WHERE id = p_withdrawal FOR UPDATE;
  UPDATE payout_claim SET ended_by = p_by, ended_at = p_at
    WHERE withdrawal = p_withdrawal AND ended_at IS NULL AND person_of(claimed_by) = person_of(p_by);
  IF NOT FOUND THEN RAISE EXCEPTION '% is not paying this', p_by USING ERRCODE = 'TW003'; END IF;
  PERFORM review_withdrawal_again(p_withdrawal, p_at);
END $$;

-- What lifecycle.sql asks of a payout as it is named: who names it has claimed it.
CREATE OR REPLACE FUNCTION payout_is_claimed(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM payout_claim WHERE withdrawal = (p_payout).withdrawal AND ended_at IS NULL
    AND person_of(claimed_by) = person_of((p_payout).recorded_by))
$$;
-- From then on the payout itself stands between.
CREATE OR REPLACE FUNCTION end_payout_claim() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE payout_claim SET ended_by = NEW.recorded_by, ended_at = NEW.recorded_at
    WHERE withdrawal = NEW.withdrawal AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER withdrawal_payout_claimed AFTER INSERT ON withdrawal_payout
  FOR EACH ROW EXECUTE FUNCTION end_payout_claim();
CREATE OR REPLACE TRIGGER payout_claim_kept BEFORE DELETE ON payout_claim FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What two people approve of a payout that paid another amount, or that was found after it had been voided.
CREATE OR REPLACE FUNCTION payout_settlement_payload(p_payout withdrawal_payout) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT payout_payload(p_payout) || jsonb_build_object('paid', (p_payout).paid::text)
$$;
CREATE OR REPLACE FUNCTION payout_settlement_approved(p_payout withdrawal_payout) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (p_payout).paid IS NOT NULL AND EXISTS (SELECT 1 FROM approval a
    WHERE a.action = 'withdrawal.settle_payout' AND a.subject = (p_payout).id::text AND a.requested_by <> 'member'
      AND approval_of(a.action, a.subject, payout_settlement_payload(p_payout), a.requested_by, 1) = a.id)
$$;

-- Who that was is the approval's word, not the application's.
CREATE OR REPLACE FUNCTION check_payout() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT g.actor, g.at INTO NEW.confirmed_by, NEW.confirmed_at
    FROM (SELECT payout_approval(NEW) AS id) AS a LEFT JOIN approval_given g ON g.approval = a.id;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION ask_for_payout() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason)
      VALUES ('withdrawal.confirm_payout', NEW.id::text, payout_payload(NEW), 1, NEW.recorded_by,
              NEW.recorded_at, 'no chain is asked about it');
  ELSIF NEW.state IN ('confirmed', 'invalid') THEN
    PERFORM close_approvals('withdrawal.confirm_payout', NEW.id::text, coalesce(NEW.confirmed_at, product_now()));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER withdrawal_payout_checked BEFORE UPDATE ON withdrawal_payout
  FOR EACH ROW WHEN (NEW.state = 'confirmed' AND NOT NEW.verifiable) EXECUTE FUNCTION check_payout();
CREATE OR REPLACE TRIGGER withdrawal_payout_lifecycle BEFORE INSERT OR UPDATE ON withdrawal_payout
  FOR EACH ROW EXECUTE FUNCTION guard_lifecycle('payout', 'state');
CREATE OR REPLACE TRIGGER withdrawal_payout_asked AFTER INSERT OR UPDATE ON withdrawal_payout
  FOR EACH ROW WHEN (NOT NEW.verifiable) EXECUTE FUNCTION ask_for_payout();

-- What was asked, approved and paid stays.
CREATE OR REPLACE TRIGGER withdrawal_payout_final BEFORE UPDATE ON withdrawal_payout FOR EACH ROW
  WHEN ((OLD.withdrawal, OLD.chain, OLD.tx, OLD.verifiable, OLD.recorded_by)
      IS DISTINCT FROM (NEW.withdrawal, NEW.chain, NEW.tx, NEW.verifiable, NEW.recorded_by)
    OR OLD.paid IS NOT NULL AND NEW.paid IS DISTINCT FROM OLD.paid)
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_event_fixed BEFORE UPDATE OR DELETE ON withdrawal_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_payout_kept BEFORE DELETE ON withdrawal_payout
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER withdrawal_kept BEFORE DELETE ON withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION payout_is_unknown, payout_void_from, withdrawal_void_until, payout_may_come_until, payout_was_voided, is_denied_address, payout_amounts, has_approved_withdrawal, claim_payout, release_payout_claim TO trellis_app;
