-- Where an operator's session was opened, as coarse as its owner needs to recognise it: of two that are open they know which is theirs.
ALTER TABLE operator_session ADD COLUMN network text NOT NULL DEFAULT '';
