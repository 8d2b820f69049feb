-- The product's time: of postings, days, rules, seals and records. Postgres puts the expression in place of the call, so
-- it costs nothing. Development has another in its place, which can be put forward (development/databaseClock.ts). What
-- belongs to machines and not to the product, as leases do, goes by clock_timestamp().
CREATE OR REPLACE FUNCTION product_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
  SELECT clock_timestamp()
$$;

GRANT EXECUTE ON FUNCTION product_now TO trellis_app;
