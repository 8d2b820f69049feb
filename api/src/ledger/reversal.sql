-- The mirror image of a journal, posted exactly once.

-- Posts the mirror image of a journal: the owner's to do, for no product reverses anything. TR023: it is not there, was reversed before, is a reversal itself, or its fee was returned;
-- TR024: it made or ended a hold, which is undone by ending the hold.
CREATE OR REPLACE FUNCTION reverse_journal(
  p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_journal uuid,
  OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
DECLARE v_recorded_at timestamptz; v_accounts bigint[]; v_amounts bigint[];
BEGIN
  IF journal_exists(p_owner, p_key) THEN
    SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
      p_id, p_owner, p_key, p_hash, p_kind, p_memo, '{}', '{}', NULL, NULL, NULL) AS posted;
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM money_hold WHERE owner = p_owner AND (id = p_journal OR ended_by = p_journal)) THEN
    RAISE EXCEPTION 'belongs to a hold' USING ERRCODE = 'TR024';
  END IF;
  -- Of what it took a part has gone back: the mirror image would give that back a second time.
  PERFORM 1 FROM journal WHERE owner = p_owner AND id = p_journal FOR UPDATE;
  IF journal_exists(p_owner, fee_return_key(p_journal)) THEN
    RAISE EXCEPTION 'its fee was returned' USING ERRCODE = 'TR023';
  END IF;
  -- The unique row is the guard: of two reversals at once the second waits here, and is then refused.
  INSERT INTO journal_reversal (owner, journal, reversed_by)
    SELECT owner, id, p_id FROM journal WHERE owner = p_owner AND id = p_journal AND kind <> p_kind
    ON CONFLICT (owner, journal) DO NOTHING;
  IF NOT FOUND THEN RAISE EXCEPTION 'cannot be reversed' USING ERRCODE = 'TR023'; END IF;
  SELECT recorded_at INTO STRICT v_recorded_at FROM journal WHERE owner = p_owner AND id = p_journal;
  SELECT array_agg(account ORDER BY lock_rank(account)), array_agg(-amount ORDER BY lock_rank(account))
    INTO v_accounts, v_amounts FROM posting WHERE journal = p_journal AND recorded_at = v_recorded_at;
  SELECT posted.* INTO journal_id, replayed, at, balances FROM post_journal(
    p_id, p_owner, p_key, p_hash, p_kind, p_memo, v_accounts, v_amounts, NULL, NULL, NULL) AS posted;
END $$;
