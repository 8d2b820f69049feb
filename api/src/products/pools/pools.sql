-- Funding of the pools that rewards are promised from: one treasurer asks, another approves, and then it is posted. What a pool
-- holds is what nothing is promised from yet, so no more can be taken out. Errors are TA…, and TR001: it does not hold so much.

CREATE OR REPLACE FUNCTION pool_funding_key(p_request text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'pool-funding:' || p_request
$$;

-- Posts a funding { pool, amount } that another person approves, under a key of its own. TA002: it waits for nobody, or is no funding.
CREATE OR REPLACE FUNCTION post_pool_funding(p_request bigint, p_journal uuid, p_by text, p_reason text, p_now timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval := use_approval('pool.fund', p_request, p_by, p_reason, p_now);
  v_pool bigint := (request.payload ->> 'pool')::bigint; v_amount bigint := (request.payload ->> 'amount')::bigint;
BEGIN
  IF (v_pool IN (system_account('packageRewardPool'), system_account('stakeRewardPool'), system_account('teamBonusPool'))
      AND v_amount <> 0 AND abs(v_amount) <= 1000000000000000) IS NOT TRUE THEN
    RAISE EXCEPTION 'no funding of a pool' USING ERRCODE = 'TA002';
  END IF;
  PERFORM post_journal(p_journal, 0, pool_funding_key(request.subject), request.digest, 'pool_funding',
    jsonb_build_object('funding', request.subject), ARRAY[system_account('usdCustody'), v_pool], ARRAY[-v_amount, v_amount], NULL, NULL, NULL);
END $$;

GRANT EXECUTE ON FUNCTION post_pool_funding TO trellis_app;
