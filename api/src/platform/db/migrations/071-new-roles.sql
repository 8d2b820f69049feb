-- Roles that two admins gave, and until when they make nobody the second person. Without a time: none is new.
ALTER TABLE operator ADD COLUMN new_roles text[] NOT NULL DEFAULT '{}', ADD COLUMN new_until timestamptz;
