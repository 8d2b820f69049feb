-- Written by npm run schema from ledger/accounts.ts: accounts by their names. Where the name is a constant, Postgres puts the code
-- in place of the call.

CREATE OR REPLACE FUNCTION account_of(p_member bigint, p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT p_member * 1000 + CASE p_name
    WHEN 'usdAvailable' THEN 101
    WHEN 'usdPending' THEN 102
    WHEN 'usdtAvailable' THEN 111
    WHEN 'usdtPending' THEN 112
    WHEN 'usdpActive' THEN 121
    WHEN 'usdpLocked' THEN 122
    WHEN 'rpAvailable' THEN 131
    WHEN 'cpPrincipal' THEN 141
  END
$$;

CREATE OR REPLACE FUNCTION system_account(p_name text) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT (CASE p_name
    WHEN 'usdCustody' THEN 201
    WHEN 'usdtCustody' THEN 211
    WHEN 'usdpIssued' THEN 221
    WHEN 'rpIssued' THEN 231
    WHEN 'cpIssued' THEN 241
    WHEN 'reserveUsdp' THEN 301
    WHEN 'reserveRp' THEN 302
    WHEN 'reserveCp' THEN 303
    WHEN 'usdFee' THEN 401
    WHEN 'usdtFee' THEN 411
    WHEN 'usdRounding' THEN 501
    WHEN 'usdtRounding' THEN 511
    WHEN 'packageRewardPool' THEN 601
    WHEN 'stakeRewardPool' THEN 602
    WHEN 'teamBonusPool' THEN 603
    WHEN 'committedReward' THEN 604
    WHEN 'usdExchange' THEN 701
    WHEN 'usdtExchange' THEN 711
    WHEN 'usdtSuspense' THEN 811
  END)::bigint
$$;

GRANT EXECUTE ON FUNCTION account_of, system_account TO trellis_app;
