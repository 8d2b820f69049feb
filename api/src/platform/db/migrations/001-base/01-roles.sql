-- The application's role, with as few rights as it can work with. Roles belong to the whole server, so another database
-- of it may have made this one already, or be making it now.
DO $$ BEGIN
  CREATE ROLE trellis_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  EXECUTE format('GRANT trellis_app TO %I', current_user);
EXCEPTION WHEN unique_violation THEN NULL;
END $$;
DO $$ BEGIN
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO trellis_app', current_database());
END $$;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO trellis_app;
-- Whoever is to call a function is named beside it. Not IN SCHEMA: what is taken back for one schema takes nothing from
-- what everybody has by default.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
