-- What only the version before the last one called goes; functions and views that are in no file any more go by themselves.

-- It returns rows of a view, which could not be dropped before it.
DROP FUNCTION IF EXISTS rule_proposals_at(timestamptz);
-- They are made again without a default for their reason.
DROP FUNCTION IF EXISTS set_market_rate(text, text, bigint, bigint, text, timestamptz, text, timestamptz, text);
DROP FUNCTION IF EXISTS approve_market_rate(bigint, text, timestamptz, text);

-- Nothing reads these any more: 009 has the codes, 043 the index, and failures are counted in a table of their own.
DROP TABLE email_code;
DROP INDEX outbox_mail_due;
ALTER TABLE member DROP COLUMN guess_day;
