import type { Migration } from './migration.ts';

/** Each field as its length in bytes, a colon, itself and a comma: the encoding of 011, and of money/README.md. */
const fields = (texts: readonly string[]): string =>
  texts.map((text) => `octet_length(convert_to(${text}, 'UTF8')) || ':' || ${text} || ','`).join(' || ');
const time = (column: string): string =>
  `CASE WHEN isfinite(${column}) THEN (extract(epoch FROM ${column}) * 1000000)::bigint::text ELSE ${column}::text END`;

const journalFields = [
  ...['j.owner::text', 'j.key', 'j.id::text', `encode(j.request_hash, 'hex')`, 'j.kind', 'j.memo::text'],
  time('j.recorded_at'),
];
const postingFields = [
  ...['p.account::text', 'p.seq::text', 'p.amount::text', 'p.balance_after::text'],
  time('p.recorded_at'),
];
const sealFields = [
  ...[`'trellis seal 1'`, 'v_new.number::text', time('v_new.up_to'), 'v_new.journals::text', time('v_new.sealed_at')],
  `coalesce(encode(v_last.digest, 'hex'), '')`,
];

/**
 * The postings of a journal are found by its time, which is theirs too: in an account by halving, over all accounts by
 * block ranges, as journals are. A B-tree by journal cost three entries a transfer, a sixteenth of what one costs.
 */
export const postingsByTime: Migration = {
  name: '017-postings-by-time',
  sql: `
    DROP INDEX posting_journal;
    CREATE INDEX posting_recorded_at ON posting USING brin (recorded_at) WITH (pages_per_range = 32, autosummarize = on);

    -- Block ranges without a summary are read whole by every search for a time, and vacuum comes by only now and then. To
    -- be called before many searches, in a transaction of its own; where vacuum is at work it is left to it.
    CREATE FUNCTION summarize_times() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    BEGIN
      LOCK TABLE journal, posting IN SHARE UPDATE EXCLUSIVE MODE NOWAIT;
      PERFORM brin_summarize_new_values('journal_recorded_at'), brin_summarize_new_values('posting_recorded_at');
    EXCEPTION WHEN lock_not_available THEN NULL;
    END $$;

    -- The posting of a journal in one account, or none.
    CREATE FUNCTION account_posting(p_account bigint, p_journal uuid, p_recorded_at timestamptz) RETURNS SETOF posting
    LANGUAGE sql STABLE AS $$
      SELECT * FROM posting WHERE account = p_account AND journal = p_journal
        AND seq > posting_seq_before(p_account, p_recorded_at)
        AND seq <= posting_seq_before(p_account, p_recorded_at + interval '1 microsecond')
    $$;

    -- Posts the mirror image of a journal. TR023: it is not there, was reversed before, or is a reversal itself;
    -- TR024: it made or ended a hold, which is undone by ending the hold.
    CREATE OR REPLACE FUNCTION reverse_journal(
      p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb, p_journal uuid,
      OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
    DECLARE v_recorded_at timestamptz; v_accounts bigint[]; v_amounts bigint[];
    BEGIN
      IF journal_exists(p_owner, p_key) THEN
        SELECT posted.* INTO journal_id, replayed, at, balances FROM post(
          p_id, p_owner, p_key, p_hash, p_kind, p_memo, '{}', '{}', NULL, NULL, NULL) AS posted;
        RETURN;
      END IF;
      IF EXISTS (SELECT 1 FROM money_hold WHERE owner = p_owner AND (id = p_journal OR ended_by = p_journal)) THEN
        RAISE EXCEPTION 'belongs to a hold' USING ERRCODE = 'TR024';
      END IF;
      -- The unique row is the guard: of two reversals at once the second waits here, and is then refused.
      INSERT INTO journal_reversal (owner, journal, reversed_by)
        SELECT owner, id, p_id FROM journal WHERE owner = p_owner AND id = p_journal AND kind <> p_kind
        ON CONFLICT (owner, journal) DO NOTHING;
      IF NOT FOUND THEN RAISE EXCEPTION 'cannot be reversed' USING ERRCODE = 'TR023'; END IF;
      SELECT recorded_at INTO STRICT v_recorded_at FROM journal WHERE owner = p_owner AND id = p_journal;
      SELECT array_agg(account ORDER BY lock_rank(account)), array_agg(-amount ORDER BY lock_rank(account))
        INTO v_accounts, v_amounts FROM posting WHERE journal = p_journal AND recorded_at = v_recorded_at;
      SELECT posted.* INTO journal_id, replayed, at, balances FROM post(
        p_id, p_owner, p_key, p_hash, p_kind, p_memo, v_accounts, v_amounts, NULL, NULL, NULL) AS posted;
    END $$;

    -- Makes the next seal, of at most p_limit journals. No row: nothing to seal, or another process is at it.
    CREATE OR REPLACE FUNCTION seal_next(p_limit integer)
    RETURNS TABLE (number bigint, up_to timestamptz, journals integer, digest bytea, more boolean)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
    -- Two stretches of time, each read once: a look-up for each row would read the other as often.
    SET enable_seqscan = off SET enable_nestloop = off AS $$
    #variable_conflict use_column
    DECLARE v_last journal_seal; v_new journal_seal; v_from timestamptz; v_horizon timestamptz; v_leaves bytea;
    BEGIN
      -- Every statement below must see what was committed before it.
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'seal_next needs read committed' USING ERRCODE = 'TR006';
      END IF;
      IF NOT pg_try_advisory_xact_lock(7703) THEN RETURN; END IF;
      v_horizon := seal_horizon();
      SELECT * INTO v_last FROM journal_seal ORDER BY number DESC LIMIT 1;
      v_from := coalesce(v_last.up_to, '-infinity');
      IF v_horizon <= v_from THEN RETURN; END IF;

      v_new.number := coalesce(v_last.number, 0) + 1;
      v_new.up_to := seal_range_end(v_from, v_horizon, least(greatest(p_limit, 1), 10000));
      WITH entry AS MATERIALIZED (
        SELECT p.journal, string_agg(${fields(postingFields)}, '' ORDER BY p.account, p.seq) AS postings
          FROM posting p WHERE p.recorded_at >= v_from AND p.recorded_at < v_new.up_to GROUP BY p.journal)
      SELECT count(*), string_agg(sha256(convert_to(${fields(journalFields)} || coalesce(entry.postings, ''), 'UTF8')), ''
               ORDER BY j.recorded_at, j.owner, j.key COLLATE "C")
        INTO v_new.journals, v_leaves
        FROM journal j LEFT JOIN entry ON entry.journal = j.id
        WHERE j.recorded_at >= v_from AND j.recorded_at < v_new.up_to;
      IF v_new.journals = 0 THEN RETURN; END IF;
      v_new.sealed_at := clock_timestamp();
      v_new.digest := sha256(convert_to(${fields(sealFields)}, 'UTF8') || v_leaves);
      INSERT INTO journal_seal SELECT v_new.*;
      RETURN QUERY SELECT v_new.number, v_new.up_to, v_new.journals, v_new.digest, v_new.up_to < v_horizon;
    END $$;

    GRANT EXECUTE ON FUNCTION summarize_times, account_posting TO trellis_app;
  `,
};
