-- A suspension of an operator that two admins end: which one, so that an approval of this is none of a later one.
ALTER TABLE operator_change DROP CONSTRAINT operator_change_kind_check;
ALTER TABLE operator_change ADD CONSTRAINT operator_change_kind_check CHECK (kind IN ('invite', 'roles', 'restore'));
ALTER TABLE operator_change ADD COLUMN suspended_at timestamptz;
ALTER TABLE operator_change ADD CHECK ((kind = 'restore') = (suspended_at IS NOT NULL));
