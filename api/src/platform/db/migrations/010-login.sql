-- The application's role is a login of its own (platform/db/makeLogin.ts), and does what is checked. What it could write in a
-- table and no check saw is taken back; rights on functions stand in sql/. Taken at once, not with the next version: a
-- process of the version before that asks for or gives an approval is refused until it is replaced.

-- No table of its own, with which a name could come to mean something else.
DO $$ BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- Through ask_for_approval and give_approval, or with the row that asks by itself.
REVOKE INSERT (action, subject, digest, needed, requested_by, requested_at, reason, expires_at) ON approval FROM trellis_app;
REVOKE INSERT (approval, actor, reason, at) ON approval_given FROM trellis_app;

-- Who operators are, what they may, and who may enrol, is the owner's word. What is left is guarded (sql/operators.sql).
REVOKE INSERT, UPDATE ON operator, operator_enrolment FROM trellis_app;
GRANT UPDATE (password_hash, totp_secret, totp_key, totp_step, enrolled_at) ON operator TO trellis_app;
GRANT UPDATE (opened_at, tries_left, ended_at) ON operator_enrolment TO trellis_app;
