import type { Client } from 'pg';
import { placed } from '../../ground/place.ts';
import { applicationRole } from './applicationRole.ts';

/**
 * What the application's role and everybody may do, as the last migration left it. It is in every dump of the database with
 * its rows, while rights themselves get lost: a server without the role takes none of them back. An object on which
 * neither may do anything has one row without a privilege.
 */
export const rightsTable = `
  CREATE TABLE IF NOT EXISTS recorded_right (
    -- As it is written after ON: FUNCTION public.post(uuid,…), TABLE public.account; DATABASE is the one at hand.
    object    text NOT NULL,
    grantee   text NOT NULL,
    privilege text NOT NULL,
    PRIMARY KEY (object, grantee, privilege)
  );
  COMMENT ON TABLE recorded_right IS 'kept: one row for each right'`;

const identityOf = (kind: string, id: string): string =>
  `(SELECT identity FROM pg_identify_object('${kind}'::regclass, ${id}, 0))`;

/** Every object of ours with its list of rights; a column's rights name the column. */
const objects = placed(`
  SELECT 'DATABASE' AS object, coalesce(datacl, acldefault('d', datdba)) AS acl, '' AS of_column
    FROM pg_database WHERE datname = current_database()
  UNION ALL
  SELECT 'SCHEMA public', coalesce(nspacl, acldefault('n', nspowner)), '' FROM pg_namespace WHERE nspname = 'public'
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || ${identityOf('pg_class', 'c.oid')},
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), ''
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
  UNION ALL
  SELECT 'TABLE ' || ${identityOf('pg_class', 'c.oid')}, attacl, format(' (%I)', attname)
    FROM pg_class c JOIN pg_attribute ON attrelid = c.oid
   WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND attacl IS NOT NULL AND NOT attisdropped
  UNION ALL
  SELECT 'FUNCTION ' || ${identityOf('pg_proc', 'p.oid')}, coalesce(proacl, acldefault('f', proowner)), ''
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace`);

/** @returns rows of object, grantee and privilege, and one without a privilege for each object */
const present = `
  SELECT object, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee,
         privilege_type || of_column AS privilege
    FROM (${objects}) AS object, aclexplode(acl) WHERE grantee IN (0, to_regrole('${applicationRole}'))
  UNION SELECT object, '', '' FROM (${objects}) AS object`;

/**
 * Where rights are not what was recorded: what the application lacks, and what it or everybody has besides. What an
 * administrator took from everybody is no fault, and neither are rights on what was made since.
 */
export const strayRights = `
  SELECT 'missing' AS fault, object, grantee, privilege FROM recorded_right
   WHERE grantee = '${applicationRole}' AND object IN (SELECT object FROM (${present}) AS present)
     AND (object, grantee, privilege) NOT IN (SELECT object, grantee, privilege FROM (${present}) AS present)
  UNION ALL
  SELECT 'too much', object, grantee, privilege FROM (${present}) AS present
   WHERE object IN (SELECT object FROM recorded_right)
     AND (object, grantee, privilege) NOT IN (SELECT object, grantee, privilege FROM recorded_right)`;

interface StrayRight {
  readonly fault: 'missing' | 'too much';
  readonly object: string;
  readonly grantee: string;
  readonly privilege: string;
}

/**
 * Puts rights right that a restore has lost, by what the last migration recorded. As the owner, in a transaction, when the
 * role is there and before anything else is migrated.
 * @returns how many were wrong
 */
export async function restoreRights(client: Client): Promise<number> {
  const { rows } = await client.query<StrayRight>(`${strayRights} ORDER BY object, privilege`);
  const { rows: databases } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  for (const { fault, object, grantee, privilege } of rows) {
    const place = object === 'DATABASE' ? `DATABASE ${databases[0]?.name}` : object;
    await client.query(
      fault === 'missing'
        ? `GRANT ${privilege} ON ${place} TO ${grantee}`
        : `REVOKE ${privilege} ON ${place} FROM ${grantee}`,
    );
  }
  // Of what is made from now on; it is no right of an object.
  if (rows.length > 0) await client.query('ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC');
  return rows.length;
}

/** Records the rights that there are now, at the end of a migration. */
export async function recordRights(client: Client): Promise<void> {
  await client.query('DELETE FROM recorded_right');
  await client.query(`INSERT INTO recorded_right (object, grantee, privilege) ${present}`);
}
