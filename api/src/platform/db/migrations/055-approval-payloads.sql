-- What people approve stands with the request, and not only its digest. What was asked for of pools, corrections and fees is
-- nothing else, and is kept there alone.
ALTER TABLE approval ADD COLUMN payload jsonb;

DO $$
DECLARE v_guarded boolean := EXISTS (SELECT FROM pg_trigger WHERE tgname = 'approval_fixed' AND tgrelid = 'approval'::regclass);
BEGIN
  -- What was asked for is not changed by this: it says what the digests are of.
  IF v_guarded THEN ALTER TABLE approval DISABLE TRIGGER approval_fixed; END IF;
  UPDATE approval a SET payload = jsonb_build_object('pool', f.pool, 'amount', f.amount)
    FROM pool_funding f WHERE a.action = 'pool.fund' AND a.subject = f.id::text;
  UPDATE approval a SET payload = jsonb_build_object('member', c.member, 'amount', c.amount, 'cause', c.cause)
    FROM bonus_correction c WHERE a.action = 'bonus.correct' AND a.subject = c.id::text;
  UPDATE approval a SET payload = jsonb_build_object('member', f.member, 'record', f.record, 'journal', f.journal,
      'kind', CASE j.kind WHEN 'hold' THEN 'withdrawal' ELSE j.kind END, 'unit', f.unit, 'amount', f.amount)
    FROM fee_return f JOIN journal j ON j.owner = f.member AND j.id = f.record
   WHERE a.action = 'fee.return' AND a.subject = f.id::text;
  IF v_guarded THEN ALTER TABLE approval ENABLE TRIGGER approval_fixed; END IF;
END $$;

-- Record and kind stand in what is approved of a fee, too: what waits without them ends, and is asked for again.
WITH ended AS (
  UPDATE approval SET closed_at = greatest(clock_timestamp(), requested_at) WHERE action = 'fee.return' AND closed_at IS NULL
    RETURNING id, closed_at)
INSERT INTO approval_refused (approval, actor, reason, at)
  SELECT id, 'automatic', 'it does not name its record: ask again', closed_at FROM ended;

-- Requests that are about nothing else have their own number, which none of the former ones has.
SELECT setval(pg_get_serial_sequence('approval', 'id'), greatest(
  (SELECT max(id) FROM approval), (SELECT max(id) FROM pool_funding), (SELECT max(id) FROM bonus_correction),
  (SELECT max(id) FROM fee_return), 1));
DROP TABLE pool_funding, bonus_correction, fee_return CASCADE;

CREATE INDEX approval_of_action ON approval (action, id);
