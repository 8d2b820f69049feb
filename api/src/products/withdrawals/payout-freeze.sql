-- What each verification found, and the freeze that a red one, or an operator, puts on payouts. It lasts until two treasurers
-- end it, or somebody with the owner's rights, after a green verification and with a reason: a fault must not pass by itself.

-- Money leaves the platform where a custody account gets a positive leg. On the postings themselves, so that no way
-- of posting can forget it; what stands in WHEN costs the others next to nothing.
-- TR041: payouts are frozen.
CREATE OR REPLACE FUNCTION refuse_frozen_payout() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Shared among payouts, and waited for by who freezes: once a freeze is there, no payout is still under way.
  PERFORM pg_advisory_xact_lock_shared(7704);
  IF EXISTS (SELECT 1 FROM payout_freeze WHERE ended_at IS NULL) THEN
    RAISE EXCEPTION 'payouts are frozen' USING ERRCODE = 'TR041';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER posting_payout BEFORE INSERT ON posting
  FOR EACH ROW WHEN (NEW.amount > 0 AND NEW.account IN (201, 211)) EXECUTE FUNCTION refuse_frozen_payout();

-- What the invariants find now, except what was explained. An invariant whose numbers cannot be added up is a finding, too.
-- p_since: only what was recorded from then on, by those invariants that have such a form.
CREATE OR REPLACE FUNCTION check_invariants(p_since timestamptz DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp SET TimeZone = 'UTC' AS $$
DECLARE v_invariant record; v_rows jsonb; v_found jsonb := '[]';
BEGIN
  FOR v_invariant IN
    SELECT i.name, CASE WHEN p_since IS NULL THEN i.sql ELSE i.recent END AS sql, count(e.id) AS explained
      FROM invariant i LEFT JOIN explained_finding e ON e.invariant = i.name
      WHERE p_since IS NULL OR i.recent IS NOT NULL GROUP BY i.place ORDER BY i.place
  LOOP
    BEGIN
      EXECUTE format('SELECT jsonb_agg(found.row) FROM (%s) AS found', v_invariant.sql)
        INTO v_rows USING 1000 + v_invariant.explained, p_since;
    EXCEPTION WHEN data_exception THEN
      v_rows := jsonb_build_array(jsonb_build_object('fault', SQLERRM));
    END;
    -- In one order: what two people approved as a false alarm is compared with later findings.
    v_rows := (SELECT jsonb_agg(r ORDER BY r) FROM jsonb_array_elements(v_rows) r
      WHERE NOT EXISTS (SELECT 1 FROM explained_finding e WHERE e.invariant = v_invariant.name AND e.found = r));
    IF v_rows IS NOT NULL THEN
      v_found := v_found || jsonb_build_object('name', v_invariant.name, 'rows', v_rows);
    END IF;
  END LOOP;
  IF NOT FOUND THEN RAISE EXCEPTION 'the database has no invariants'; END IF;
  RETURN v_found;
END $$;

-- From when on it is enough to look; NULL: at all. That is the end of the last seal of when the last run began, for nothing can
-- be recorded before it any more. All is looked at once a day, for as long as that takes less than ten seconds each time, and
-- whenever there may be something wrong.
CREATE OR REPLACE FUNCTION verification_since() RETURNS timestamptz LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT max(up_to) FROM journal_seal WHERE sealed_at <= last.started_at)
    FROM (SELECT * FROM verification_run ORDER BY id DESC LIMIT 1) last,
         (SELECT * FROM verification_run WHERE since IS NULL ORDER BY id DESC LIMIT 1) whole
   WHERE NOT last.red AND NOT whole.red AND last.started_at <= product_now()
     AND whole.started_at BETWEEN product_now() - interval '1 day' AND product_now()
     AND whole.ended_at - whole.started_at > interval '10 seconds'
     AND NOT EXISTS (SELECT FROM payout_freeze WHERE ended_at IS NULL)
$$;

