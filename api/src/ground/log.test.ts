import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { proveAddress, registration, requestCode } from '../testing/registering.ts';
import { Client, startTestApplication } from '../testing/testApplication.ts';
import { createLog } from './log.ts';

/** The log once it holds a text: it is written behind the answers. */
async function logWith(path: string, text: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const log = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (log.includes(text)) return log;
    await delay(10);
  }
  throw new Error(`the log never held ${text}`);
}

test('only its owner reads it, also where one was there before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-log-'));
  const path = join(folder, 'trellis.log');
  try {
    writeFileSync(path, '', { mode: 0o644 });
    for (const each of [path, join(folder, 'new', 'trellis.log')]) {
      createLog('info', each).info('written');
      await logWith(each, 'written');
      expect(statSync(each).mode & 0o777).toBe(0o600);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('secrets that went through real requests never stand in the log', async () => {
  const app = await startTestApplication();
  try {
    const { visitor, database } = app;
    const password = 'canary-Password-4711';
    const email = 'canary.address@example.com';
    const emailCode = await requestCode(app, email);
    const body = registration({ email, emailCode, username: 'canaryname', password, passwordAgain: password });
    const registered = await visitor.post('/api/v1/members', body);
    expect(registered.status).toBe(201);
    const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? '';
    const token = cookie.split('=')[1] ?? '';
    const ticket = await proveAddress(app, 'canary.ticket@example.com');
    const member = new Client(app.origin, cookie);

    await visitor.post('/api/v1/session', { username: 'canaryname', password: `${password}-wrong` });
    await visitor.post(
      '/api/v1/members',
      registration({ emailTicket: 'canary-bad-ticket', password: 'canary-too-weak' }),
    );
    await visitor.send('POST', '/api/v1/session', '{"password":"canary-broken');
    await member.get('/api/v1/records?after=canary-cursor');
    await member.get('/server-loader?route=wallet/home&url=/verifyEmail?code=canary-query');
    await member.transfer('demo', '999999999', 'canary-idempotency-key');
    // Failures of ours: the driver's errors quote what was sent, and the log must not.
    await database.sql('ALTER TABLE member RENAME TO member_away');
    const failed = await visitor.post('/api/v1/session', { username: 'canaryfailing', password });
    expect(failed.status).toBe(500);
    await database.sql('ALTER TABLE member_away RENAME TO member');

    const last = await member.get('/api/v1/session');
    const log = await logWith(join(app.dataDir, 'trellis.log'), last.headers.get('x-request-id') ?? '');
    expect(log).toContain('"sqlState":"42P01"');
    expect(log).not.toContain('canary');
    for (const secret of [token, ticket, emailCode]) {
      expect(secret.length).toBeGreaterThanOrEqual(6);
      expect(log).not.toContain(`"${secret}"`);
    }
    expect(log).not.toContain(token);
    for (const line of log.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ time: expect.any(String) });
  } finally {
    await app.close();
  }
});

test('a secret that is logged by mistake is blacked out, however deep, and nothing else is', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-log-'));
  const file = join(directory, 'log');
  try {
    const log = createLog('info', file);
    log.info({ password: 'canary', input: { emailCode: 'canary', deep: { token: 'canary' } } }, 'first');
    log.info({ headers: { cookie: 'canary', authorization: 'canary', 'set-cookie': 'canary' } }, 'second');
    log.info({ calls: [{ body: { answers: [{ password: 'canary' }] } }] }, 'third');
    log.child({ ticket: 'canary' }).info('fourth');
    const circle: Record<string, unknown> = { token: 'canary' };
    circle.itself = circle;
    log.info({ circle }, 'fifth');
    const at = new Date('2026-01-02T03:04:05Z');
    log.info({ at, list: [1, 'two', null], none: undefined, inner: { kept: true } }, 'last');
    const text = await logWith(file, 'last');
    expect(text).not.toContain('canary');
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ password: '[redacted]', input: { deep: { token: '[redacted]' } } });
    expect(lines.at(-1)).toMatchObject({ at: at.toISOString(), list: [1, 'two', null], inner: { kept: true } });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
