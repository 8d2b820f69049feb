import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { migrate } from './migrate.ts';
import { readSchema } from './schemaSource.ts';

/**
 * What a pooler leaves of a session: the client goes, and its connection to the server stays, with whatever the session
 * has locked or set.
 */
class Pooler {
  readonly #kept: Socket[] = [];
  readonly #server: Server;

  constructor(target: URL) {
    this.#server = createServer((client) => {
      const far = connect(Number(target.port), target.hostname);
      this.#kept.push(far);
      far.on('error', () => undefined);
      client.on('error', () => undefined);
      // Terminate is the one message that is passed on to nobody.
      client.on('data', (chunk: Buffer) => {
        if (!(chunk.length === 5 && chunk[0] === 0x58)) far.write(chunk);
      });
      far.on('data', (chunk: Buffer) => client.write(chunk));
    });
  }

  async urlFor(url: string): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    const through = new URL(url);
    through.port = String(address !== null && typeof address === 'object' ? address.port : 0);
    return through.href;
  }

  close(): void {
    for (const socket of this.#kept) socket.destroy();
    this.#server.close();
  }
}

let own: TestDatabase;
let pooler: Pooler;
let url: string;
beforeEach(async () => {
  own = await createTestDatabase('nothing');
  pooler = new Pooler(new URL(own.ownerUrl));
  url = await pooler.urlFor(own.ownerUrl);
});
afterEach(async () => {
  pooler.close();
  await own.drop();
});

const left = () =>
  own.sql(
    `SELECT a.state, (SELECT count(*)::int FROM pg_locks l WHERE l.pid = a.pid AND l.locktype = 'advisory') AS locks
       FROM pg_stat_activity a WHERE a.datname = current_database() AND a.application_name = 'trellis alongside'`,
  );

test('a migration leaves no lock in the connection that its pooler keeps, and the next one does not wait', async () => {
  await migrate(url);
  expect(await left()).toEqual([{ state: 'idle', locks: 0 }]);
  expect(await migrate(own.ownerUrl)).toEqual([]);
});

test('a migration that fails leaves none either', async () => {
  const { migrations, current } = readSchema();
  const broken = { migrations, current: [...current, { name: 'broken.sql', text: 'SELECT 1 / 0' }] };
  await expect(migrate(url, broken)).rejects.toThrow('division by zero');
  expect(await left()).toEqual([{ state: 'idle', locks: 0 }]);
  expect((await migrate(own.ownerUrl)).length).toBeGreaterThan(10);
});

test('two that start at once wait for each other through it as they do without', async () => {
  const [one, other] = await Promise.all([migrate(url), migrate(url)]);
  expect([one.length, other.length].sort()).toEqual([0, Math.max(one.length, other.length)]);
  expect(await left()).toEqual([
    { state: 'idle', locks: 0 },
    { state: 'idle', locks: 0 },
  ]);
});
