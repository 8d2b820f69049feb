-- Who is logged in.

-- Whether who is logged in is the owner, or can become it: then what they do is theirs to judge. Everybody else, as the
-- application, gets only what the database itself finds authorised. Within functions that run as the owner.
CREATE OR REPLACE FUNCTION is_owners_session() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(session_user, current_user, 'MEMBER')
$$;
