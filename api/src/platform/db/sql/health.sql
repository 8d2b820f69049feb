-- Whether the database works for the product, as /readyz asks: it runs a function of ours in PL/pgSQL with the rights of the
-- application, takes what is written (a standby reads only), and has this time.
CREATE OR REPLACE FUNCTION readiness(OUT writes boolean, OUT at timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM journal LIMIT 1;
  writes := current_setting('transaction_read_only') = 'off';
  at := clock_timestamp();
END $$;

GRANT EXECUTE ON FUNCTION readiness TO trellis_app;
