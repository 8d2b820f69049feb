-- What touches what keeps accounts their owners', done or refused: beside the audit log, whose rows come one after the
-- other and would wait for whoever guesses passwords.
CREATE TABLE security_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at          timestamptz NOT NULL,
  audience    text NOT NULL CHECK (audience IN ('member', 'operator')),
  -- The endpoint's name.
  event       text NOT NULL CHECK (event <> ''),
  -- `done`, or the code that refused it.
  outcome     text NOT NULL CHECK (outcome <> ''),
  -- NULL: nobody's that is known. What was typed is never kept: it may be a password.
  member_id   bigint REFERENCES member (id),
  operator_id bigint REFERENCES operator (id),
  -- A command on a machine that reaches the database.
  command     text,
  network     text NOT NULL,
  user_agent  text NOT NULL,
  request_id  text NOT NULL
);
CREATE INDEX security_event_member ON security_event (member_id, id) WHERE member_id IS NOT NULL;
CREATE INDEX security_event_operator ON security_event (operator_id, id) WHERE operator_id IS NOT NULL;
GRANT SELECT, INSERT ON security_event TO trellis_app;

-- What is forgotten after a time is found by it. Rows come in its order, so an index of their ranges does.
CREATE INDEX security_event_at ON security_event USING brin (at);
CREATE INDEX session_created_at ON session USING brin (created_at);
CREATE INDEX stored_answer_created_at ON stored_answer USING brin (created_at);
CREATE INDEX outbox_mail_created_at ON outbox_mail USING brin (created_at);
CREATE INDEX exchange_quote_expires_at ON exchange_quote USING brin (expires_at);
CREATE INDEX notice_created_at ON notice USING brin (created_at);
