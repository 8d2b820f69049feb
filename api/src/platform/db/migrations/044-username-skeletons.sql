-- How usernames look, so that no new one passes for another: the application claims the skeleton of a new name here,
-- and the trigger of sql/usernames.sql notes that of whatever name is written otherwise. Members of before keep their
-- names, also where two of them look alike.
LOCK TABLE member IN SHARE ROW EXCLUSIVE MODE;
CREATE TABLE username_skeleton (skeleton text CONSTRAINT username_skeleton_unique PRIMARY KEY);
-- As username_skeleton_of in sql/usernames.sql.
INSERT INTO username_skeleton (skeleton)
  SELECT DISTINCT replace(replace(translate(username_key, 'i105', 'llos'), 'rn', 'm'), 'vv', 'w') FROM member;
GRANT SELECT, INSERT ON username_skeleton TO trellis_app;
COMMENT ON TABLE username_skeleton IS 'kept: a name that looks like a member''s is nobody else''s';
