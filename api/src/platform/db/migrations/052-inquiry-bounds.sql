-- How many of a member's inquiries wait for an answer is asked with each new one.
CREATE INDEX inquiry_waiting ON inquiry (member) WHERE status = 'received';
