import type { Migration } from './migration.ts';

/** Each field as its length in bytes, a colon, itself and a comma; a missing one as a hyphen and a comma. */
const fields = (texts: readonly string[]): string =>
  texts.map((text) => `coalesce(octet_length(convert_to(${text}, 'UTF8')) || ':' || ${text}, '-') || ','`).join(' || ');

/**
 * Who did what, why, and what it was before and after; append-only. Row n's digest covers its own fields and the digest
 * before it. money/invariants.ts computes the same without this function.
 */
export const audit: Migration = {
  name: '015-audit',
  sql: `
    CREATE TABLE audit_event (
      number      bigint PRIMARY KEY CHECK (number > 0),
      -- command:<user>, operator:<name>, automatic or start.
      actor       text NOT NULL CHECK (actor <> ''),
      action      text NOT NULL CHECK (action <> ''),
      subject     text NOT NULL CHECK (subject <> ''),
      reason      text NOT NULL CHECK (reason ~ '[^[:space:]]'),
      before      jsonb,
      after       jsonb,
      request_id  text,
      recorded_at timestamptz NOT NULL,
      digest      bytea NOT NULL CHECK (length(digest) = 32)
    );
    CREATE TRIGGER audit_event_append_only BEFORE UPDATE OR DELETE ON audit_event
      FOR EACH ROW EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER audit_event_no_truncate BEFORE TRUNCATE ON audit_event EXECUTE FUNCTION refuse_change();

    -- The only way in. Writers come one after the other until they commit, so no number is missing or taken twice.
    CREATE FUNCTION record_audit(p_actor text, p_action text, p_subject text, p_reason text, p_before jsonb,
                                 p_after jsonb, p_request_id text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DECLARE v_last audit_event; v_new audit_event;
    BEGIN
      -- A writer must see what the one before it committed.
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'record_audit needs read committed' USING ERRCODE = 'TR006';
      END IF;
      PERFORM pg_advisory_xact_lock(7715);
      SELECT * INTO v_last FROM audit_event ORDER BY number DESC LIMIT 1;
      v_new := ROW (coalesce(v_last.number, 0) + 1, p_actor, p_action, p_subject, p_reason, p_before, p_after,
                    p_request_id, clock_timestamp(), NULL);
      v_new.digest := sha256(convert_to(${fields([
        ...[`'trellis audit 1'`, 'v_new.number::text', 'v_new.actor', 'v_new.action', 'v_new.subject'],
        ...['v_new.reason', 'v_new.before::text', 'v_new.after::text', 'v_new.request_id'],
        '(extract(epoch FROM v_new.recorded_at) * 1000000)::bigint::text',
      ])}, 'UTF8') || coalesce(v_last.digest, ''));
      INSERT INTO audit_event SELECT v_new.*;
      RETURN v_new.number;
    END $$;

    -- Where a step with releases stands in the log; older steps, and those of the version before, have no place there.
    ALTER TABLE release_event ADD COLUMN audit bigint REFERENCES audit_event;

    GRANT SELECT ON audit_event TO trellis_app;
    GRANT EXECUTE ON FUNCTION record_audit TO trellis_app;
  `,
};
