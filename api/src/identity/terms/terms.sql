-- What members agree to: one admin asks for the next version, another approves it, and what is published stays. Errors are TT….

-- Until the transaction ends nobody else publishes: a publication must not appear behind one that somebody agreed to.
CREATE OR REPLACE FUNCTION lock_terms() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(7718) $$;

-- The version of a document that holds; 0: none was published.
CREATE OR REPLACE FUNCTION terms_version(p_document text) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(version), 0) FROM terms_document WHERE document = p_document
$$;

-- Another admin's approval of { document, base, texts }: the version after base is in force, and members are notified. Returns its
-- number. TT002: another version came into force since it was asked for. TA001 to TA004: as any approval.
CREATE OR REPLACE FUNCTION publish_terms(p_request bigint, p_by text, p_reason text, p_now timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE request approval; v_document text; v_base integer; v_publication bigint;
BEGIN
  PERFORM lock_terms();
  request := approve_request('terms.publish', p_request, p_by, p_reason, p_now);
  v_document := request.payload ->> 'document';
  v_base := (request.payload ->> 'base')::integer;
  IF v_base <> terms_version(v_document) THEN
    RAISE EXCEPTION 'another version is in force' USING ERRCODE = 'TT002';
  END IF;
  INSERT INTO terms_document (document, version, texts, published_at, proposal)
    VALUES (v_document, v_base + 1, request.payload -> 'texts', p_now, request.subject::bigint) RETURNING publication INTO v_publication;
  INSERT INTO terms_notice (publication) VALUES (v_publication);
  PERFORM close_approval(request.id, p_now);
  RETURN v_base + 1;
END $$;

-- TT001: a version that no two admins approved. A first one, which nobody has agreed to another before, comes with the product,
-- and is there once, however many processes bring it;
-- and the owner, who migrates, publishes what a release comes with.
CREATE OR REPLACE FUNCTION guard_terms() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF is_owners_session() OR (NEW.version = 1 AND NEW.proposal IS NULL AND terms_version(NEW.document) <= 1)
    OR EXISTS (SELECT 1 FROM approval a WHERE a.action = 'terms.publish' AND a.subject = NEW.proposal::text
      AND (a.payload ->> 'document', (a.payload ->> 'base')::integer + 1, a.payload -> 'texts') = (NEW.document, NEW.version, NEW.texts)
      AND is_approved(a))
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a version of % takes two admins: one asks for it, another approves it', NEW.document
    USING ERRCODE = 'TT001';
END $$;
CREATE OR REPLACE TRIGGER terms_document_guarded BEFORE INSERT ON terms_document FOR EACH ROW EXECUTE FUNCTION guard_terms();
CREATE OR REPLACE TRIGGER terms_document_append_only BEFORE UPDATE OR DELETE ON terms_document
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_document_no_truncate BEFORE TRUNCATE ON terms_document
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_acceptance_append_only BEFORE UPDATE OR DELETE ON terms_acceptance
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_acceptance_no_truncate BEFORE TRUNCATE ON terms_acceptance
  EXECUTE FUNCTION refuse_change();

GRANT EXECUTE ON FUNCTION publish_terms, lock_terms, terms_version TO trellis_app;
