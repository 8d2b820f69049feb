import type { Migration } from './migration.ts';

/** Operators' remaining roles, suspensions of members with their history, and resets of a lost second factor. */
export const support: Migration = {
  name: '020-support',
  sql: `
    ALTER TABLE operator DROP CONSTRAINT operator_roles_check;
    ALTER TABLE operator ADD CONSTRAINT operator_roles_check CHECK (cardinality(roles) > 0 AND
      roles <@ ARRAY['viewer', 'support', 'reviewer', 'treasurer', 'releases', 'auditor', 'admin']);

    -- member.suspended_at is what every call looks at; here is why, by whom, and what was before.
    CREATE TABLE member_suspension (
      id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      member         bigint NOT NULL REFERENCES member,
      -- What the member is told; the reasons are the operators' own words, and stay with them.
      cause          text NOT NULL CHECK (cause <> ''),
      reason         text NOT NULL CHECK (reason ~ '[^[:space:]]'),
      -- command:<user> or operator:<name>; automatic for what was before this table.
      suspended_by   text NOT NULL CHECK (suspended_by <> ''),
      suspended_at   timestamptz NOT NULL,
      restore_reason text CHECK (restore_reason ~ '[^[:space:]]'),
      restored_by    text CHECK (restored_by <> ''),
      restored_at    timestamptz CHECK (restored_at >= suspended_at),
      CHECK (num_nulls(restore_reason, restored_by, restored_at) IN (0, 3))
    );
    CREATE UNIQUE INDEX member_suspension_open ON member_suspension (member) WHERE restored_at IS NULL;
    CREATE INDEX member_suspension_member ON member_suspension (member, id DESC);
    CREATE TRIGGER member_suspension_kept BEFORE DELETE ON member_suspension
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER member_suspension_no_truncate BEFORE TRUNCATE ON member_suspension EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER member_suspension_once BEFORE UPDATE ON member_suspension
      FOR EACH ROW WHEN (OLD.restored_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
    INSERT INTO member_suspension (member, cause, reason, suspended_by, suspended_at)
      SELECT id, 'other', 'suspended before reasons were kept', 'automatic', suspended_at
        FROM member WHERE suspended_at IS NOT NULL;

    CREATE TABLE factor_reset (
      id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      member       bigint NOT NULL REFERENCES member,
      -- The authenticator that is lost; one that is bound later is another.
      bound_at     timestamptz NOT NULL,
      reason       text NOT NULL CHECK (reason ~ '[^[:space:]]'),
      -- command:<user> or operator:<name>, as below.
      requested_by text NOT NULL CHECK (requested_by ~ '^[a-z]+:.'),
      requested_at timestamptz NOT NULL,
      -- Without a second person by then nothing comes of it.
      expires_at   timestamptz NOT NULL,
      approved_by  text CHECK (approved_by ~ '^[a-z]+:.'),
      approved_at  timestamptz,
      due_at       timestamptz CHECK (due_at >= approved_at + interval '72 hours'),
      -- moot: that authenticator was gone already.
      outcome      text CHECK (outcome IN ('done', 'cancelled', 'withdrawn', 'lapsed', 'moot')),
      ended_at     timestamptz,
      CHECK (num_nulls(approved_by, approved_at, due_at) IN (0, 3)),
      CHECK ((outcome IS NULL) = (ended_at IS NULL)),
      -- One person is one, whether at the command line or over the API.
      CONSTRAINT factor_reset_second_person
        CHECK (lower(split_part(approved_by, ':', 2)) <> lower(split_part(requested_by, ':', 2))),
      CONSTRAINT factor_reset_waited
        CHECK (outcome IS DISTINCT FROM 'done' OR (approved_by IS NOT NULL AND ended_at >= due_at))
    );
    CREATE UNIQUE INDEX factor_reset_open ON factor_reset (member) WHERE outcome IS NULL;
    CREATE INDEX factor_reset_due ON factor_reset (due_at) WHERE outcome IS NULL;
    CREATE TRIGGER factor_reset_kept BEFORE DELETE ON factor_reset FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER factor_reset_no_truncate BEFORE TRUNCATE ON factor_reset EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER factor_reset_once BEFORE UPDATE ON factor_reset
      FOR EACH ROW WHEN (OLD.outcome IS NOT NULL OR
        (OLD.approved_by IS NOT NULL AND
          (NEW.approved_by, NEW.approved_at, NEW.due_at) IS DISTINCT FROM (OLD.approved_by, OLD.approved_at, OLD.due_at)))
      EXECUTE FUNCTION refuse_change();

    -- One tap in a mail stops the reset that it tells of.
    CREATE TABLE factor_reset_link (
      token_hash bytea PRIMARY KEY,
      reset      bigint NOT NULL REFERENCES factor_reset
    );

    GRANT SELECT, INSERT, UPDATE (restore_reason, restored_by, restored_at) ON member_suspension TO trellis_app;
    GRANT SELECT, INSERT, UPDATE (approved_by, approved_at, due_at, outcome, ended_at) ON factor_reset TO trellis_app;
    GRANT SELECT, INSERT ON factor_reset_link TO trellis_app;
  `,
};
