import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { untrustedCertificate } from '../../testing/untrustedCertificate.ts';
import { connectionSentence, withClient } from './withClient.ts';

/** A server that takes up TLS with a certificate of no known authority, and says nothing more. */
const sockets = new Set<Socket>();
const folder = mkdtempSync(join(tmpdir(), 'trellis-authority-'));
const authority = join(folder, 'authority.pem');
let server: Server;
let port: number;
beforeAll(async () => {
  writeFileSync(authority, untrustedCertificate.cert);
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, ...untrustedCertificate }).on('error', () => undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = address && typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const addressOf = (host: string, more = ''): string =>
  `postgres://somebody:hidden-word@${host}:${port}/wallet?sslmode=verify-full${more}`;

describe.each(['DATABASE_URL', 'OWNER_DATABASE_URL'] as const)('of %s', (variable) => {
  const refusal = (url: string): Promise<string> =>
    withClient(url, async () => undefined, variable).then(
      () => 'none',
      ({ message }: Error) => message,
    );

  test.each([
    [
      'an authority of its own that nobody named',
      () => addressOf('localhost'),
      /no authority that is known here.*sslrootcert=/,
    ],
    [
      'another host name',
      () => addressOf('127.0.0.1', `&sslrootcert=${authority}`),
      /another host name than 127\.0\.0\.1/,
    ],
    [
      'a file of the authority that is not there',
      () => addressOf('localhost', '&sslrootcert=/none.pem'),
      /cannot be read \(ENOENT\).*sslrootcert/,
    ],
    [
      'nobody who listens',
      () => addressOf('localhost').replace(String(port), '1'),
      /cannot be reached \(ECONNREFUSED\)/,
    ],
    ['a host that nobody knows', () => addressOf('nowhere.invalid'), /host name nowhere\.invalid/],
  ])('%s is said in one sentence that names it', async (_what, url, expected) => {
    const sentence = await refusal(url());
    expect(sentence).toMatch(expected);
    expect(sentence).toMatch(new RegExp(`\\b(?<!_)${variable}\\b`));
    expect(sentence).not.toMatch(/hidden-word|\n/);
  });

  test.each([
    ['CERT_HAS_EXPIRED', /has expired.*renew/],
    ['CERT_NOT_YET_VALID', /clock of this machine/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /sslrootcert=/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /sslrootcert=/],
    ['28P01', /lets somebody not in \(28P01\)/],
    ['28000', /lets somebody not in \(28000\).*TLS/],
    ['3D000', /no database of that name/],
    ['53300', /no more connections.*max_connections/],
    ['57P03', /starting or stopping/],
    ['ETIMEDOUT', /cannot be reached \(ETIMEDOUT\)/],
  ])('%s is a sentence', (code, expected) => {
    const sentence = connectionSentence(addressOf('db.example'), variable, Object.assign(new Error('x'), { code }));
    expect(sentence).toMatch(expected);
    expect(sentence).toContain(variable);
    expect(sentence).not.toContain('hidden-word');
  });
});
