-- Why a bonus was corrected, out of a closed list: this much of it the member is told. Those of before had no cause.
ALTER TABLE bonus_correction ADD COLUMN cause text NOT NULL DEFAULT 'other';
ALTER TABLE bonus_correction ALTER COLUMN cause DROP DEFAULT;
-- Some say by themselves which way it goes: of what was counted twice a member gives back.
ALTER TABLE bonus_correction ADD CONSTRAINT bonus_correction_cause_fits CHECK (CASE
  WHEN cause IN ('missedVolume', 'goodwill') THEN amount > 0
  WHEN cause IN ('countedTwice', 'notDue') THEN amount < 0
  ELSE cause IN ('wrongLevel', 'other') END);

-- A yes is to the cause, too, and nobody has chosen one of what waits now: it ends, and is asked for anew.
WITH ended AS (
  UPDATE approval SET closed_at = greatest(clock_timestamp(), requested_at) WHERE action = 'bonus.correct' AND closed_at IS NULL
    RETURNING id, closed_at)
INSERT INTO approval_refused (approval, actor, reason, at)
  SELECT id, 'automatic', 'it has no cause for the member: ask anew', closed_at FROM ended;

-- Fees that go back to who paid them: what is asked for, and what came of it: the journal under the key of the one whose fee it is.
CREATE TABLE fee_return (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member       bigint NOT NULL,
  -- What their member has a record of, and the journal that booked the fee: of a withdrawal these are two.
  record       uuid NOT NULL,
  journal      uuid NOT NULL,
  unit         text NOT NULL CHECK (unit IN ('USD', 'USDT')),
  -- In minor units: as much as was booked.
  amount       bigint NOT NULL CHECK (amount > 0),
  requested_by text NOT NULL CHECK (requested_by <> ''),
  requested_at timestamptz NOT NULL,
  reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  expires_at   timestamptz NOT NULL CHECK (expires_at > requested_at)
);
CREATE INDEX fee_return_of ON fee_return (journal, id);
GRANT SELECT ON fee_return TO trellis_app;
COMMENT ON TABLE fee_return IS 'kept: what was decided, and by whom';

-- One kind more than there are.
DO $$ DECLARE v_known text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint
  WHERE conname = 'journal_kind_known' AND conrelid = 'journal'::regclass);
BEGIN
  ALTER TABLE journal DROP CONSTRAINT journal_kind_known;
  EXECUTE 'ALTER TABLE journal ADD CONSTRAINT journal_kind_known ' || replace(v_known, '])', ', ''fee_returned''::text])');
END $$;
