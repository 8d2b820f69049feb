import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readSettings } from '../../app/settings.ts';
import { publishRelease } from '../../delivery/releases/files/publishing.ts';
import { writeBuiltRelease } from '../../testing/builtRelease.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { ops } from '../../testing/ops.ts';
import { audited } from '../../testing/records.ts';
import { testReleaseKeys } from '../../testing/releaseKeys.ts';
import { setRule } from '../../testing/rules.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { commonOptions } from './arguments.ts';
import { allOperatorEndpoints } from './endpoints.ts';
import { openOperatorApi } from './operatorApi.ts';
import { EndpointOptions } from './options.ts';
import { runOps } from './runOps.ts';

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.close());

const refused = (...args: string[]) =>
  ops(app, ...args).then(
    () => 'not refused',
    ({ message }: Error) => message,
  );
const nothing = async (): Promise<never> => {
  throw new Error('nothing is to be opened');
};
const byName = allOperatorEndpoints.map((endpoint) => [endpoint.name, endpoint] as const);

test('the list names every endpoint that a command may call, and nothing needs to run for it', async () => {
  const list = await runOps([], nothing);
  for (const { name, schemas, contract } of allOperatorEndpoints)
    if (contract.byCommand === false) expect(list).not.toContain(schemas.summary);
    else expect(list).toMatch(new RegExp(`^ {2}${name} .*`, 'm'));
});

describe.each(byName)('%s', (name, endpoint) => {
  test('has help, also alongside what is wrong, and names its own options only', async () => {
    const help = await runOps([name, '--nothing', 'x', '--help'], nothing);
    expect(help).toContain(endpoint.schemas.summary);
    for (const option of EndpointOptions.fromSchemas(endpoint.schemas).all()) {
      expect(help).toContain(option.place === 'params' ? `<${option.name}>` : `--${option.name} `);
      expect(commonOptions.some((each) => each === option.name)).toBe(false);
    }
  });

  test('refuses a wrong call with a sentence for each field', async () => {
    await expect(runOps([name, '--nothing', 'x'], nothing)).rejects.toThrow('--nothing: This field is not used here.');
    if (endpoint.contract.byCommand === false) {
      // Before anything else is looked at, as over HTTP.
      expect(await refused(name)).toBe('You don’t have access to this.');
      return;
    }
    const needed = EndpointOptions.fromSchemas(endpoint.schemas)
      .all()
      .filter(({ required }) => required);
    const reported = needed.length > 0 ? await refused(name) : '';
    // Without what decides about the others nothing is known of them.
    const deciding = needed.filter(
      ({ shapes }) => shapes.length > 1 && shapes.every((each) => each.const !== undefined),
    );
    for (const { name: option, place } of deciding.length > 0 ? deciding : needed) {
      const [top] = option.split('.');
      // A choice that is not made is shown as one that does not exist.
      expect(reported).toMatch(
        new RegExp(
          `^${place === 'params' ? `<${top}>` : `--${top}`}: (?:This is required|Choose one of .*: .+)\\.$`,
          'm',
        ),
      );
    }
  });
});

test('an endpoint that is none is informed', async () => {
  await expect(runOps(['setRates'], nothing)).rejects.toThrow('There is no endpoint setRates.');
});

test('who runs it is named in the audit log, and must have a name', async () => {
  await ops(app, 'getMember', 'hana', '--by', 'kim');
  await ops(app, 'getMember', 'hana');
  expect((await audited(app.database, { subject: 'hana' })).map(({ actor }) => actor)).toEqual([
    'command:kim',
    expect.stringMatching(/^command:\S+$/),
  ]);
  for (const by of [
    '',
    ' ',
    'a b',
    'a\nb',
    'a\u0000',
    'a\u200bb',
    'x',
    'x'.repeat(33),
    'tess:2',
    'ops:anna',
    'Kim',
    'kim_b',
    '2kim',
  ])
    expect(await refused('getMember', 'hana', `--by=${by}`)).toContain('A name is');
});

