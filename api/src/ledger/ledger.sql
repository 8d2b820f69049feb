-- What all of the ledger shares: the order of locks, the lock of a key, what a day has used, and that history stays.

-- The one global order of locks: members by account id, system accounts last.
CREATE OR REPLACE FUNCTION lock_rank(p_account bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN p_account < 1000 THEN p_account + 9000000000000000000 ELSE p_account END $$;

-- The advisory lock that stands for an idempotency key while a call with it is under way.
CREATE OR REPLACE FUNCTION idempotency_lock(p_owner bigint, p_key text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT hashtextextended(p_key, p_owner) $$;

-- How an operator's call under a key has ended (their ids stand below 0): once, and of no other answer.
CREATE OR REPLACE FUNCTION finish_call(p_owner bigint, p_key text, p_status smallint, p_body json) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  UPDATE stored_answer SET status = p_status, body = p_body
    WHERE owner = p_owner AND owner < 0 AND key = p_key AND status = 102
$$;

-- Whether this key was posted before; only then may the guard of a hold, a quote or a reversal be passed by.
CREATE OR REPLACE FUNCTION journal_exists(p_owner bigint, p_key text) RETURNS boolean LANGUAGE sql STABLE
AS $$ SELECT EXISTS (SELECT 1 FROM journal WHERE owner = p_owner AND key = p_key) $$;

-- Locks accounts of members before several journals are posted in one transaction: in the order in which a posting
-- locks, so that none waits for it while it waits for them.
CREATE OR REPLACE FUNCTION lock_accounts(p_accounts bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT 1 FROM account WHERE id = ANY (p_accounts) AND id >= 1000 ORDER BY id FOR NO KEY UPDATE
$$;

-- For reading by operation; of each account only its latest day is known.
CREATE OR REPLACE VIEW limit_usage AS
  SELECT a.owner, counter.operation, k.unit, a.limit_day AS day, counter.used
    FROM account a JOIN account_kind k USING (code)
    CROSS JOIN LATERAL (VALUES ('transfer', a.transferred), ('exchange', a.exchanged), ('withdrawal', a.withdrawn))
      AS counter (operation, used)
    WHERE counter.used <> 0;

GRANT SELECT ON limit_usage TO trellis_app;

CREATE OR REPLACE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON journal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER posting_append_only BEFORE UPDATE OR DELETE ON posting
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER posting_no_truncate BEFORE TRUNCATE ON posting EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER journal_reversal_append_only BEFORE UPDATE OR DELETE ON journal_reversal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION finish_call, idempotency_lock, journal_exists, lock_accounts TO trellis_app;
