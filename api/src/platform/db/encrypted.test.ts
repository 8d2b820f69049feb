import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { untrustedCertificate } from '../../testing/untrustedCertificate.ts';
import { Database } from './database.ts';
import { Lanes } from './lanes.ts';
import { withClient } from './withClient.ts';

/** What a client of Postgres sends first where it wants TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

let server: Server;
let url: string;
/** Whether the server takes up TLS, with a certificate that nobody vouches for. */
let takesTls = false;
let seen: Buffer[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (first) => {
      seen.push(first);
      if (!first.equals(sslRequest)) return socket.end();
      socket.write(takesTls ? 'S' : 'N');
      if (!takesTls) return socket.on('data', (more) => seen.push(more));
      const encrypted = new TLSSocket(socket, { isServer: true, ...untrustedCertificate });
      encrypted.on('error', () => undefined);
      return encrypted.on('data', (more) => seen.push(more));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  url = `postgres://trellis_app:secret@localhost:${port}/trellis?sslmode=verify-full`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const doors: [string, () => Promise<unknown>][] = [
  [
    'the pool of the product',
    async () => {
      const database = new Database({ url, poolSize: 2 });
      await database.rows('SELECT 1').finally(() => database.close());
    },
  ],
  [
    'the lanes of the ledger',
    async () => {
      const lanes = new Lanes({ url, connections: 1, prepared: false });
      await lanes.query({ name: 'one', text: 'SELECT 1' }, []).finally(() => lanes.close());
    },
  ],
  ['what looks once', () => withClient(url, (client) => client.query('SELECT 1'))],
];

test('without sslmode the same doors say at once who wants in: the server sees what it should not', async () => {
  takesTls = false;
  seen = [];
  await expect(withClient(url.replace(/\?.*/, ''), (client) => client.query('SELECT 1'))).rejects.toThrow();
  expect(Buffer.concat(seen).toString()).toContain('trellis_app');
});

describe.each([
  ['that speaks no TLS', false],
  ['with a certificate that nobody vouches for', true],
])('with sslmode=verify-full, a server %s', (_what, does) => {
  test.each(doors)('is shown nothing by %s', async (_door, knock) => {
    takesTls = does;
    seen = [];
    await expect(knock()).rejects.toThrow();
    expect(seen.length).toBeGreaterThan(0);
    // Not who wants in, and no password.
    for (const bytes of seen) expect(bytes).toEqual(sslRequest);
  });
});
