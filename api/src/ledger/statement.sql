-- Balances at any past time, and statements over any period, from the postings' primary key alone: sequence numbers
-- have no gaps and agree with time within an account, so a time is found by halving.

-- How many postings an account had before a time: the sequence number of the last one, or 0.
CREATE OR REPLACE FUNCTION posting_seq_before(p_account bigint, p_time timestamptz) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE v_low bigint := 0; v_high bigint; v_middle bigint; v_at timestamptz;
BEGIN
  SELECT seq INTO v_high FROM account WHERE id = p_account;
  WHILE v_low < v_high LOOP
    v_middle := (v_low + v_high + 1) / 2;
    SELECT recorded_at INTO STRICT v_at FROM posting WHERE account = p_account AND seq = v_middle;
    IF v_at < p_time THEN v_low := v_middle; ELSE v_high := v_middle - 1; END IF;
  END LOOP;
  RETURN v_low;
END $$;

-- Balance of an account just before a time; 0 for one that did not exist yet.
CREATE OR REPLACE FUNCTION balance_before(p_account bigint, p_time timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT balance_after FROM posting
    WHERE account = p_account AND seq = posting_seq_before(p_account, p_time)), 0)
$$;

-- The same for several times, the earliest first: an account that did not move meanwhile is looked at once.
CREATE OR REPLACE FUNCTION balances_before(p_account bigint, p_times timestamptz[])
RETURNS TABLE (at timestamptz, balance bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE v_last posting;
BEGIN
  SELECT p.* INTO v_last FROM account a JOIN posting p ON p.account = a.id AND p.seq = a.seq WHERE a.id = p_account;
  FOR i IN REVERSE array_upper(p_times, 1) .. 1 LOOP
    at := p_times[i];
    IF v_last.recorded_at >= at THEN
      SELECT p.* INTO v_last FROM posting p WHERE p.account = p_account AND p.seq = posting_seq_before(p_account, at);
    END IF;
    balance := coalesce(v_last.balance_after, 0);
    RETURN NEXT;
  END LOOP;
END $$;

-- The posting of a journal in one account, or none.
CREATE OR REPLACE FUNCTION account_posting(p_account bigint, p_journal uuid, p_recorded_at timestamptz)
RETURNS SETOF posting LANGUAGE sql STABLE AS $$
  SELECT * FROM posting WHERE account = p_account AND journal = p_journal
    AND seq > posting_seq_before(p_account, p_recorded_at)
    AND seq <= posting_seq_before(p_account, p_recorded_at + interval '1 microsecond')
$$;

-- One line for each account an owner had by the end of a period [p_from, p_to).
CREATE OR REPLACE FUNCTION statement(p_owner bigint, p_from timestamptz, p_to timestamptz)
RETURNS TABLE (code smallint, opening bigint, incoming bigint, outgoing bigint, closing bigint, postings bigint)
LANGUAGE sql STABLE AS $$
  SELECT a.code, balance_before(a.id, p_from), moved.incoming, moved.outgoing, balance_before(a.id, p_to), moved.postings
  FROM account a
  CROSS JOIN LATERAL (SELECT posting_seq_before(a.id, p_from) AS first, posting_seq_before(a.id, p_to) AS last) AS bounds
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::bigint AS incoming,
           coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::bigint AS outgoing,
           count(*) AS postings
    FROM posting p WHERE p.account = a.id AND p.seq > bounds.first AND p.seq <= bounds.last) AS moved
  WHERE a.id BETWEEN p_owner * 1000 AND p_owner * 1000 + 999 AND bounds.last > 0
  ORDER BY a.code
$$;

GRANT EXECUTE ON FUNCTION posting_seq_before, balance_before, balances_before, account_posting, statement TO trellis_app;
