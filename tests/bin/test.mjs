/** `npm test`: installs what is missing, then types, lint, unit and API tests, build, and journeys in a browser. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, install, projectEnv, projectNode, projectRoot } from '../../api/bin/setup.mjs';

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
  read: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
};

install();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
ensureBrowser();

step('types', bin('tsc'), ['-p', 'api']);
step('types', bin('tsc'), ['-p', 'shell']);
step('types', bin('tsc'), ['-p', 'tests']);
step('lint', bin('biome'), ['check', '--error-on-warnings', '.']);
step('arrows', 'npm', ['run', '--silent', 'arrows']);
step('build', bin('lerna'), ['run', 'build', '--concurrency=2']);
suite('API and units', 'api', bin('jest'), jestReport);
suite('shell and features', 'shell', bin('jest'), jestReport);
suite('faults', 'tests', bin('jest'), jestReport);
suite('journeys', 'tests', bin('playwright'), journeysReport);

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** A check that passes or fails as one. */
function step(name, file, args) {
  const ok = run(name, file, args, projectRoot, {});
  total[ok ? 'passed' : 'failed'] += 1;
}

/** A suite whose report says how many passed; one that ends without a report counts as a failure. */
function suite(name, folder, file, { args, env, read }) {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const ok = run(name, file, args(report), join(projectRoot, folder), env(report));
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1 };
  total.passed += counts.passed;
  total.failed += counts.failed + (!ok && counts.failed === 0 ? 1 : 0);
}

function run(name, file, args, cwd, env) {
  process.stdout.write(`\n── ${name} ──\n`);
  const startedAt = Date.now();
  const { status } = spawnSync(file, args, {
    cwd,
    env: { ...projectEnv, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.stdout.write(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s ──\n`,
  );
  return status === 0;
}

/** Playwright brings no browser along: Debian's Chromium is used, and installed where that is allowed. */
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
    spawnSync('sh', ['-c', 'apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-cjk'], {
      stdio: 'ignore',
    });
  } else spawnSync(bin('playwright'), ['install', 'chromium'], { env: projectEnv, stdio: 'ignore' });
  if (!find()) fail('The journeys need a browser: install Chromium, or set CHROMIUM_PATH to one.');
}
