import type { Client } from 'pg';
import { ExplainedError } from '../../ground/explainedError.ts';
import { postgresFailure } from './database.ts';
import { SafeClient } from './safeClient.ts';

/** Which setting an address comes from, so that whoever reads why it does not work knows which one to look at. */
export type AddressVariable = 'DATABASE_URL' | 'OWNER_DATABASE_URL' | 'OWNER_REPLICA_URL';

/**
 * Works with a connection of its own, outside every pool.
 * @param variable where the address comes from
 * @throws ExplainedError if the database is out of reach, or does not let this login in
 */
export async function withClient<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  variable: AddressVariable = 'DATABASE_URL',
): Promise<T> {
  const client = await connect(url, variable);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string, variable: AddressVariable): Promise<Client> {
  try {
    // It reads the files that the address names.
    const client = new SafeClient({ connectionString: url, application_name: 'trellis alongside' });
    await client.connect();
    return client;
  } catch (error) {
    throw new ExplainedError(connectionSentence(url, variable, error), { cause: error });
  }
}

/** Sees that a database can be worked with, before a pool of connections tries it. @throws ExplainedError as `withClient` */
export const checkReachable = (url: string, variable: AddressVariable): Promise<void> =>
  withClient(url, async () => undefined, variable);

/** Why there is no connection, and what to do. Values are not repeated but for host and login: the rest holds passwords. */
export function connectionSentence(url: string, variable: AddressVariable, error: unknown): string {
  const code = postgresFailure(error)?.code;
  const { hostname: host, username } = new URL(url);
  const user = decodeURIComponent(username);
  const shownCode = `(${code ?? 'no answer'})`;
  switch (code) {
    // The server is there, and does not let them in. 08P01: a pooler says so.
    case '28P01':
    case '28000':
    case '08P01':
      return variable === 'OWNER_DATABASE_URL'
        ? `The database of OWNER_DATABASE_URL lets ${user} not in ${shownCode}: see its password, and what the server's pg_hba.conf asks of that login, as TLS.`
        : `The database lets ${user} not in ${shownCode}: npm run migrate makes the login of DATABASE_URL with its password; else see what the server's pg_hba.conf asks of it, as TLS.`;
    case '3D000':
      return `The server of ${variable} has no database of that name ${shownCode}: make it, or name another in ${variable}.`;
    case '53300':
      return `The server of ${variable} takes no more connections ${shownCode}: raise its max_connections, or lower DATABASE_POOL.`;
    case '57P03':
      return `The server of ${variable} is starting or stopping ${shownCode}: try again in a moment.`;
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `The certificate of the database in ${variable} is of no authority that is known here ${shownCode}: name the file of its authority there, as in ?sslmode=verify-full&sslrootcert=/etc/ssl/database-ca.pem.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The certificate of the database in ${variable} is for another host name than ${host} ${shownCode}: name the host in ${variable} as the certificate does, or have one made for ${host}.`;
    case 'CERT_HAS_EXPIRED':
      return `The certificate of the database in ${variable} has expired ${shownCode}: renew it on the server, and see that the clock of this machine is right.`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of the database in ${variable} is not valid yet ${shownCode}: see that the clock of this machine is right.`;
    case 'ENOENT':
    case 'EACCES':
      return `A file that ${variable} names cannot be read ${shownCode}: see sslrootcert, sslcert and sslkey there.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name ${host} of ${variable} is not known ${shownCode}: see how it is written, and the name server of this machine.`;
    default:
      return code === undefined && /does not support SSL/.test(String(error))
        ? `The database of ${variable} speaks no TLS, which sslmode in ${variable} asks for: switch ssl on at the server.`
        : `The database cannot be reached ${shownCode}: see that it runs, and that ${variable} names its host and port.`;
  }
}
