/**
 * `npm test`: installs what is missing, then types, lint, unit and API tests, build, and journeys in a browser.
 * `npm run test:quick`: types, lint, units, the tests of what changed, and one journey. See quick.mjs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, install, projectEnv, projectNode, projectRoot } from '../../api/bin/setup.mjs';
import { quickTests } from './quick.mjs';

const reports = join(projectRoot, '.data', 'reports');
const bin = (name) => join(projectRoot, 'node_modules', '.bin', name);
const total = { passed: 0, failed: 0 };

const jestReport = {
  args: (report) => ['--json', `--outputFile=${report}`],
  env: () => ({}),
  // A file that does not even load has no tests to fail.
  read: (result) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
  }),
};
const journeysReport = {
  args: () => ['test'],
  env: (report) => ({ JOURNEYS_REPORT: report }),
  // A journey that passed the second time is named by the browser's runner as flaky.
  read: ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }),
};

install();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
ensureBrowser();

const quick = process.argv.includes('--quick');
const checks = [
  [step('build', bin('lerna'), ['run', 'build', '--concurrency=2'])],
  [
    ...['api', 'shell', 'tests'].map((folder) => step(`types of ${folder}`, bin('tsc'), ['-p', folder])),
    step('lint', bin('biome'), ['check', '--error-on-warnings', '.']),
    step('arrows', 'npm', ['run', '--silent', 'arrows']),
  ],
];
await together(...checks);
if (quick) {
  const { api, shell, journey, leftOut } = quickTests();
  await together([
    suite('API: units, and what changed', 'api', bin('jest'), jestReport, ['--runTestsByPath', ...api]),
    suite('shell and features: what changed', 'shell', bin('jest'), jestReport, shell),
    suite('a journey', 'tests', bin('playwright'), journeysReport, journey),
  ]);
  if (leftOut > 0)
    process.stdout.write(`\n${leftOut} more files of tests lie beside what changed: npm test runs them.\n`);
} else {
  await together([suite('API and units', 'api', bin('jest'), jestReport)]);
  // One product at a time waits for processes to die; beside it there is room for what needs none, and not for journeys:
  // with these, products did not start within their minute.
  await together(
    [suite('faults', 'tests', bin('jest'), jestReport)],
    [suite('shell and features', 'shell', bin('jest'), jestReport)],
  );
  await together([suite('journeys', 'tests', bin('playwright'), journeysReport)]);
}

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** Runs lanes side by side, each in its order. What runs beside another prints when it has ended. */
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

/** A suite whose report says how many passed; one that ends without a report counts as a failure. */
function suite(name, folder, file, { args, env, read }, more = []) {
  return async (isAlone) => {
    const report = join(reports, `${name.replaceAll(/[^A-Za-z]+/g, '-')}.json`);
    const ok = await run(name, file, [...args(report), ...more], join(projectRoot, folder), env(report), isAlone);
    const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1 };
    total.passed += counts.passed;
    total.failed += counts.failed + (!ok && counts.failed === 0 ? 1 : 0);
  };
}

async function run(name, file, args, cwd, env, isAlone) {
  const startedAt = Date.now();
  process.stdout.write(isAlone ? `\n── ${name} ──\n` : `── ${name} begins ──\n`);
  const child = spawn(file, args, {
    cwd,
    env: { ...projectEnv, ...env },
    stdio: isAlone ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const ok = await new Promise((next) => {
    child.once('error', () => next(false));
    child.once('close', (code) => next(code === 0));
  });
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
