-- What a share, a reward and a part of an amount are, to the last minor unit. Each rounds once, in favour of the platform. Postgres
-- puts the expressions in place of the calls.

-- So many millionths of an amount, rounded down.
CREATE OR REPLACE FUNCTION share_of(p_amount bigint, p_ppm bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT div(p_amount::numeric * p_ppm, 1000000)::bigint
$$;

-- Simple interest on a year of 365 days, in leap years too, rounded down.
CREATE OR REPLACE FUNCTION interest_of(p_principal bigint, p_apr_ppm bigint, p_days integer) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT div(p_principal::numeric * p_apr_ppm * p_days, 365000000)::bigint
$$;

-- Part n (from 1) of a whole in equal parts; what they leave over is on the last.
CREATE OR REPLACE FUNCTION part_of(p_whole bigint, p_parts integer, p_n integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_n < p_parts THEN p_whole / p_parts ELSE p_whole - p_whole / p_parts * (p_parts - 1) END
$$;

-- What is left of an amount when a share of it, rounded up, is taken as a fee.
CREATE OR REPLACE FUNCTION without_fee(p_amount bigint, p_ppm bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT p_amount - div(p_amount::numeric * p_ppm + 999999, 1000000)::bigint
$$;

-- What a member could withdraw in USD at once. Whoever has a rule about that asks here, so that a product which keeps USD of a member
-- elsewhere says so in one place.
CREATE OR REPLACE FUNCTION usd_at_hand(p_member bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT balance FROM account WHERE id = account_of(p_member, 'usdAvailable')), 0)
$$;

GRANT EXECUTE ON FUNCTION usd_at_hand, share_of, interest_of, part_of, without_fee TO trellis_app;
