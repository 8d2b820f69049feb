import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Language, languages, suspensionCauseTexts } from '@trellis/api-contract';
import { mails } from '../../testing/mails.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { audited, auditLines } from '../../testing/records.ts';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

let app: TestApplication;
let sue: OpsClient;
let audrey: OpsClient;
beforeAll(async () => {
  app = await startTestApplication();
  sue = await loggedIn(app, await enrolled(app, 'sue', ['support']));
  audrey = await loggedIn(app, await enrolled(app, 'audrey', ['auditor']));
});
afterAll(() => app.close());

const suspend = (name: string, body: object = {}) =>
  sue.post(`/members/${name}/suspend`, { cause: 'securityCheck', reason: 'odd transfers', ...body });
const restore = (name: string) => sue.post(`/members/${name}/restore`, { reason: 'all is well' });
const auditedAbout = async (subject: string) =>
  (await audited(app.database, { subject })).map(({ actor, action, reason }) => ({ actor, action, reason }));
const mailsTo = (name: string) => mails(app.database, { to: `${name}@example.com`, like: 'member%' });
const noticesOf = async (client: Client) =>
  (
    (await client.get('/api/v1/notices')).body.notices as { template: string; params: object; link: string | null }[]
  ).map(({ template, params, link }) => ({ template, params, link }));

describe('a member as operators see them', () => {
  test('is found by the whole name or address without case, and each look is on record', async () => {
    const hana = { username: 'hana', email: 'h***@example.com', suspended: false, frozen: false, language: 'jp' };
    for (const query of ['username=HANA', 'email=Hana%40Example.com']) {
      const { status, body } = await sue.get(`/members?${query}`);
      expect([status, body.members]).toMatchObject([200, [hana]]);
    }
    expect((await sue.get('/members?username=han')).body).toEqual({ members: [] });
    expect((await sue.get('/members?email=nobody%40example.com')).body).toEqual({ members: [] });
    for (const query of ['', '?username=hana&email=hana%40example.com', '?username=%25', '?email=%25'])
      expect((await sue.get(`/members${query}`)).status).toBeGreaterThanOrEqual(400);
    const result = { actor: 'operator:sue', action: 'member.find', reason: 'read' };
    expect(await auditedAbout('hana')).toEqual([result, result]);
    expect(await auditedAbout('nobody')).toEqual([result, result]);
    expect(JSON.stringify(await audited(app.database))).not.toContain('nobody@example.com');
  });

  test('has balances only for those whose work needs them', async () => {
    const plain = await sue.get('/members/emma');
    expect(plain.body).toMatchObject({
      username: 'emma',
      balances: null,
      lock: null,
      suspensions: [],
      factorReset: null,
    });
    expect(plain.text).not.toContain('emma@example.com');
    const whole = await audrey.get('/members/emma');
    expect(whole.body.balances).toMatchObject({ total: { unit: 'USD' } });
    expect(await auditedAbout('emma')).toEqual([
      { actor: 'operator:sue', action: 'member.read', reason: 'read' },
      { actor: 'operator:audrey', action: 'member.read', reason: 'read' },
    ]);
    expect((await sue.get('/members/nobodyhere')).problem.code).toBe('request.not_found');
  });
});

