/**
 * `npm test`: installs what is missing, then types, lint, unit and API tests, build, and journeys in a browser.
 * `npm run test:quick`: types, lint, units, the tests of what changed, and one journey. See quick.mjs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { answerHelp, fail, install, projectEnv, projectNode, projectRoot } from '../../api/bin/setup.mjs';
import { apiTests, faultsLeftOut, journeys, otherSchemaTests, testsSeed } from './drawn.mjs';
import { quickTests } from './quick.mjs';
import { beginTestRun } from './testRun.mjs';

const reports = join(projectRoot, '.data', 'reports');
const bin = (name) => join(projectRoot, 'node_modules', '.bin', name);
const total = { passed: 0, failed: 0 };

/** What a report says of each file of tests, and how a runner is asked for some files alone. */
const jestReport = {
  args: (report) => ['--json', `--outputFile=${report}`],
  env: () => ({}),
  read: ({ testResults }) =>
    testResults.map(({ name, status, assertionResults }) => {
      const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
      // A file that does not even load has no tests to fail.
      return { name, passed: count('passed'), failed: count('failed') || Number(status === 'failed') };
    }),
  only: (files) => ['--runTestsByPath', ...files],
};
/** The same tests where nothing lies in `public`. */
const inSchema = { ...jestReport, env: () => ({ DATABASE_SCHEMA: 'cell1' }) };
/**
 * The browser's runner tries a journey that failed once more by itself, and names it as flaky if it then passed. A worker
 * of its that hangs in its own end, which happens at times (microsoft/playwright#39753), is killed after a minute without
 * a sign of life: what it tested has passed or failed before. Any other error outside the journeys is a failure.
 */
const journeysReport = {
  args: () => ['test'],
  env: (report) => ({
    JOURNEYS_REPORT: report,
    PWTEST_CHILD_PROCESS_TIMEOUT: '60000',
  }),
  read: ({ stats, errors }) => {
    const other = errors.filter(({ message }) => !hungAtItsEnd.test(message ?? ''));
    return [
      { name: 'journeys', passed: stats.expected + stats.flaky, failed: stats.unexpected + other.length },
      ...(errors.length > other.length ? [hung] : []),
    ];
  },
};
const hung = { name: 'a worker that hung at its end', passed: 0, failed: 0, known: true };
const hungAtItsEnd = /worker-\d+ process did not exit within \d+ms after stop/;
/** More files than these do not fail because the machine was busy. */
const mostAgain = 3;
/** No measure of speed: what hangs for ever ends, and what it printed until then says where. */
const endsWithinMinutes = 40;

answerHelp(import.meta.url);
install();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
ensureBrowser();
const testRun = beginTestRun();

const quick = process.argv.includes('--quick');
const checks = [
  [step('build', bin('lerna'), ['run', 'build', '--concurrency=2'])],
  [
    ...['api', 'api/src/delivery/web/worker', 'shell', 'tests'].map((folder) =>
      step(`types of ${folder}`, bin('tsc'), ['-p', folder]),
    ),
    step('lint', bin('biome'), ['check', '--error-on-warnings', '.']),
    step('arrows', 'npm', ['run', '--silent', 'arrows']),
  ],
];
await together(...checks);
if (quick) {
  const { api, shell, texts, journey, leftOut } = quickTests();
  await together([
    suite('API: units, and what changed', 'api', bin('jest'), jestReport, ['--runTestsByPath', ...api]),
    suite('shell and features: what changed', 'shell', bin('jest'), jestReport, shell),
    suite('texts', 'shell', bin('jest'), jestReport, texts),
    suite('a journey', 'tests', bin('playwright'), journeysReport, journey),
  ]);
  if (leftOut.length > 0)
    process.stdout.write(
      `\nThese lie alongside what changed as well, and are left to npm test:\n${leftOut.join('\n')}\n`,
    );
} else {
  // Faults wait for processes to die and to start, so there is room for them alongside the API's tests; not alongside journeys:
  // with these, products did not start within their minute.
  await together(
    [
      suite('API and units', 'api', bin('jest'), jestReport, ['--runTestsByPath', ...apiTests()]),
      suite('API in another schema', 'api', bin('jest'), inSchema, ['--runTestsByPath', ...otherSchemaTests()]),
      suite('shell and features', 'shell', bin('jest'), jestReport),
    ],
    [suite('faults', 'tests', bin('jest'), jestReport, ['--testPathIgnorePatterns', ...faultsLeftOut()])],
  );
  await together([suite('journeys', 'tests', bin('playwright'), journeysReport, journeys())]);
  process.stdout.write(
    `\nA part was gone through, another one for every commit: SEED=${testsSeed} goes through it again, TESTS=all through everything.\n`,
  );
}

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
await testRun.end();
process.exit(total.failed === 0 ? 0 : 1);