test('the limit of an endpoint counts for each who runs commands', async () => {
  const settings = readSettings({ DATA_DIR: app.dataDir });
  const { api, close } = await openOperatorApi({
    settings,
    clock: app.clock,
    databaseUrl: app.database.url,
    untried: true,
  });
  try {
    const ask = (by: string) =>
      runOps(['listRates', '--by', by], async () => ({ api, close: async () => undefined })).then(
        () => 'answered',
        ({ message }: Error) => message,
      );
    const answers: string[] = [];
    for (let index = 0; index < 121; index += 1) answers.push(await ask('ann'));
    expect(answers.filter((answer) => answer === 'answered')).toHaveLength(120);
    expect(answers.at(-1)).toMatch(/^Too many attempts\. Try again in \d+ s\.$/);
    expect(await ask('bob')).toBe('answered');
  } finally {
    await close();
  }
});

describe('a command and an operator with the role for it', () => {
  let ann: OpsClient;
  beforeAll(async () => {
    ann = await loggedIn(app, await enrolled(app, 'ann', ['releases', 'treasurer', 'admin']));
    for (const release of ['1.0.0', '2.0.0']) {
      const { folder } = writeBuiltRelease(app.dataDir, { feature: 'plan', release });
      publishRelease(app.application.releases.store, testReleaseKeys, folder);
      await app.application.releases.published('plan', release, { actor: 'test', reason: 'for the test' });
    }
    for (const release of ['1.0.0', '2.0.0'])
      await app.application.releases.activate('plan', release, { actor: 'test', reason: 'for the test' });
  });

  test.each([
    ['listRates', [], '/rates'],
    ['getReleaseHistory', ['plan', '--limit', '1'], '/releases/plan/history?limit=1'],
    ['getRuleHistory', ['--subject', 'limit', '--limit', '5'], '/rules/history?subject=limit&limit=5'],
    ['listReleases', ['--feature', 'plan'], '/releases?feature=plan'],
    ['listTermsVersions', [], '/terms'],
  ])('are answered the same: %s', async (name, args, path) => {
    expect(await ops(app, name, ...args)).toEqual((await ann.get(path)).body);
  });

  test('do the same, each under their name', async () => {
    const over = await ann.post('/releases/plan/rollback', { release: '1.0.0', reason: 'by HTTP' });
    expect(over.body).toMatchObject({ feature: 'plan', stable: '1.0.0' });
    const by = ['--reason', 'by command', '--by', 'kim'];
    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await ops(app, 'activateRelease', 'plan', '--release', '2.0.0', ...by)).toMatchObject({ stable: '2.0.0' });
    // Before it is done, and not on standard output, which is the answer's.
    expect(said.mock.calls).toEqual([['plan 2.0.0 declares no calls: it may make every call.\n']]);
    said.mockRestore();
    const { events } = await ops(app, 'getReleaseHistory', 'plan', '--limit', '2');
    expect(events).toMatchObject([
      { action: 'activate', actor: 'command:kim', reason: 'by command' },
      { action: 'rollback', actor: 'operator:ann', reason: 'by HTTP' },
    ]);
  });

  test('set a rule the same', async () => {
    const value = { minimum: '1', maximum: '5000', dayMaximum: '10000', fee: '0' };
    const rule = { subject: 'limit', key: 'transfer-USD', value, reason: 'a busy week' };
    const over = (await ann.post('/rules', rule)).body;
    const parts = Object.entries(value).map(([name, amount]) => `--value.${name}=${amount}`);
    app.clock.advance(1_000);
    const made = await ops(
      ...([app, 'setRule', '--subject', 'limit', '--key', 'transfer-USD'] as const),
      ...parts,
      ...['--reason', 'a busy week', '--by', 'kim'],
    );
    expect({ ...made, id: 0, from: 0, setAt: 0 }).toEqual({ ...over, id: 0, from: 0, setAt: 0, setBy: 'command:kim' });
    expect(await refused('setRule', '--subject', 'limit', '--key', 'all', ...parts, '--reason', 'x')).toMatch(
      /^--key: Choose one of the options: transfer-USD, .*deposit-USDT\.\n/,
    );
    const { subjects } = await ops(app, 'listRules');
    expect((subjects as { settable: boolean }[]).every(({ settable }) => settable)).toBe(true);
  });

  test.each(['package', 'stake'])('close the sale of a %s, also in a country, and open none', async (key) => {
    const sale = ['setRule', '--subject', 'productSale', '--key', key, '--reason', 'from today on', '--by', 'kim'];
    const open = ['--value.open', '--value.closedIn'];
    await expect(ops(app, ...sale, ...open, 'US,KP')).rejects.toThrow('This takes a second person');
    await setRule(app.database, 'productSale', key, { open: true, closedIn: 'US' });
    app.clock.advance(1_000);
    const narrowed = await ops(app, ...sale, ...open, 'US,KP');
    expect(narrowed).toMatchObject({ state: 'inForce', key, value: { open: true, closedIn: 'US,KP' } });
    await expect(ops(app, ...sale, ...open, 'KP')).rejects.toThrow('This takes a second person');
    app.clock.advance(1_000);
    const closed = await ops(app, ...sale, '--value.open=false', '--value.closedIn=');
    expect(closed).toMatchObject({ state: 'inForce', value: { open: false, closedIn: '' } });
    await expect(ops(app, ...sale, '--value.open', '--value.closedIn', 'Japan')).rejects.toThrow('--value.closedIn: ');
  });

  test('get the same refusal where something cannot be done', async () => {
    const over = await ann.post('/releases/plan/floor', { release: '9.9.9', reason: 'x' });
    expect(await refused('raiseReleaseFloor', 'plan', '--release', '9.9.9', '--reason', 'x')).toBe(
      `${over.problem.title}.`,
    );
    const wrong = await ann.post('/rates', { base: 'ETH', quote: 'USD', rate: '1e5', source: ' ', reason: '' });
    const fields = wrong.problem.fields?.map(({ path }) => `--${path}`).sort();
    const reported = await refused(
      ...['setRate', '--base', 'ETH', '--quote', 'USD', '--rate', '1e5', '--source', ' ', '--reason='],
    );
    expect([...reported.matchAll(/^(--\w+): /gm)].map(([, field]) => field).sort()).toEqual(fields);
    expect(fields).toEqual(['--base', '--rate', '--reason', '--source']);
  });

  test('are not the same where a person has to prove who they are', async () => {
    await ops(app, 'raiseReleaseFloor', 'plan', '--release', '2.0.0', '--reason', 'a leak');
    const below = ['plan', '--release', '1.0.0', '--reason', 'x'];
    expect(await refused('activateRelease', ...below)).toContain('older than the floor');
    expect(await refused('activateRelease', ...below, '--belowFloor')).toBe('You don’t have access to this.');
    const request = await ann.post('/releases/plan/activate', { release: '1.0.0', belowFloor: true, reason: 'x' });
    const { id } = request.body.approval as { id: string };
    expect(await refused('approve', id, '--reason', 'x')).toBe('You don’t have access to this.');
    expect((await ann.get('/approvals/waiting')).body.waiting).toMatchObject([{ id }]);
    const lock = [
      '--subject',
      'securityLock',
      '--key',
      'frozen',
      '--value.hours',
      '30',
      '--reason',
      'x',
      '--by',
      'kim',
    ];
    const second = /takes a second person: operators who are logged in ask for it/;
    await expect(ops(app, 'setRule', ...lock)).rejects.toThrow(second);
    const jump = [
      '--base',
      'BTC',
      '--quote',
      'USD',
      '--rate',
      '64000',
      '--source',
      'x',
      '--reason',
      'x',
      '--by',
      'zoe',
    ];
    await expect(ops(app, 'setRate', ...jump)).rejects.toThrow(second);
    expect((await ann.get('/approvals/waiting')).body.waiting).toMatchObject([
      { action: 'release.approve_below_floor' },
    ]);
  });
});

test('as a process: JSON and nothing else, or a sentence and no trace', async () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'ops.ts'), ...args], {
      env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: app.database.url, DATA_DIR: app.dataDir },
    });
  const { stdout, stderr } = await run('getMember', 'hana');
  expect([JSON.parse(stdout), stderr]).toMatchObject([{ username: 'hana', balances: null }, '']);
  const failure = { code: 1, stdout: '', stderr: 'This member is not suspended.\n' };
  await expect(run('restoreMember', 'hana', '--reason', 'x')).rejects.toMatchObject(failure);
});