describe('a suspension', () => {
  const names: Readonly<Record<Language, string>> = { en: 'emma', jp: 'hana', zh: 'lihua', ko: 'yuna' };

  test.each(languages)(
    'is reported with its cause in %s by mail, notice and profile; the reason stays inside',
    async (language) => {
      const name = names[language];
      const reported = suspensionCauseTexts.securityCheck[language];
      const member = await app.logIn(name);
      const answer = await suspend(name);
      expect(answer.body).toMatchObject({
        suspended: true,
        suspensions: [
          { cause: 'securityCheck', reason: 'odd transfers', suspendedBy: 'operator:sue', restoredAt: null },
        ],
      });
      const profile = await member.get('/api/v1/profile');
      const since = (answer.body.suspensions as { suspendedAt: string }[])[0]?.suspendedAt;
      expect(profile.body).toMatchObject({ suspended: true, suspension: { cause: 'securityCheck', since } });
      expect((await noticesOf(member))[0]).toEqual({
        template: 'suspended',
        params: { reason: 'securityCheck' },
        link: '/consulation',
      });
      expect(await mailsTo(name)).toMatchObject([
        { template: 'memberSuspended', params: { reason: reported, link: '/consulation' } },
      ]);
      const refused = await member.transfer('demo', '1');
      expect(refused.problem).toMatchObject({
        status: 403,
        code: 'member.suspended',
        title: 'Restricted Access: Your account is currently suspended',
      });
      const request = await member.post(
        '/api/v1/inquiries',
        { type: 'account', text: 'Why?' },
        { 'idempotency-key': newKey() },
      );
      expect(request.status).toBe(201);

      expect((await restore(name)).body).toMatchObject({
        suspended: false,
        suspensions: [{ restoredBy: 'operator:sue' }],
      });
      expect((await member.get('/api/v1/profile')).body).toMatchObject({ suspended: false, suspension: null });
      expect((await noticesOf(member))[0]).toMatchObject({ template: 'restored' });
      expect((await mailsTo(name)).map(({ template }) => template)).toEqual(['memberSuspended', 'memberRestored']);
      expect((await member.transfer('demo', '1')).status).toBe(201);
      const everything = JSON.stringify([await mailsTo(name), await noticesOf(member), profile.body]);
      expect(everything).not.toContain('odd transfers');
    },
  );

  test('begins once and ends once, keeps its history, and is refused without a cause or a reason', async () => {
    const before = await auditedAbout('noah');
    for (const body of [{ reason: ' ' }, { cause: 'mood' }, { cause: undefined }])
      expect((await suspend('noah', body)).problem.status).toBe(400);
    expect((await restore('noah')).problem).toMatchObject({ status: 409, code: 'suspension.none' });
    expect((await suspend('nobodyhere')).problem.code).toBe('request.not_found');
    expect(await auditedAbout('noah')).toEqual(before);
    const answers = await Promise.all(Array.from({ length: 6 }, () => suspend('noah')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await restore('noah');
    await suspend('noah', { cause: 'legalOrder' });
    const { suspensions } = (await sue.get('/members/noah')).body as { suspensions: { cause: string }[] };
    expect(suspensions.map(({ cause }) => cause)).toEqual(['legalOrder', 'securityCheck']);
    await restore('noah');
    const steps = (await auditedAbout('noah')).map(({ action }) => action).filter((action) => action !== 'member.read');
    expect(steps).toEqual(['member.suspend', 'member.restore', 'member.suspend', 'member.restore']);
    for (const sql of ['DELETE FROM member_suspension', "UPDATE member_suspension SET reason = 'other'"])
      await expect(app.database.sql(sql)).rejects.toMatchObject({ code: 'TR009' });
  });

  test('ends by who is at their authenticator, and begins without', async () => {
    expect((await suspend('noah', { code: '' })).status).toBe(200);
    const restoring = await sue.post('/members/noah/restore', { reason: 'all is well', code: '' });
    expect(restoring.problem).toMatchObject({ fields: [{ path: 'code', code: 'field.required' }] });
    expect((await sue.get('/members/noah')).body.suspended).toBe(true);
    expect((await restore('noah')).status).toBe(200);
    const before = (await sue.get('/members/noah')).body.country;
    const moving = await sue.post('/members/noah/country', { country: 'KR', reason: 'moved', code: '' });
    expect(moving.problem.fields).toMatchObject([{ path: 'code' }]);
    expect((await sue.get('/members/noah')).body.country).toBe(before);
  });

  test('by command is the same, under the name of who works there', async () => {
    const run = (...args: string[]) => ops(app, ...args, '--by', 'kim').catch(({ message }: Error) => message);
    const ren = await app.logIn('ren');
    const shown = await run('suspendMember', 'ren', '--cause', 'identityCheck', '--reason', 'papers');
    // Whoever runs a command has no role, and so no look at balances.
    expect(shown).toMatchObject({ username: 'ren', suspended: true, balances: null });
    expect((await ren.get('/api/v1/profile')).body.suspension).toMatchObject({ cause: 'identityCheck' });
    expect(await run('suspendMember', 'ren', '--cause', 'other', '--reason', 'again')).toBe(
      'This member is suspended already.',
    );
    expect(await run('restoreMember', 'ren')).toContain('--reason: This is required.\n');
    expect(await run('restoreMember', 'ren', '--reason', ' ')).toContain('--reason: Check the format.\n');
    expect(await run('restoreMember', 'ren', '--reason', 'seen')).toMatchObject({ suspended: false });
    expect(await run('getMember', 'nobodyhere')).toBe('Not found.');
    expect(await run('requestFactorReset', 'ren', '--reason', 'lost')).toBe('You don’t have access to this.');
    expect(await run('suspendMember', 'ren', '--cause', 'mood', '--reason', 'x')).toContain(
      '--cause: Choose one of the options: securityCheck, identityCheck',
    );
    expect(await auditLines(app.database, 'ren')).toEqual([
      'command:kim member.suspend',
      'command:kim member.read',
      'command:kim member.restore',
      'command:kim member.read',
    ]);
  });
});
