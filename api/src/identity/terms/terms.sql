-- What members agree to: one admin asks for the next version, another approves it, and what is published stays. Errors are TT….

-- What is approved of a version: with another word in any language, or after another version, it is none.
CREATE OR REPLACE FUNCTION terms_payload(p_proposal terms_proposal) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('document', (p_proposal).document, 'base', (p_proposal).base, 'texts', (p_proposal).texts)
$$;

-- Until the transaction ends nobody else publishes: a publication must not appear behind one that somebody agreed to.
CREATE OR REPLACE FUNCTION lock_terms() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(7718) $$;

-- The version of a document that holds; 0: none was published.
CREATE OR REPLACE FUNCTION terms_version(p_document text) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(version), 0) FROM terms_document WHERE document = p_document
$$;

-- Asks for the next version of a document, which a second admin has a day to approve. TT002: the version in force is not
-- p_base. TT003: another one waits. TA004: as any approval.
CREATE OR REPLACE FUNCTION ask_terms(p_document text, p_base integer, p_texts jsonb, p_by text, p_reason text, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked terms_proposal;
BEGIN
  PERFORM lock_terms();
  IF p_base <> terms_version(p_document) THEN
    RAISE EXCEPTION 'another version is in force' USING ERRCODE = 'TT002';
  END IF;
  IF EXISTS (SELECT 1 FROM terms_proposal p JOIN approval a ON a.action = 'terms.publish' AND a.subject = p.id::text
    WHERE p.document = p_document AND a.closed_at IS NULL AND a.expires_at > p_now)
  THEN RAISE EXCEPTION 'another version waits' USING ERRCODE = 'TT003'; END IF;
  INSERT INTO terms_proposal (document, base, texts, requested_by, requested_at, reason, expires_at)
    VALUES (p_document, p_base, p_texts, p_by, p_now, p_reason, p_now + interval '24 hours') RETURNING * INTO asked;
  INSERT INTO approval (action, subject, payload, needed, requested_by, requested_at, reason, expires_at)
    VALUES ('terms.publish', asked.id::text, terms_payload(asked), 1, p_by, p_now, p_reason, asked.expires_at);
  RETURN asked.id;
END $$;

-- The second admin's approval: the version is in force, and members are notified. Returns its number. TT002: another version
-- came into force since it was asked for. TA001 to TA004: as any approval.
CREATE OR REPLACE FUNCTION approve_terms(p_id bigint, p_by text, p_reason text, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE asked terms_proposal; v_approval bigint; v_publication bigint;
BEGIN
  PERFORM lock_terms();
  SELECT * INTO asked FROM terms_proposal WHERE id = p_id;
  v_approval := yes_to('terms.publish', p_id::text, terms_payload(asked), asked.requested_by, p_by, p_reason, p_now);
  -- Whoever asked must still be an admin: with them goes what they asked for.
  IF v_approval IS NULL OR may_approve('terms.publish', asked.requested_by, true) IS NOT TRUE THEN
    RAISE EXCEPTION 'it waits for nobody' USING ERRCODE = 'TA002';
  END IF;
  IF asked.base <> terms_version(asked.document) THEN
    RAISE EXCEPTION 'another version is in force' USING ERRCODE = 'TT002';
  END IF;
  INSERT INTO terms_document (document, version, texts, published_at, proposal)
    VALUES (asked.document, asked.base + 1, asked.texts, p_now, p_id) RETURNING publication INTO v_publication;
  INSERT INTO terms_notice (publication) VALUES (v_publication);
  PERFORM close_approval(v_approval, p_now);
  RETURN asked.base + 1;
END $$;

-- TT001: a version that no two admins approved. A first one, which nobody has agreed to another before, comes with the product,
-- and is there once, however many processes bring it;
-- and the owner, who migrates, publishes what a release comes with.
CREATE OR REPLACE FUNCTION guard_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF is_owners_session() OR (NEW.version = 1 AND NEW.proposal IS NULL AND terms_version(NEW.document) <= 1)
    OR EXISTS (SELECT 1 FROM terms_proposal p WHERE p.id = NEW.proposal AND p.document = NEW.document
      AND p.texts = NEW.texts AND p.base + 1 = NEW.version
      AND approval_of('terms.publish', p.id::text, terms_payload(p), p.requested_by, 1) IS NOT NULL)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a version of % takes two admins: one asks for it, another approves it', NEW.document
    USING ERRCODE = 'TT001';
END $$;
CREATE OR REPLACE TRIGGER terms_document_guarded BEFORE INSERT ON terms_document FOR EACH ROW EXECUTE FUNCTION guard_terms();
CREATE OR REPLACE TRIGGER terms_proposal_append_only BEFORE UPDATE OR DELETE ON terms_proposal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_proposal_no_truncate BEFORE TRUNCATE ON terms_proposal EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER terms_document_append_only BEFORE UPDATE OR DELETE ON terms_document
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_document_no_truncate BEFORE TRUNCATE ON terms_document
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_acceptance_append_only BEFORE UPDATE OR DELETE ON terms_acceptance
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_acceptance_no_truncate BEFORE TRUNCATE ON terms_acceptance
  EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION ask_terms, approve_terms, lock_terms TO trellis_app;