-- Checks the invariants, records the run, and freezes payouts if it is red. p_findings is what the caller found by means that SQL
-- does not have: it can make a run red, and never green. p_recent: only since `verification_since`. Returns whether payouts are
-- frozen now, and all findings.
CREATE OR REPLACE FUNCTION verify_books(p_started timestamptz, p_findings jsonb, p_recent boolean DEFAULT false,
  OUT frozen boolean, OUT faults jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_run verification_run; v_started timestamptz := least(p_started, product_now());
  v_since timestamptz := CASE WHEN p_recent THEN verification_since() END;
BEGIN
  faults := check_invariants(v_since);
  faults := faults || coalesce((SELECT jsonb_agg(f) FROM jsonb_array_elements(p_findings) f
    WHERE NOT EXISTS (SELECT 1 FROM jsonb_array_elements(faults) own WHERE own -> 'name' = f -> 'name')), '[]');
  INSERT INTO verification_run (started_at, ended_at, findings, since) VALUES (v_started, product_now(), faults, v_since)
    RETURNING * INTO v_run;
  IF v_run.red THEN
    PERFORM pg_advisory_xact_lock(7704);
    INSERT INTO payout_freeze (verification, began_at) VALUES (v_run.id, product_now()) ON CONFLICT DO NOTHING;
  END IF;
  frozen := EXISTS (SELECT 1 FROM payout_freeze WHERE ended_at IS NULL);
END $$;

-- One person's word is enough to stop. Returns the freeze, an older one where there is one already. TA004: they may not.
CREATE OR REPLACE FUNCTION freeze_payouts(p_by text, p_reason text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT (is_owners_session() OR p_by LIKE 'command:%' OR EXISTS (SELECT 1 FROM operator
    WHERE 'operator:' || name = p_by AND enrolled_at IS NOT NULL AND suspended_at IS NULL
      AND roles && ARRAY['support', 'reviewer', 'treasurer', 'releases', 'admin']))
  THEN RAISE EXCEPTION '% may not freeze payouts', p_by USING ERRCODE = 'TA004'; END IF;
  PERFORM pg_advisory_xact_lock(7704);
  INSERT INTO payout_freeze (began_by, began_reason, began_at) VALUES (p_by, p_reason, product_now()) ON CONFLICT DO NOTHING;
  RETURN (SELECT id FROM payout_freeze WHERE ended_at IS NULL);
END $$;

-- Whether all the books were looked at since payouts were frozen, and are green.
CREATE OR REPLACE FUNCTION freeze_may_end(p_freeze bigint) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT coalesce((SELECT NOT v.red AND v.since IS NULL AND v.started_at >= f.began_at FROM verification_run v, payout_freeze f
    WHERE f.id = p_freeze ORDER BY v.id DESC LIMIT 1), false)
$$;

CREATE OR REPLACE FUNCTION freeze_payload(p_freeze bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('freeze', p_freeze::text)
$$;

-- What two treasurers approve while the books are red: that this very finding is a false alarm.
CREATE OR REPLACE FUNCTION false_alarm_payload(p_freeze bigint, p_verification bigint) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('freeze', p_freeze::text, 'verification', p_verification::text)
$$;

-- The last verification of a freeze, where it is red.
CREATE OR REPLACE FUNCTION red_verification() RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM verification_run WHERE red AND id = (SELECT max(id) FROM verification_run)
$$;

-- For the owner alone, after two treasurers: explains what the last verification found as a false alarm, and keeps every row of
-- it. The next verification passes these rows over as long as they are found exactly so. Returns how many there are.
-- TA002: two treasurers have not approved exactly what is found now. TV001: a finding has too many rows to be explained.
CREATE OR REPLACE FUNCTION explain_findings(p_reason text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE v_run verification_run; v_freeze bigint; v_approval bigint; v_approved bigint; v_count bigint;
BEGIN
  SELECT * INTO v_run FROM verification_run WHERE id = red_verification();
  SELECT f.id, a.id, v.id INTO v_freeze, v_approval, v_approved FROM payout_freeze f
    JOIN approval a ON a.action = 'payouts.unfreeze' AND a.subject = f.id::text AND a.closed_at IS NULL
      AND a.expires_at > product_now()
    JOIN verification_run v ON v.findings = v_run.findings
      AND approval_of(a.action, a.subject, false_alarm_payload(f.id, v.id), a.requested_by, 1) = a.id
    WHERE f.ended_at IS NULL ORDER BY a.id, v.id LIMIT 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'two treasurers have not approved this' USING ERRCODE = 'TA002'; END IF;
  IF EXISTS (SELECT 1 FROM jsonb_array_elements(v_run.findings) f WHERE jsonb_array_length(f -> 'rows') NOT BETWEEN 1 AND 999) THEN
    RAISE EXCEPTION 'too many rows' USING ERRCODE = 'TV001';
  END IF;
  INSERT INTO explained_finding (verification, approval, invariant, found, explained_by, explained_at, reason)
    SELECT v_run.id, v_approval, f ->> 'name', r, session_user, product_now(), p_reason
      FROM jsonb_array_elements(v_run.findings) f, jsonb_array_elements(f -> 'rows') r;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  PERFORM close_approvals('payouts.unfreeze', v_freeze::text, product_now());
  PERFORM record_audit('command:' || session_user, 'books.explain', 'payouts', p_reason,
    jsonb_build_object('verification', v_run.id::text, 'findings', v_run.findings),
    jsonb_build_object('approval', v_approval::text, 'approvedVerification', v_approved::text, 'explained', v_count), NULL);
  RETURN v_count;
END $$;

CREATE OR REPLACE TRIGGER explained_finding_append_only BEFORE UPDATE OR DELETE ON explained_finding
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- To go on takes two. TA002: nobody has asked, or the second approval is missing, or it is ended. TR042: the books are not green
-- since it began.
CREATE OR REPLACE FUNCTION unfreeze_payouts(p_freeze bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE v_approval approval; v_by text;
BEGIN
  SELECT a.* INTO v_approval FROM approval a WHERE a.action = 'payouts.unfreeze' AND a.subject = p_freeze::text
    AND a.closed_at IS NULL
    AND approval_of(a.action, a.subject, freeze_payload(p_freeze), a.requested_by, 1) = a.id ORDER BY a.id LIMIT 1;
  IF NOT FOUND THEN RAISE EXCEPTION 'it takes two' USING ERRCODE = 'TA002'; END IF;
  IF NOT freeze_may_end(p_freeze) THEN
    RAISE EXCEPTION 'the books are not green since it began' USING ERRCODE = 'TR042';
  END IF;
  SELECT g.actor INTO v_by FROM approval_standing g WHERE g.approval = v_approval.id ORDER BY g.at LIMIT 1;
  UPDATE payout_freeze SET ended_at = p_at, ended_by = v_by, reason = v_approval.reason
    WHERE id = p_freeze AND ended_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'it is ended' USING ERRCODE = 'TA002'; END IF;
  PERFORM close_approvals('payouts.unfreeze', p_freeze::text, p_at);
END $$;

-- For the owner alone. Returns whether there was a freeze to end. TR042: the last verification is red.
CREATE OR REPLACE FUNCTION end_payout_freeze(p_reason text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := product_now();
BEGIN
  IF (SELECT red FROM verification_run ORDER BY id DESC LIMIT 1) THEN
    RAISE EXCEPTION 'the last verification is red' USING ERRCODE = 'TR042';
  END IF;
  UPDATE payout_freeze SET ended_at = v_now, ended_by = session_user, reason = p_reason
    WHERE ended_at IS NULL;
  RETURN FOUND;
END $$;

CREATE OR REPLACE TRIGGER verification_run_append_only BEFORE UPDATE OR DELETE ON verification_run
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payout_freeze_kept BEFORE DELETE ON payout_freeze
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER payout_freeze_ends_once BEFORE UPDATE ON payout_freeze
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION verify_books(timestamptz, jsonb, boolean), verification_since, freeze_payouts, freeze_may_end, red_verification, freeze_payload, false_alarm_payload, unfreeze_payouts TO trellis_app;
