import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { backgroundHeader, memberContract, memberEventsPath } from '@trellis/api-contract';
import { demoPassword } from '../../../development/demo/team.ts';
import { Database } from '../../../platform/db/database.ts';
import { memberId } from '../../../testing/members.ts';
import { givePasskey, newTestPasskey, type TestPasskey, testPasskeyOrigin } from '../../../testing/passkey.ts';
import {
  type Answer,
  type Client,
  startTestApplication,
  type TestApplication,
} from '../../../testing/testApplication.ts';
import { Sessions } from '../../members/sessions.ts';

let app: TestApplication;
let hana: Client;
let key: TestPasskey;
beforeAll(async () => {
  app = await startTestApplication({ rateLimitFactor: 100, publicOrigin: testPasskeyOrigin });
  key = await givePasskey(app, 'hana', 0);
});
beforeEach(async () => {
  hana = await app.logIn('hana');
});
afterAll(() => app.close());

const base = '/api/v1';
const optionsFor = async (client: Client) => {
  const answer = await client.post(`${base}/session/unlock/options`, {});
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.options;
};
const turn = async (client: Client, minutes: number | null, by = key) =>
  client.post(`${base}/security/app-lock`, { minutes, assertion: by.assertion(await optionsFor(client)) });
const unlock = async (client: Client, by = key) =>
  client.post(`${base}/session/unlock`, { assertion: by.assertion(await optionsFor(client)) });
const lock = (client: Client) => client.post(`${base}/session/lock`, {});
const state = async (client: Client): Promise<string> => {
  const answer = await client.get(`${base}/balances`);
  return answer.status === 200 ? 'open' : answer.problem.code;
};
const memberIn = ({ body }: Answer) => body.member as { readonly lockMinutes?: number };
const minutesOf = async (client: Client) => memberIn(await client.get(`${base}/session`)).lockMinutes;
const pass = (seconds: number) => app.clock.advance(seconds * 1_000);

describe('a browser with an app lock', () => {
  test('is locked by its own word, and opened by a passkey of its member alone', async () => {
    expect((await turn(hana, 5)).status).toBe(200);
    expect(await state(hana)).toBe('open');
    expect((await lock(hana)).status).toBe(200);
    expect(await state(hana)).toBe('auth.session_locked');
    const others = await givePasskey(app, 'sora', 0);
    expect((await unlock(hana, others)).problem.code).toBe('passkey.refused');
    const options = await optionsFor(hana);
    const locked = await hana.post(`${base}/session/unlock`, {
      assertion: key.assertion({ ...(options as object), challenge: 'x' }),
    });
    expect(locked.problem.code).toBe('passkey.refused');
    expect(await state(hana)).toBe('auth.session_locked');
    const assertion = key.assertion(await optionsFor(hana));
    expect((await hana.post(`${base}/session/unlock`, { assertion })).status).toBe(200);
    expect(await state(hana)).toBe('open');
    await lock(hana);
    expect((await hana.post(`${base}/session/unlock`, { assertion })).problem.code).toBe('passkey.refused');
  });

  test('answers nothing while it is locked, whatever is asked of it', async () => {
    await turn(hana, 0);
    await lock(hana);
    for (const [name, { method, path, auth }] of Object.entries(memberContract.endpoints)) {
      if (auth === 'public' || auth === 'anyLock') continue;
      const answer = await hana.send(
        method,
        base + path.replaceAll(/:\w+/g, 'x'),
        method === 'POST' ? '{}' : undefined,
      );
      expect([name, answer.problem?.code]).toEqual([name, 'auth.session_locked']);
    }
    expect((await hana.get(`${base}/session`)).problem.code).toBe('auth.session_locked');
    expect((await hana.get(memberEventsPath)).status).toBe(403);
    const { text } = await hana.get('/');
    expect(text).toContain('"locked":true');
    expect(text).not.toContain('hana');
    const loaded = (await hana.get('/server-loader?route=wallet/home&url=/')).body;
    expect(loaded).toMatchObject({ locked: true, session: null, answers: [] });
    expect(loaded.login).toBeUndefined();
  });

  test.each([
    [1, 110, 130],
    [5, 340, 365],
    [15, 940, 965],
    [0, 110, 130],
  ])('is locked by silence, too: %s minutes, and a minute more', async (minutes, open, locked) => {
    await turn(hana, minutes);
    await pass(open);
    expect(await state(hana)).toBe('open');
    await pass(locked);
    expect(await state(hana)).toBe('auth.session_locked');
    // Asking does not open it.
    expect(await state(hana)).toBe('auth.session_locked');
    expect((await unlock(hana)).status).toBe(200);
    expect(await state(hana)).toBe('open');
  });

  test('what a page reads by itself does not keep it open', async () => {
    await turn(hana, 1);
    for (let times = 0; times < 3; times += 1) {
      await pass(50);
      await hana.get(`${base}/balances`, { [backgroundHeader]: '1' });
    }
    expect(await state(hana)).toBe('auth.session_locked');
  });

  test('has it in its next log-in, which begins open; other browsers have none', async () => {
    await turn(hana, 1);
    const body = { username: 'hana', password: demoPassword };
    const again = hana.after(await hana.post(`${base}/session`, body));
    expect(await minutesOf(again)).toBe(1);
    await lock(again);
    expect(await state(again)).toBe('auth.session_locked');
    const elsewhere = await app.visitor.post(`${base}/session`, body);
    expect(memberIn(elsewhere).lockMinutes).toBeUndefined();
    const back = await again.post(`${base}/session`, body);
    expect(memberIn(back).lockMinutes).toBe(1);
    expect(await state(again.after(back))).toBe('open');
  });

  test('logs out without being opened', async () => {
    await turn(hana, 1);
    await lock(hana);
    expect((await hana.send('DELETE', `${base}/session`, undefined)).status).toBe(200);
    expect(await state(hana)).toBe('auth.session_required');
  });

  test('is turned off by a passkey alone', async () => {
    await turn(hana, 1);
    const other = await givePasskey(app, 'sora', 0);
    expect((await turn(hana, null, other)).problem.code).toBe('passkey.refused');
    expect((await turn(hana, null)).status).toBe(200);
    expect((await lock(hana)).status).toBe(200);
    expect(await state(hana)).toBe('open');
  });
});

