import { execFile, execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chromium } from 'playwright';
import {
  demoPassword,
  makeReleaseKey,
  releaseKeys,
  ringJson,
  scratchFolder,
  startTestBucket,
  type TestBucket,
} from '../../api/src/testing/index.ts';
import { headlessPath, launchArguments } from '../support/browser.ts';
import { runOps } from '../support/command.ts';
import { copyPrepared } from '../support/prepared.ts';
import { type Product, projectRoot, startProduct } from '../support/product.ts';

/**
 * A feature in a repository of its own, as tests/outside/team says it: from the packed packages to a member's page. Third-party
 * packages are those of this repository, by links; ours come from the .tgz files alone.
 */
const scratch = scratchFolder('trellis-outside-');
const repository = join(scratch, 'team');
const modules = join(repository, 'node_modules');
let bucket: TestBucket;
let product: Product;

const call = async (file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { PATH, HOME } = process.env;
  // Nothing of this repository's own environment helps.
  return promisify(execFile)(file, args, { cwd: repository, env: { PATH, HOME, ...env }, maxBuffer: 1 << 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
  );
};
const tool = (name: string, ...args: readonly string[]) => call(join(modules, '.bin', name), args);
const inRepository = (file: string) => join(repository, file);
const change = (file: string, from: string, to: string) => {
  const text = readFileSync(inRepository(file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(inRepository(file), text.replace(from, to));
};

beforeAll(async () => {
  cpSync(join(projectRoot, 'tests/outside/team'), repository, { recursive: true });
  const packed = await promisify(execFile)(
    process.execPath,
    [join(projectRoot, 'api/bin/pack.mjs'), join(repository, 'packages')],
    { cwd: scratch },
  );
  expect(packed.stdout.trim().split('\n')).toHaveLength(5);
  install();
  // From outside of everything: no path leads up into this repository.
  await call('git', ['init', '-q']);
  bucket = await startTestBucket();
});
afterAll(async () => {
  await product?.stop();
  product?.remove();
  await bucket?.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** What npm would lay there. */
function install(): void {
  const link = (from: string, to: string): void => {
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  };
  const here = join(projectRoot, 'node_modules');
  for (const name of readdirSync(here))
    if (name !== '@trellis' && !name.startsWith('.')) link(join(here, name), join(modules, name));
  for (const name of readdirSync(join(here, '.bin'))) link(join(here, '.bin', name), join(modules, '.bin', name));
  for (const { name, file } of ours()) {
    const target = join(modules, name);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', join(repository, file), '-C', target, '--strip-components=1']);
    for (const [other, version] of Object.entries(packageIn(target).dependencies)) {
      // Of another version than most others need, a package lies in the workspace that needs it.
      const folders = ['.', 'api', 'api/contract', 'shell', 'shell/build', 'shell/kit', 'shell/sdk'];
      const installed = folders
        .map((workspace) => join(projectRoot, workspace, 'node_modules', other))
        .find((folder) => existsSync(folder) && packageIn(folder).version === version);
      if (installed === undefined) throw new Error(`${name} names ${other} ${version}, which is not installed here`);
      if (dirname(installed).startsWith(here)) continue;
      link(installed, join(target, 'node_modules', other));
    }
  }
}

const packageIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };

/** Our packages, as the repository names them. */
const ours = () =>
  Object.entries({ ...packageIn(repository).dependencies, ...packageIn(repository).devDependencies })
    .filter(([name]) => name.startsWith('@trellis/'))
    .map(([name, from]) => ({ name, file: from.replace('file:', '') }));

test('the packages hold JavaScript with types and nothing of this machine', () => {
  expect(ours()).toHaveLength(5);
  for (const { name } of ours()) {
    const files = readdirSync(join(modules, name), { recursive: true, encoding: 'utf8' }).filter(
      (file) => !file.startsWith('node_modules'),
    );
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.tsx?$|^dist\b/.test(file))).toEqual([]);
    const paths = files.filter(
      (file) => /\.\w+$/.test(file) && readFileSync(join(modules, name, file)).includes(projectRoot),
    );
    expect(paths).toEqual([]);
  }
});

test('types, tests and build run there, and each says what is wrong', async () => {
  expect(await tool('tsc', '--noEmit')).toEqual({ code: 0, text: '' });
  expect(await tool('jest')).toMatchObject({ code: 0, text: expect.stringMatching(/Tests: +1 passed, 1 total/) });

  change('src/screens/Home.tsx', '{code}', '{code.nothing}');
  expect(await tool('tsc', '--noEmit')).toMatchObject({ code: 1, text: expect.stringMatching(/Home\.tsx.*nothing/) });
  change('src/screens/Home.tsx', '{code.nothing}', '{code}');
  change('src/texts/ko.json', 'home.title', 'home.other');
  expect(await tool('webpack')).toMatchObject({
    code: 1,
    text: expect.stringContaining('team: "home.title" is not in ko'),
  });
  change('src/texts/ko.json', 'home.other', 'home.title');

  expect(await tool('webpack')).toMatchObject({ code: 0 });
});

/** What the shell and the other features of a product in development are signed with. */
function ownKey(dataDir: string): object {
  const { signer } = releaseKeys({ releaseKeys: new Map(), releaseSigningKey: undefined, dataDir });
  if (!signer) throw new Error('a product in development has a key of its own');
  const publicKey = createPublicKey(signer.key).export({ type: 'spki', format: 'der' }).toString('base64');
  return JSON.parse(ringJson({ id: signer.id, publicKey }, 'all')) as object;
}

test('its release is signed with a key for it alone, published, rolled out, and on a member’s page', async () => {
  const dataDir = scratchFolder('trellis-product-');
  copyPrepared(dataDir);
  const [team, plan] = [makeReleaseKey(join(scratch, 'keys')), makeReleaseKey(join(scratch, 'keys'))];
  const ring = JSON.stringify({
    ...ownKey(dataDir),
    ...JSON.parse(ringJson(team, ['team'])),
    ...JSON.parse(ringJson(plan, ['plan'])),
  });
  const { endpoint = '', name, prefix } = bucket.address;
  const where = {
    RELEASE_BUCKET: `s3://${name}/${prefix.slice(0, -1)}`,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const publish = (env: Readonly<Record<string, string>>) =>
    call(process.execPath, [join(modules, '@trellis/release/src/commands/release/publishBuilt.js')], env);

  expect(await publish({})).toMatchObject({ code: 1, text: expect.stringMatching(/^RELEASE_SIGNING_KEY is missing/) });
  expect(await publish({ ...where, RELEASE_SIGNING_KEY: plan.file, RELEASE_KEYS: ring })).toMatchObject({
    code: 1,
    text: expect.stringContaining('may not sign team'),
  });
  const published = await publish({ ...where, RELEASE_SIGNING_KEY: team.file, RELEASE_KEYS: ring });
  const [, release = ''] = /^Published team (\S+)\.\n$/.exec(published.text) ?? [];
  expect([published, release]).toEqual([{ code: 0, text: expect.any(String) }, expect.stringMatching(/^1\.0\.0-/)]);

  const settings = { ...where, RELEASE_KEYS: ring };
  Object.assign(process.env, settings);
  product = await startProduct({ dataDir });
  const rolledOut = await runOps(
    product,
    'rollOutRelease',
    'team',
    '--release',
    release,
    '--share',
    '10000',
    '--reason',
    'new',
  );
  // To all of them it is live.
  expect(rolledOut).toMatchObject({ feature: 'team', stable: release, candidate: null });

  const browser = await chromium.launch({ executablePath: headlessPath() ?? '', args: launchArguments });
  try {
    const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
    const logIn = await page.request.post(`${product.origin}/api/v1/session`, {
      data: { username: 'demo', password: demoPassword },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(logIn.status()).toBe(200);
    await page.goto(`${product.origin}/team`);
    await page.getByText('Joined on the left').waitFor();
    expect(await page.getByRole('heading', { name: 'Invite your team' }).count()).toBe(1);
    expect(await page.content()).toContain(`/assets/team/${release}/`);
  } finally {
    await browser.close();
  }
});