/** Runs lanes side by side, each in its order. What runs alongside another prints when it has ended. */
async function together(...lanes) {
  const isAlone = lanes.length === 1;
  await Promise.all(
    lanes.map(async (lane) => {
      for (const job of lane) await job(isAlone);
    }),
  );
}

/** A check that passes or fails as one. */
function step(name, file, args) {
  return async (isAlone) => {
    const ok = await run(name, file, args, projectRoot, {}, isAlone);
    total[ok ? 'passed' : 'failed'] += 1;
  };
}

/**
 * A suite whose report says how many passed; one that ends without a report counts as a failure. Of a few files that
 * failed each runs once more by itself: what the product does wrong fails again, and what did not is named as flaky.
 */
function suite(name, folder, file, runner, more = []) {
  const tries = async (title, report, args, isAlone) => {
    const path = join(reports, `${report.replaceAll(/[^A-Za-z]+/g, '-')}.json`);
    const env = runner.env(path);
    const ok = await run(title, file, [...runner.args(path), ...args], join(projectRoot, folder), env, isAlone);
    if (!existsSync(path)) return [{ name, passed: 0, failed: 1 }];
    const files = runner.read(JSON.parse(readFileSync(path, 'utf8')));
    const explained = files.some(({ failed, known }) => failed > 0 || known);
    return ok || explained ? files : [...files, { name, passed: 0, failed: 1 }];
  };
  return async (isAlone) => {
    let files = await tries(name, name, more, isAlone);
    const failing = files.filter((each) => each.failed > 0).map((each) => each.name);
    if (runner.only && failing.length > 0 && failing.length <= mostAgain && failing.every(existsSync)) {
      const again = await tries(`${name}: once more`, `${name} again`, runner.only(failing), isAlone);
      for (const each of again.filter(({ failed }) => failed === 0))
        process.stdout.write(`flaky: ${relative(projectRoot, each.name)} passed the second time\n`);
      files = [...files.filter((each) => !failing.includes(each.name)), ...again];
    }
    for (const { passed, failed } of files) {
      total.passed += passed;
      total.failed += failed;
    }
  };
}

async function run(name, file, args, cwd, env, isAlone) {
  const startedAt = Date.now();
  process.stdout.write(isAlone ? `\n── ${name} ──\n` : `── ${name} begins ──\n`);
  const child = spawn(file, args, {
    cwd,
    env: { TESTS_SEED: testsSeed, ...projectEnv, ...testRun.env, ...env },
    stdio: isAlone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  testRun.children.add(child);
  const late = setTimeout(() => {
    process.stdout.write(`${name} has not ended within ${endsWithinMinutes} minutes\n`);
    child.kill('SIGKILL');
  }, endsWithinMinutes * 60_000);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const ok = await new Promise((next) => {
    child.once('error', () => next(false));
    // A run that is ending has no next step. What it left running may keep its output open for ever.
    const end = (code) => testRun.isEnding() || next(code === 0);
    child.once('close', end).once('exit', (code) => setTimeout(end, 10_000, code).unref());
  });
  clearTimeout(late);
  testRun.children.delete(child);
  if (!isAlone) process.stdout.write(`\n── ${name} ──\n${Buffer.concat(output)}`);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  process.stdout.write(`── ${name}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s ──\n`);
  return ok;
}

/**
 * Playwright brings no browser along: Debian's Chromium is used, and installed where that is allowed. What needs a
 * camera takes the whole browser, and the other journeys the one without windows where it is there.
 */
function ensureBrowser() {
  const find = () =>
    spawnSync(
      projectNode,
      ['-e', "import('./tests/support/browser.ts').then((m) => process.exit(m.chromiumPath() ? 0 : 1))"],
      {
        cwd: projectRoot,
      },
    ).status === 0;
  if (find()) return;
  process.stdout.write('Installing a browser (once) ...\n');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const aptInstall = (...packages) =>
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { stdio: 'ignore' });
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    aptInstall('chromium', 'chromium-headless-shell', 'fonts-noto-cjk');
    // The other engines, for one journey: without them it says so, and the rest is tested all the same.
    aptInstall('firefox-esr', 'webkit2gtk-driver', 'xvfb');
  } else spawnSync(bin('playwright'), ['install', 'chromium'], { env: projectEnv, stdio: 'ignore' });
  if (!find()) fail('The journeys need a browser: install Chromium, or set CHROMIUM_PATH to one.');
}
