-- Why a rate was set, beside where it comes from: whoever says yes to one that jumps reads both.
ALTER TABLE market_rate ADD COLUMN reason text CHECK (reason ~ '[^[:space:]]');
-- Another argument makes another function; with both there, a call with the arguments of before would be either's.
DROP FUNCTION IF EXISTS set_market_rate(text, text, bigint, bigint, text, timestamptz, text, timestamptz);
