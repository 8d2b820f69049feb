-- What only the version before the last one called goes; functions and views that are in no file any more go by themselves.

-- It returns rows of a view, which could not be dropped before it.
DROP FUNCTION IF EXISTS rule_proposals_at(timestamptz);
-- They are made again without a default for their reason.
DROP FUNCTION IF EXISTS set_market_rate(text, text, bigint, bigint, text, timestamptz, text, timestamptz, text);
DROP FUNCTION IF EXISTS approve_market_rate(bigint, text, timestamptz, text);
