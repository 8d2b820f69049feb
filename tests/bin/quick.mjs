/**
 * What `npm run test:quick` runs: the units (tests that need no database), the tests in every folder where something
 * changed since the branch left `main`, committed or not, and the main job in one language.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../api/bin/setup.mjs';

/** So many files with a database of their own fit into the time; the rest is left to `npm test`. */
const mostChanged = 16;
const isTest = (path) => path.endsWith('.test.ts');
/** Helpers that bring an application or a database, and tests that start programs, are no units. */
const needsMore = /\b(?:startTestApplication|createTestDatabase|SystemLedger|startEmbeddedPostgres|execFile|spawn)\b/;

/** Texts are read from the disk, so no import leads from them to their tests: words and their order, and fonts of documents. */
const textTests = { shell: 'build/src/texts/', api: 'api/src/products/statements/statements.test.ts' };

/** Whether a file of tests needs no database. @param path from the project's root */
export const isUnit = (path) => !needsMore.test(readFileSync(join(projectRoot, path), 'utf8'));

/** @returns what to hand to jest in `api`, to jest in `shell`, and to Playwright; and the files that found no room */
export function quickTests() {
  const tests = [...testsUnder('api/src'), ...testsUnder('api/contract')];
  const units = tests.filter(isUnit);
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';
  const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  const folders = new Set(changed.map((path) => dirname(path)));
  const hasTexts = changed.some((path) => /\/texts\/.*\.json$/.test(path));
  const isWanted = (path) => folders.has(dirname(path)) || (hasTexts && path === textTests.api);
  const alongside = tests.filter((path) => isWanted(path) && !units.includes(path));
  // Those that were changed themselves come first, or that read what was.
  const isFirst = (path) => changed.includes(path) || path === textTests.api;
  alongside.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const api = [...units, ...alongside.slice(0, mostChanged)];
  return {
    api: api.map((path) => path.replace(/^api\//, '')),
    shell: [`--changedSince=${base}`, '--passWithNoTests'],
    texts: [textTests.shell],
    journey: ['mainJob', '--grep=in en$', '--workers=1'],
    leftOut: alongside.slice(mostChanged),
  };
}

function testsUnder(folder) {
  return readdirSync(join(projectRoot, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => isTest(path) && !path.includes('node_modules'));
}

/** Lines that git printed; none where there is no history, such as in an archive of the sources. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '' && existsOrCommit(line)) : [];
}

const existsOrCommit = (line) => /^[0-9a-f]{40}$/.test(line) || existsSync(join(projectRoot, line));
