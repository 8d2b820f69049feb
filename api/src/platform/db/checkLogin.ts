import { ExplainedError } from '../../ground/explainedError.ts';
import { placed } from '../../ground/place.ts';
import { applicationRole, loginSettings } from './applicationRole.ts';
import { readOnlySentence } from './owner.ts';
import { withClient } from './withClient.ts';

interface LoginRow {
  readonly readsOnly: boolean;
  readonly login: string;
  readonly user: string;
  /** What the role may do that it must not, in words. */
  readonly powers: readonly string[];
  /** Names of settings that are not the login's own. */
  readonly missing: readonly string[];
}

// A setting that came with the connection would be lost in a pooler: only the login's own counts.
const question = placed(`
  SELECT current_setting('transaction_read_only') = 'on' AS "readsOnly", session_user::text AS login, current_user::text AS "user",
    array_remove(ARRAY[
      CASE WHEN rolsuper THEN 'is a superuser' END,
      CASE WHEN rolcreaterole THEN 'may make roles' END,
      CASE WHEN rolcreatedb THEN 'may make databases' END,
      CASE WHEN rolreplication THEN 'may replicate' END,
      CASE WHEN rolbypassrls THEN 'passes by row security' END,
      (SELECT 'is a member of ' || string_agg(roleid::regrole::text, ', ' ORDER BY roleid::regrole::text)
         FROM pg_auth_members WHERE member = r.oid HAVING count(*) > 0),
      CASE WHEN EXISTS (SELECT 1 FROM pg_database WHERE datname = current_database() AND datdba = r.oid)
        OR EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = 'public' AND nspowner = r.oid)
        OR EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relowner = r.oid)
        OR EXISTS (SELECT 1 FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner = r.oid)
        THEN 'owns what it works with' END], NULL) AS powers,
    ARRAY(SELECT wanted.name FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
      WHERE NOT EXISTS (SELECT 1 FROM pg_settings s WHERE s.name = wanted.name AND s.setting = wanted.value
        AND s.source IN ('user', 'database user')) ORDER BY 1) AS missing
    FROM pg_roles r WHERE rolname = session_user`);

/**
 * Sees that an address logs in as the application's role, that this login can become nothing else, and that its time-outs
 * are its own: then they hold behind any pooler, and no statement that gets in anywhere can step out of its few rights.
 * @throws ExplainedError with what to do, if not
 */
export async function checkLogin(url: string): Promise<void> {
  const row = await withClient(url, async (client) => {
    const { rows } = await client.query<LoginRow>(question, [Object.keys(loginSettings), Object.values(loginSettings)]);
    return rows[0];
  });
  if (row?.readsOnly) throw new ExplainedError(readOnlySentence('DATABASE_URL'));
  if (row?.login !== applicationRole || row.user !== applicationRole)
    throw new ExplainedError(
      `DATABASE_URL logs in as ${row?.login ?? 'nobody'}: the product works as ${applicationRole} and nothing more. Name that login there, and the owner's in OWNER_DATABASE_URL for npm run migrate, which makes it.`,
    );
  if (row.powers.length > 0)
    throw new ExplainedError(
      `The login ${applicationRole} can do more than the product may: it ${row.powers.join(', and ')}. Take that from it (REVOKE, ALTER ROLE … NOSUPERUSER, ALTER … OWNER TO).`,
    );
  if (row.missing.length > 0)
    throw new ExplainedError(
      `The login ${applicationRole} has not its own ${row.missing.join(', ')}: run npm run migrate, which sets them.`,
    );
}
