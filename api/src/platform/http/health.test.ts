import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Heard, heardLog } from '../../testing/heardLog.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Database } from '../db/database.ts';
import { Health } from './health.ts';

describe('whoever watches', () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startTestApplication({ publicOrigin: 'https://wallet.example' });
  });
  afterAll(() => app.close());

  test.each(['10.1.2.3:3000', '[::1]:3000', 'kubernetes.pod', 'wallet.example', 'ops.localhost', ' '])(
    'is answered under the host name %j, with nothing but whether it is well',
    async (host) => {
      const well = async (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
        const { status, text } = await rawRequest(app.origin, { path, method, headers: { host } });
        return [status, text];
      };
      expect(await well('/healthz')).toEqual([200, 'ok\n']);
      expect(await well('/readyz')).toEqual([200, 'ready\n']);
      expect(await well('/readyz', 'HEAD')).toEqual([200, '']);
    },
  );

  test('finds nothing else under a foreign name', async () => {
    for (const path of ['/healthz/', '/healthz.html', '/readyz/x', '/api/openapi.json', '//healthz'])
      expect((await rawRequest(app.origin, { path, headers: { host: '10.1.2.3:3000' } })).status).toBe(421);
    expect(
      (await rawRequest(app.origin, { method: 'POST', path: '/readyz', headers: { host: '10.1.2.3' } })).status,
    ).toBe(421);
  });
});

describe('a process is ready', () => {
  let own: TestDatabase;
  let database: Database;
  let heard: Heard[];
  beforeAll(async () => {
    own = await createTestDatabase();
    database = new Database({ url: own.url, poolSize: 2 });
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });
  const healthOf = (shellFault: () => Promise<string | undefined> = async () => undefined): Health => {
    const listening = heardLog();
    heard = listening.heard;
    return new Health({ database, log: listening.log, shellFault });
  };
  const said = () => heard.map(({ text }) => text);

  test('while everything works, until it is asked to stop', async () => {
    const health = healthOf();
    expect([await health.isReady(), health.isStopping]).toEqual([true, false]);
    health.stop();
    expect([await health.isReady(), health.isStopping]).toEqual([false, true]);
    expect(said()).toEqual([]);
  });

  test('not without a live shell, which the log says once, and again when it is there', async () => {
    let fault: string | undefined = 'no shell is live: publish it';
    const health = healthOf(async () => fault);
    expect([await health.isReady(), await health.isReady()]).toEqual([false, false]);
    expect(said()).toEqual(['not ready: no shell is live: publish it']);
    fault = undefined;
    expect(await health.isReady()).toBe(true);
    expect(said().at(-1)).toBe('ready');
  });

  test.each([-60, -6, 6, 3 * 3_600])('not with a clock that is %i s off the database’s', async (seconds) => {
    const health = healthOf();
    const real = Date.now.bind(Date);
    const spied = jest.spyOn(Date, 'now').mockImplementation(() => real() + seconds * 1_000);
    try {
      expect(await health.isReady()).toBe(false);
      expect(said()).toEqual([expect.stringMatching(/clock of this machine.*NTP/)]);
    } finally {
      spied.mockRestore();
    }
    expect(await health.isReady()).toBe(true);
  });

  test('with a clock that is a second off', async () => {
    const real = Date.now.bind(Date);
    const spied = jest.spyOn(Date, 'now').mockImplementation(() => real() + 1_000);
    expect(await healthOf().isReady()).toBe(true);
    spied.mockRestore();
  });

  test.each([
    [
      'functions of ours fail, as where PL/pgSQL is of another version',
      'ALTER FUNCTION readiness SET SCHEMA away',
      'ALTER FUNCTION away.readiness SET SCHEMA public',
    ],
    [
      'the application has no rights, as after a restore',
      'REVOKE EXECUTE ON FUNCTION readiness FROM trellis_app',
      'GRANT EXECUTE ON FUNCTION readiness TO trellis_app',
    ],
    ['it may not read', 'REVOKE SELECT ON journal FROM trellis_app', 'GRANT SELECT ON journal TO trellis_app'],
  ])('not while %s', async (_what, away, back) => {
    await own.sql('CREATE SCHEMA IF NOT EXISTS away');
    const health = healthOf();
    await own.sql(away);
    try {
      expect(await health.isReady()).toBe(false);
      expect(said()).toEqual([expect.stringMatching(/database does not answer as it should \(4\w{4}: [a-z ]+\)/)]);
    } finally {
      await own.sql(back);
    }
    expect(await health.isReady()).toBe(true);
  });

  test('and many who ask at once are one question', async () => {
    const health = healthOf();
    const spy = jest.spyOn(database, 'one');
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => health.isReady())))).toEqual(new Set([true]));
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
  });
});
