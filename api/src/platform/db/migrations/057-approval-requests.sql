-- What two people approve of rules, operators, terms and returned deposits is kept with the request alone: 056 has its payloads.
-- Requests that are about nothing else have their own number, which none of the former ones has.
SELECT setval(pg_get_serial_sequence('approval', 'id'), greatest(
  (SELECT max(id) FROM approval), (SELECT max(id) FROM deposit_return), (SELECT max(id) FROM operator_change),
  (SELECT max(id) FROM terms_proposal), (SELECT max(id) FROM rule_proposal), 1));
DROP TABLE deposit_return, operator_change, terms_proposal, rule_proposal CASCADE;

CREATE INDEX approval_of_deposit ON approval ((payload ->> 'deposit'));
