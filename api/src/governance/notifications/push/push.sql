-- Whatever writes a notice has it sent to the browsers that want it, in the same transaction.
CREATE OR REPLACE FUNCTION push_notices() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO outbox_push (subscription, notice, priority, created_at, due_at)
    SELECT s.id, n.id, CASE n.kind WHEN 'security' THEN 1 WHEN 'system' THEN 3 ELSE 2 END, n.created_at, n.created_at
      FROM added n JOIN push_subscription s ON s.member_id = n.member
     WHERE n.kind = 'security' OR n.kind = ANY (s.kinds);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER notice_push AFTER INSERT ON notice REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION push_notices();
