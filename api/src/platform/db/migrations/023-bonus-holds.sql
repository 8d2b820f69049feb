-- Holds on the team bonus: what is promised to a member, or for a day, and not paid while somebody looks at it.

CREATE TABLE bonus_hold (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- One of the two: all days of a member, or all members of a day.
  member         bigint,
  day            date,
  cause          text NOT NULL CHECK (cause IN ('sharedAccounts', 'review')),
  held_by        text NOT NULL CHECK (held_by ~ '^[a-z]+:.'),
  held_at        timestamptz NOT NULL,
  reason         text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  released_by    text CHECK (released_by ~ '^[a-z]+:.'),
  released_at    timestamptz,
  release_reason text CHECK (release_reason ~ '[^[:space:]]'),
  CHECK (num_nulls(member, day) = 1),
  CHECK (num_nulls(released_by, released_at, release_reason) IN (0, 3))
);
CREATE UNIQUE INDEX bonus_hold_of_member ON bonus_hold (member) WHERE released_at IS NULL AND member IS NOT NULL;
CREATE UNIQUE INDEX bonus_hold_of_day ON bonus_hold (day) WHERE released_at IS NULL AND day IS NOT NULL;

GRANT SELECT ON bonus_hold TO trellis_app;

COMMENT ON TABLE bonus_hold IS 'kept: what was decided, and by whom';
