-- What was done with releases stays.

CREATE OR REPLACE TRIGGER release_event_append_only BEFORE UPDATE OR DELETE ON release_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER release_event_no_truncate BEFORE TRUNCATE ON release_event EXECUTE FUNCTION refuse_change();

-- A request about a feature is about this switching off, or this floor: with the next one it waits for nobody.
CREATE OR REPLACE FUNCTION close_release_requests() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM close_approval(id, product_now()) FROM approval
    WHERE closed_at IS NULL AND payload ->> 'feature' = NEW.feature AND action = ANY (CASE NEW.action
      WHEN 'floor' THEN ARRAY['release.approve_below_floor', 'release.approve_lower_floor'] ELSE ARRAY['release.approve_on'] END);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER release_event_closes_requests AFTER INSERT ON release_event FOR EACH ROW
  WHEN (NEW.action IN ('off', 'on', 'floor')) EXECUTE FUNCTION close_release_requests();
