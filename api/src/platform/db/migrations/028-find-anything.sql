-- Operators find whose an address is, and what a reference that a member was shown belongs to.
CREATE INDEX book_address_address ON book_address (address);
CREATE INDEX security_event_request ON security_event (request_id);
-- Most rows of the log are looks; whoever reads what was changed reads past none of them.
CREATE INDEX audit_event_changes ON audit_event (number) WHERE reason <> 'read';