test('who has no passkey turns none on', async () => {
  const noah = await app.logIn('noah');
  expect((await noah.post(`${base}/session/unlock/options`, {})).problem.code).toBe('passkey.refused');
});

test('nobody without a session asks for anything', async () => {
  expect((await app.visitor.post(`${base}/session/unlock/options`, {})).problem.code).toBe('auth.session_required');
});

test('with the last passkey it goes from every browser, and not before', async () => {
  const emma = await app.logIn('emma');
  const keys = [await givePasskey(app, 'emma', 0), await givePasskey(app, 'emma', 0)] as const;
  await turn(emma, 5, keys[0]);
  const remove = async (id: string) =>
    emma.keep(await emma.post(`${base}/security/passkeys/removal`, { id, password: demoPassword }));
  await remove(keys[0].id);
  expect(await minutesOf(emma)).toBe(5);
  await remove(keys[1].id);
  expect(await minutesOf(emma)).toBeUndefined();
  // Nor is it there again with the next log-in, or with the next passkey.
  const login = { username: 'emma', password: demoPassword };
  const later = emma.after(await emma.post(`${base}/session`, login));
  expect(await minutesOf(later)).toBeUndefined();
  const { options } = (await later.post(`${base}/security/passkeys/options`, {})).body;
  const again = newTestPasskey();
  const attestation = again.attestation(options);
  const added = await later.post(`${base}/security/passkeys`, { name: 'x', password: demoPassword, attestation });
  expect(added.status).toBe(201);
  expect(await minutesOf(later.after(added))).toBeUndefined();
});

test('a session in the place of one that is locked is locked', async () => {
  const oliver = await app.logIn('oliver');
  const own = await givePasskey(app, 'oliver', 0);
  await turn(oliver, 5, own);
  const id = await memberId(app.database, 'oliver');
  const token = /session=([^;]+)/.exec(oliver.cookie)?.[1] ?? '';
  const database = new Database({ url: app.database.url, poolSize: 1 });
  const sessions = new Sessions(database, app.clock);
  const origin = { member: { id }, userAgent: '', address: '', device: undefined };
  await sessions.lock(token);
  const next = await database.inTransaction(() => sessions.renew({ ...origin, token }, 'go on'));
  expect(await sessions.find(next)).toMatchObject({ locked: true, lockMinutes: 5 });
  // Its page says it again: the session that it named is over.
  expect(await sessions.lock(token)).toBe(false);
  await database.close();
});
