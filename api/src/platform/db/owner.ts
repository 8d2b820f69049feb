import type { Client } from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { placed } from '../../ground/place.ts';
import { applicationRole } from './applicationRole.ts';
import { type AddressVariable, withClient } from './withClient.ts';

interface OwnerRow {
  readonly name: string;
  readonly mayMakeRoles: boolean;
  readonly hasRole: boolean;
  readonly readsOnly: boolean;
}

/**
 * Makes the application's role where the server has none: a new server, or one that a database was restored on. As the
 * owner, in a transaction, before anything is migrated.
 * @throws ExplainedError with what to do: a server that takes no writes, or an owner who may not make the role
 */
export async function makeRole(client: Client): Promise<void> {
  const { rows } = await client.query<OwnerRow>(
    `SELECT quote_ident(rolname) AS name, rolsuper OR rolcreaterole AS "mayMakeRoles",
            to_regrole($1) IS NOT NULL AS "hasRole", current_setting('transaction_read_only') = 'on' AS "readsOnly"
       FROM pg_roles WHERE rolname = current_user`,
    [applicationRole],
  );
  const owner = rows[0];
  if (owner?.readsOnly) throw new ExplainedError(readOnlySentence('OWNER_DATABASE_URL'));
  if (owner === undefined || owner.hasRole) return;
  if (!owner.mayMakeRoles)
    throw new ExplainedError(
      `The owner of the database makes the login ${applicationRole}, and may not: let an administrator of the server run ALTER ROLE ${owner.name} CREATEROLE; then run npm run migrate again.`,
    );
  // Somebody else may be making it now: another database of this server shares it.
  await client.query(
    `DO $$ BEGIN CREATE ROLE ${applicationRole} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );
}

/** What to do about a standby, or a database that was set to be read only. */
export const readOnlySentence = (variable: string): string =>
  `The database of ${variable} takes no writes: it is a standby, or set to be read only. Name the primary, or promote this server (SELECT pg_promote()).`;

/**
 * Whether the owner of the schema sees what other logins run, which sealing needs: else it refuses to guess whenever another
 * login is there, be it an open psql.
 * @returns what to do, or `undefined` where nothing is
 */
export async function blindOwner(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string; sees: boolean; tracked: boolean }>(
    placed(`SELECT quote_ident(rolname) AS name, rolsuper OR pg_has_role(r.oid, 'pg_read_all_stats', 'USAGE') AS sees,
            current_setting('track_activities') = 'on' AS tracked
       FROM pg_namespace JOIN pg_proc p ON pronamespace = pg_namespace.oid JOIN pg_roles r ON r.oid = proowner
      WHERE nspname = 'public' AND proname = 'seal_horizon'`),
  );
  const owner = rows[0];
  if (owner === undefined) return undefined;
  if (!owner.sees)
    return `Seals and transfer notices stop whenever another login is connected: let an administrator of the server run GRANT pg_read_all_stats TO ${owner.name}.`;
  return owner.tracked
    ? undefined
    : `Seals and transfer notices stop: let an administrator of the server run ALTER SYSTEM SET track_activities = on; SELECT pg_reload_conf().`;
}

/** As `blindOwner`, by a connection of its own. */
export const blindOwnerOf = (url: string, variable: AddressVariable): Promise<string | undefined> =>
  withClient(url, blindOwner, variable);
