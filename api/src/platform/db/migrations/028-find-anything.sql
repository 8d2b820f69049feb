-- Operators find whose an address is, and what a reference that a member was shown belongs to.
CREATE INDEX book_address_address ON book_address (address);
CREATE INDEX security_event_request ON security_event (request_id);
