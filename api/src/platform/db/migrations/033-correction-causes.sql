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
