-- Which member accounts an operator has: they decide nothing about these.
CREATE TABLE operator_member (
  operator    bigint NOT NULL REFERENCES operator,
  member      bigint NOT NULL REFERENCES member,
  declared_at timestamptz NOT NULL,
  PRIMARY KEY (operator, member)
);
CREATE INDEX operator_member_of ON operator_member (member);
GRANT SELECT ON operator_member TO trellis_app;
COMMENT ON TABLE operator_member IS 'kept: what was decided, and by whom';

-- A yes whose giver was suspended before it led to anything counts no longer, and does not come back with them.
CREATE TABLE approval_void (
  approval bigint NOT NULL,
  person   text NOT NULL,
  at       timestamptz NOT NULL,
  PRIMARY KEY (approval, person),
  FOREIGN KEY (approval, person) REFERENCES approval_given (approval, person)
);
GRANT SELECT ON approval_void TO trellis_app;
COMMENT ON TABLE approval_void IS 'kept: what was decided, and by whom';
CREATE INDEX approval_given_person ON approval_given (person);

-- Payouts are frozen by a red verification, or by a person, who says why.
ALTER TABLE payout_freeze ALTER COLUMN verification DROP NOT NULL;
ALTER TABLE payout_freeze ADD COLUMN began_by text CHECK (began_by ~ '^[a-z]+:.');
ALTER TABLE payout_freeze ADD COLUMN began_reason text CHECK (began_reason ~ '[^[:space:]]');
ALTER TABLE payout_freeze ADD CHECK (num_nulls(began_by, began_reason) IN (0, 2) AND num_nulls(verification, began_by) = 1);

-- What somebody who could have said yes, or who had asked, has put an end to.
CREATE TABLE approval_refused (
  approval bigint PRIMARY KEY REFERENCES approval,
  actor    text NOT NULL CHECK (actor <> ''),
  reason   text NOT NULL CHECK (reason ~ '[^[:space:]]'),
  at       timestamptz NOT NULL
);
GRANT SELECT ON approval_refused TO trellis_app;
COMMENT ON TABLE approval_refused IS 'kept: what was decided, and by whom';

-- The audit log is searched by who, about what, and in which request.
CREATE INDEX audit_event_actor ON audit_event (actor, number);
CREATE INDEX audit_event_subject ON audit_event (subject, number);
CREATE INDEX audit_event_request ON audit_event (request_id) WHERE request_id IS NOT NULL;
