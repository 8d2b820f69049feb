import type { Migration } from './migration.ts';

/**
 * The money core: double entry in integer minor units.
 *
 * An account's id says what it is: owner × 1000 + code, and code alone (below 1000) for the house. `account_kind`
 * names every code; money/accounts.ts holds the same list, and a test compares the two. The application's role can
 * read all of this and write none of it: `post` runs as the owner, and is the only way in.
 */
export const moneyCore: Migration = {
  name: '003-money',
  sql: `
    CREATE TABLE account_kind (
      code   smallint PRIMARY KEY CHECK (code BETWEEN 1 AND 999),
      unit   text NOT NULL,
      kind   text NOT NULL,
      member boolean NOT NULL,
      floor  bigint NOT NULL,
      UNIQUE (unit, kind)
    );
    INSERT INTO account_kind (code, unit, kind, member, floor) VALUES
      (101, 'USD',  'available',       true,  0),
      (102, 'USD',  'pending',         true,  0),
      (111, 'USDT', 'available',       true,  0),
      (112, 'USDT', 'pending',         true,  0),
      (121, 'USDP', 'active',          true,  0),
      (122, 'USDP', 'locked',          true,  0),
      (131, 'RP',   'available',       true,  0),
      (141, 'CP',   'principal',       true,  0),
      -- What the house holds or owes the outside world: negative by what members and pools hold.
      (201, 'USD',  'custody',         false, -9000000000000000000),
      (211, 'USDT', 'custody',         false, -9000000000000000000),
      (221, 'USDP', 'issued',          false, -9000000000000000000),
      (231, 'RP',   'issued',          false, -9000000000000000000),
      (241, 'CP',   'issued',          false, -9000000000000000000),
      -- Reserves, in USD, one to one with what they back.
      (301, 'USD',  'reserve:USDP',    false, 0),
      (302, 'USD',  'reserve:RP',      false, 0),
      (303, 'USD',  'reserve:CP',      false, 0),
      (401, 'USD',  'fee',             false, 0),
      (411, 'USDT', 'fee',             false, 0),
      (501, 'USD',  'rounding',        false, 0);

    CREATE TABLE account (
      id      bigint PRIMARY KEY,
      owner   bigint NOT NULL,
      code    smallint NOT NULL REFERENCES account_kind,
      balance bigint NOT NULL DEFAULT 0,
      floor   bigint NOT NULL,
      seq     bigint NOT NULL DEFAULT 0,
      CHECK (balance >= floor),
      CHECK (id = owner * 1000 + code)
    ) WITH (fillfactor = 60);
    INSERT INTO account (id, owner, code, floor) SELECT code, 0, code, floor FROM account_kind WHERE NOT member;

    CREATE TABLE journal (
      owner        bigint NOT NULL,
      key          text NOT NULL,
      id           uuid NOT NULL,
      request_hash bytea NOT NULL,
      kind         text NOT NULL,
      memo         jsonb NOT NULL,
      recorded_at  timestamptz NOT NULL,
      PRIMARY KEY (owner, key)
    );
    CREATE INDEX journal_id ON journal (id);

    CREATE TABLE posting (
      account       bigint NOT NULL,
      seq           bigint NOT NULL,
      journal       uuid NOT NULL,
      amount        bigint NOT NULL CHECK (amount <> 0),
      balance_after bigint NOT NULL,
      recorded_at   timestamptz NOT NULL,
      PRIMARY KEY (account, seq)
    );
    CREATE INDEX posting_journal ON posting (journal);

    -- The rule in force is the latest one whose time has come.
    CREATE TABLE money_limit (
      operation      text NOT NULL,
      unit           text NOT NULL,
      minimum        bigint NOT NULL CHECK (minimum > 0),
      maximum        bigint NOT NULL,
      day_maximum    bigint NOT NULL,
      fee            bigint NOT NULL CHECK (fee >= 0),
      effective_from timestamptz NOT NULL,
      PRIMARY KEY (operation, unit, effective_from),
      CHECK (minimum <= maximum AND maximum <= day_maximum)
    );
    INSERT INTO money_limit VALUES ('transfer', 'USD', 1000000, 5000000000, 10000000000, 0, '2000-01-01');

    CREATE TABLE limit_usage (
      owner     bigint NOT NULL,
      operation text NOT NULL,
      unit      text NOT NULL,
      day       date NOT NULL,
      used      bigint NOT NULL,
      PRIMARY KEY (owner, operation, unit, day)
    ) WITH (fillfactor = 70);

    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'TR009';
    END $$;
    CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER posting_append_only BEFORE UPDATE OR DELETE ON posting FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON journal EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER posting_no_truncate BEFORE TRUNCATE ON posting EXECUTE FUNCTION refuse_change();

    -- Posts one journal. Legs come in lock order: members by account id, house accounts last.
    --   p_limit        names a money_limit operation that p_owner's amount counts against, or is NULL
    --   replayed       true: this key was posted before with the same request; nothing was done now
    -- Errors: TR001 insufficient, TR002 unbalanced, TR003 legs out of order, TR004 key used with another request,
    --   TR005 unknown account, TR006 wrong isolation level, TR011 below minimum, TR012 above maximum, TR013 day limit.
    CREATE FUNCTION post(
      p_id uuid, p_owner bigint, p_key text, p_hash bytea, p_kind text, p_memo jsonb,
      p_accounts bigint[], p_amounts bigint[], p_limit text, p_limit_unit text, p_limit_amount bigint,
      OUT journal_id uuid, OUT replayed boolean, OUT at timestamptz, OUT balances bigint[])
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE
      v_count integer := cardinality(p_accounts);
      v_seqs bigint[] := '{}'; v_balance bigint; v_seq bigint; v_hash bytea; v_rule money_limit; v_used bigint;
    BEGIN
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'post needs read committed' USING ERRCODE = 'TR006';
      END IF;

      SELECT j.id, j.request_hash, j.recorded_at INTO journal_id, v_hash, at
        FROM journal j WHERE j.owner = p_owner AND j.key = p_key;
      IF FOUND THEN
        IF v_hash <> p_hash THEN RAISE EXCEPTION 'key reused' USING ERRCODE = 'TR004'; END IF;
        replayed := true;
        RETURN;
      END IF;

      IF v_count < 2 OR v_count <> cardinality(p_amounts) OR EXISTS (
        SELECT 1 FROM unnest(p_accounts, p_amounts) AS leg (account, amount)
          LEFT JOIN account_kind k ON k.code = leg.account % 1000
          GROUP BY k.unit HAVING sum(leg.amount) <> 0 OR k.unit IS NULL)
      THEN RAISE EXCEPTION 'unbalanced' USING ERRCODE = 'TR002'; END IF;

      IF p_limit IS NOT NULL THEN
        SELECT * INTO STRICT v_rule FROM money_limit
          WHERE operation = p_limit AND unit = p_limit_unit AND effective_from <= clock_timestamp()
          ORDER BY effective_from DESC LIMIT 1;
        IF p_limit_amount < v_rule.minimum THEN
          RAISE EXCEPTION 'below minimum' USING ERRCODE = 'TR011', DETAIL = v_rule.minimum::text;
        ELSIF p_limit_amount > v_rule.maximum THEN
          RAISE EXCEPTION 'above maximum' USING ERRCODE = 'TR012', DETAIL = v_rule.maximum::text;
        END IF;
      END IF;

      FOR i IN 1 .. v_count LOOP
        IF i > 1 AND (p_accounts[i] < 1000, p_accounts[i]) <= (p_accounts[i - 1] < 1000, p_accounts[i - 1]) THEN
          RAISE EXCEPTION 'legs out of lock order' USING ERRCODE = 'TR003';
        END IF;
        UPDATE account SET balance = balance + p_amounts[i], seq = seq + 1
          WHERE id = p_accounts[i] AND balance + p_amounts[i] >= floor RETURNING balance, seq INTO v_balance, v_seq;
        IF NOT FOUND THEN
          -- Either the money is not there, or the account is used for the first time.
          IF p_amounts[i] < 0 THEN
            RAISE EXCEPTION 'insufficient' USING ERRCODE = 'TR001', DETAIL = p_accounts[i]::text;
          END IF;
          INSERT INTO account AS a (id, owner, code, balance, floor, seq)
            SELECT p_accounts[i], p_accounts[i] / 1000, k.code, p_amounts[i], k.floor, 1
              FROM account_kind k JOIN tree_node n ON n.id = p_accounts[i] / 1000
              WHERE k.code = p_accounts[i] % 1000 AND k.member
            ON CONFLICT (id) DO UPDATE SET balance = a.balance + excluded.balance, seq = a.seq + 1
            RETURNING a.balance, a.seq INTO v_balance, v_seq;
          IF NOT FOUND THEN RAISE EXCEPTION 'unknown account %', p_accounts[i] USING ERRCODE = 'TR005'; END IF;
        END IF;
        balances[i] := v_balance;
        v_seqs[i] := v_seq;
      END LOOP;

      -- After the locks: within one account, time and sequence then agree.
      at := clock_timestamp();
      IF p_limit IS NOT NULL THEN
        -- Counted on the day the journal is recorded on, also when the locks were waited for over midnight.
        INSERT INTO limit_usage AS u VALUES (p_owner, p_limit, p_limit_unit, (at AT TIME ZONE 'UTC')::date, p_limit_amount)
          ON CONFLICT (owner, operation, unit, day) DO UPDATE SET used = u.used + excluded.used
          RETURNING used INTO v_used;
        IF v_used > v_rule.day_maximum THEN
          RAISE EXCEPTION 'day limit' USING ERRCODE = 'TR013',
            DETAIL = v_rule.day_maximum::text || ' ' || (v_rule.day_maximum - v_used + p_limit_amount)::text;
        END IF;
      END IF;
      journal_id := p_id;
      replayed := false;
      INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
        VALUES (p_owner, p_key, p_id, p_hash, p_kind, p_memo, at);
      INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at)
        SELECT leg.account, leg.seq, p_id, leg.amount, leg.balance, at
        FROM unnest(p_accounts, v_seqs, p_amounts, balances) AS leg (account, seq, amount, balance);
    END $$;

    GRANT SELECT ON account_kind, account, journal, posting, money_limit, limit_usage TO trellis_app;
    GRANT EXECUTE ON FUNCTION post TO trellis_app;
  `,
};
