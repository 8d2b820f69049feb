import type { Migration } from './migration.ts';

/** What members are told in the product, what they ask, and the documents they agree to. */
export const notices: Migration = {
  name: '018-notices',
  sql: `
    CREATE TABLE notice (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      member     bigint NOT NULL REFERENCES member,
      kind       text NOT NULL CHECK (kind IN ('money', 'stake', 'team', 'security', 'system')),
      template   text NOT NULL CHECK (template <> ''),
      params     jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
      -- A path of the product's own, never another site's.
      link       text CHECK (link ~ '^/([^/\\\\]|$)'),
      -- The journal that it tells of, for those that are derived from the ledger: told once.
      journal    uuid,
      created_at timestamptz NOT NULL,
      read_at    timestamptz
    );
    CREATE INDEX notice_member ON notice (member, id DESC);
    CREATE INDEX notice_unread ON notice (member) WHERE read_at IS NULL;
    CREATE UNIQUE INDEX notice_journal ON notice (journal, member) WHERE journal IS NOT NULL;

    -- How far the ledger has been read for notices. Before up_to nothing can be recorded any more (seal_horizon);
    -- up to looked_to it was read as soon as it was there.
    CREATE TABLE notice_mark (
      source    text PRIMARY KEY,
      up_to     timestamptz NOT NULL,
      looked_to timestamptz NOT NULL
    );
    -- Transfers from before are no news.
    INSERT INTO notice_mark VALUES ('transfer', now(), now());

    -- Minor units as members read them: 1,234.50 USD, at least two decimals and no trailing zeros beyond them.
    CREATE FUNCTION usd_text(p_amount bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT regexp_replace(to_char(p_amount / 1000000.0, 'FM999,999,999,990.000000'), '([0-9]{2})0{1,4}$', '\\1') || ' USD'
    $$;

    -- Tells the recipients of transfers, of at most p_limit journals from each of two stretches of time: what was
    -- recorded just now, so that it arrives at once, and what is closed, so that a transfer that committed behind the
    -- first reading is not lost. The unique index makes what stands in both one notice.
    -- Returns whether more is waiting; false too while another process is at it.
    CREATE FUNCTION notice_transfers(p_limit integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
    DECLARE v_mark notice_mark; v_horizon timestamptz; v_now timestamptz; v_closed timestamptz; v_looked timestamptz;
    BEGIN
      -- Every statement below must see what was committed before it.
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'notice_transfers needs read committed' USING ERRCODE = 'TR006';
      END IF;
      SELECT * INTO v_mark FROM notice_mark WHERE source = 'transfer' FOR UPDATE SKIP LOCKED;
      IF NOT FOUND THEN RETURN false; END IF;
      v_horizon := greatest(v_mark.up_to, seal_horizon());
      -- Most transfers commit within this time; the others wait for the horizon.
      v_now := greatest(v_mark.looked_to, clock_timestamp() - interval '100 milliseconds');

      v_looked := notice_transfers_between(greatest(v_mark.looked_to, v_mark.up_to), v_now, p_limit);
      v_closed := notice_transfers_between(v_mark.up_to, v_horizon, p_limit);
      UPDATE notice_mark SET up_to = v_closed, looked_to = v_looked WHERE source = 'transfer';
      RETURN v_closed < v_horizon OR v_looked < v_now;
    END $$;

    -- Returns the end of what it has told of.
    CREATE FUNCTION notice_transfers_between(p_from timestamptz, p_to timestamptz, p_limit integer) RETURNS timestamptz
    LANGUAGE plpgsql SET enable_seqscan = off AS $$
    DECLARE v_end timestamptz;
    BEGIN
      IF p_to <= p_from THEN RETURN greatest(p_from, p_to); END IF;
      v_end := seal_range_end(p_from, p_to, p_limit);
      -- The postings of that time as one stretch: an account may have a great many, so none is looked through.
      WITH moved AS MATERIALIZED (
        SELECT journal, account, amount FROM posting WHERE recorded_at >= p_from AND recorded_at < v_end AND amount > 0)
      INSERT INTO notice (member, kind, template, params, link, journal, created_at)
        SELECT recipient.id, 'money', 'transferReceived',
               jsonb_build_object('sender', sender.username,
                 'amount', usd_text(moved.amount)),
               '/wallet', j.id, j.recorded_at
          FROM journal j
          JOIN member sender ON sender.id = (j.memo ->> 'sender')::bigint
          JOIN member recipient ON recipient.id = (j.memo ->> 'recipient')::bigint
          JOIN moved ON moved.journal = j.id AND moved.account = recipient.id * 1000 + 101
          WHERE j.kind = 'transfer' AND j.recorded_at >= p_from AND j.recorded_at < v_end
          ORDER BY j.recorded_at
        ON CONFLICT (journal, member) WHERE journal IS NOT NULL DO NOTHING;
      RETURN v_end;
    END $$;

    CREATE TABLE inquiry (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      member     bigint NOT NULL REFERENCES member,
      type       text NOT NULL CHECK (type IN ('deposit', 'withdraw', 'stake', 'package', 'team', 'account', 'other')),
      -- The journal of the record that it is about.
      record     uuid,
      status     text NOT NULL DEFAULT 'received' CHECK (status IN ('received', 'answered', 'closed')),
      created_at timestamptz NOT NULL
    );
    CREATE INDEX inquiry_member ON inquiry (member, id DESC);
    CREATE INDEX inquiry_status ON inquiry (status, id);

    CREATE TABLE inquiry_message (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      inquiry    bigint NOT NULL REFERENCES inquiry,
      author     text NOT NULL CHECK (author IN ('member', 'operator')),
      -- Who answered; none for an answer by command, which the audit log names.
      operator   bigint REFERENCES operator,
      text       text NOT NULL CHECK (text ~ '[^[:space:]]' AND char_length(text) <= 2000),
      created_at timestamptz NOT NULL,
      CHECK (operator IS NULL OR author = 'operator')
    );
    CREATE INDEX inquiry_message_thread ON inquiry_message (inquiry, id);
    CREATE TRIGGER inquiry_message_append_only BEFORE UPDATE OR DELETE ON inquiry_message
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER inquiry_message_no_truncate BEFORE TRUNCATE ON inquiry_message EXECUTE FUNCTION refuse_change();

    -- Publications in order, over all documents.
    CREATE TABLE terms_document (
      publication  bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      document     text NOT NULL CHECK (document IN ('terms', 'termservice')),
      version      integer NOT NULL CHECK (version > 0),
      texts        jsonb NOT NULL CHECK (texts ?& ARRAY['en', 'jp', 'zh', 'ko']),
      published_at timestamptz NOT NULL,
      PRIMARY KEY (document, version)
    );
    CREATE TRIGGER terms_document_append_only BEFORE UPDATE OR DELETE ON terms_document
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER terms_document_no_truncate BEFORE TRUNCATE ON terms_document EXECUTE FUNCTION refuse_change();

    CREATE TABLE terms_acceptance (
      member      bigint NOT NULL REFERENCES member,
      document    text NOT NULL,
      version     integer NOT NULL,
      accepted_at timestamptz NOT NULL,
      PRIMARY KEY (member, document, version),
      FOREIGN KEY (document, version) REFERENCES terms_document
    );
    CREATE TRIGGER terms_acceptance_append_only BEFORE UPDATE OR DELETE ON terms_acceptance
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER terms_acceptance_no_truncate BEFORE TRUNCATE ON terms_acceptance EXECUTE FUNCTION refuse_change();

    -- The latest publication up to which a member has accepted all that is current: every call looks, so it is one
    -- comparison. terms_acceptance is the record.
    ALTER TABLE member ADD COLUMN terms_agreed bigint NOT NULL DEFAULT 0;

    -- How far the members have been told of a new version.
    CREATE TABLE terms_notice (
      publication bigint PRIMARY KEY REFERENCES terms_document (publication),
      up_to       bigint NOT NULL DEFAULT 0,
      done_at     timestamptz
    );

    ALTER TABLE operator DROP CONSTRAINT operator_roles_check;
    ALTER TABLE operator ADD CONSTRAINT operator_roles_check
      CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['viewer', 'releases', 'support']);

    GRANT SELECT, INSERT, UPDATE (read_at) ON notice TO trellis_app;
    GRANT EXECUTE ON FUNCTION notice_transfers TO trellis_app;
    GRANT SELECT, INSERT, UPDATE (status) ON inquiry TO trellis_app;
    GRANT SELECT, INSERT ON inquiry_message, terms_document, terms_acceptance TO trellis_app;
    GRANT SELECT, INSERT, UPDATE ON terms_notice TO trellis_app;
  `,
};
