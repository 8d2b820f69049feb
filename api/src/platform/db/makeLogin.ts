import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { applicationRole, loginSettings } from './applicationRole.ts';
import { sqlState } from './database.ts';
import { scramVerifier } from './scram.ts';
import { withClient } from './withClient.ts';

/** Of two who change a role at once, Postgres lets one fail, also where both change it to the same. */
export const isTakenByAnother = (error: unknown): boolean => /tuple concurrently updated/.test(String(error));

/**
 * Makes the application's role a login with its own time-outs, where it is not. Roles belong to the server, and are in no
 * dump of a database: so with every migration. To be called by the owner, in a transaction, when the role is there.
 * @throws ExplainedError with what an administrator has to run, if the owner may not
 */
export async function makeLogin(client: Client): Promise<void> {
  const { rows } = await client.query<{ login: boolean; settings: string[] | null }>(
    'SELECT rolcanlogin AS login, rolconfig AS settings FROM pg_roles WHERE rolname = $1',
    [applicationRole],
  );
  const present = new Set(rows[0]?.settings);
  const statements = Object.entries(loginSettings)
    .filter(([name, value]) => !present.has(`${name}=${value}`))
    // search_path is a list of names, and not one text.
    .map(([name, value]) => `ALTER ROLE ${applicationRole} SET ${name} = ${value}`);
  if (!rows[0]?.login) statements.push(`ALTER ROLE ${applicationRole} LOGIN`);
  for (const statement of statements)
    await client.query(statement).catch((error: unknown) => {
      if (sqlState(error) !== '42501') throw error;
      throw new ExplainedError(
        `The owner may not change the login ${applicationRole}: let an administrator of the server run ${statements.join('; ')}.`,
        { cause: error },
      );
    });
}

/**
 * Gives the application's login the password of its own address, so that it gets in with it. An address without a
 * password, or of a login of another name, changes nothing; neither does an owner who makes no roles: then passwords are
 * an administrator's.
 */
export async function setLoginPassword(ownerUrl: string, applicationUrl: string): Promise<void> {
  const { username, password } = new URL(applicationUrl);
  if (decodeURIComponent(username) !== applicationRole || password === '') return;
  const setPassword = async (client: Client): Promise<void> => {
    const { rows } = await client.query<{ may: boolean }>(
      'SELECT rolsuper OR rolcreaterole AS may FROM pg_roles WHERE rolname = current_user',
    );
    if (!rows[0]?.may) return;
    const verifier = scramVerifier(decodeURIComponent(password));
    for (let attempt = 1; ; attempt += 1)
      try {
        await client.query(`ALTER ROLE ${applicationRole} PASSWORD '${verifier}'`);
        return;
      } catch (error) {
        // Of two starts at once the other one has just set the same.
        if (attempt >= 5 || !isTakenByAnother(error)) throw error;
        await delay(Math.random() * 50);
      }
  };
  await withClient(ownerUrl, setPassword, 'OWNER_DATABASE_URL');
}
