/**
 * Which tests `npm test` runs: all that are quick or about money and its books, and of the others a part, another one for
 * every commit and the same for all who test it, so that a commit waits for minutes and not for an hour. `TESTS=all` runs all.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../api/bin/setup.mjs';
import { isUnit } from './quick.mjs';

const git = (...args) => spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).stdout ?? '';
export const testsSeed =
  process.env.SEED ?? String(Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16) || 20_261);
const isDrawn = (index, every) => process.env.TESTS === 'all' || index % every === Number(testsSeed) % every;

/** Of the API's tests with a database one file in four, all of the ledger and the products, and of folders that changed lately. */
export function apiTests() {
  const changed = new Set(git('log', '-10', '--format=', '--name-only').split('\n').map(dirname));
  const isAlways = (path) =>
    /^src\/(ledger|products)\//.test(path) || changed.has(join('api', dirname(path))) || isUnit(join('api', path));
  const rest = allApiTests().filter((path) => !isAlways(path));
  return allApiTests().filter((path) => isAlways(path) || isDrawn(rest.indexOf(path), 4));
}

/** Where nothing lies in `public`: one file in thirty, but for those that name the login or are about an empty cluster. */
export function otherSchemaTests() {
  return allApiTests()
    .filter((path) => !/platform\/(embedded|db\/(checkLogin|encrypted|restore))/.test(path))
    .filter((_, index) => isDrawn(index, 30));
}

function allApiTests() {
  return ['src', 'contract']
    .flatMap((folder) =>
      readdirSync(join(projectRoot, 'api', folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .sort();
}

/** Of the faults that take minutes one in three, each a file of `faults`. @returns patterns of the others */
export function faultsLeftOut() {
  const long = ['attacks', 'crash', 'kills', 'outside', 'restore', 'start', 'stop', 'storm'];
  return long
    .filter((_, index) => !isDrawn(index, 3))
    .map((name) => `faults/${name}\\.test`)
    .concat('/node_modules/');
}

/** What members do with money, and of the other journeys one file in four. */
export function journeys() {
  const isAlways = (name) => /^(deposit|exchange|mainJob|offline|package|release|smoke|stake|withdrawal)\./.test(name);
  const all = readdirSync(join(projectRoot, 'tests', 'journeys')).filter((name) => name.endsWith('.spec.ts'));
  const rest = all.filter((name) => !isAlways(name)).sort();
  return all.filter((name) => isAlways(name) || isDrawn(rest.indexOf(name), 4)).map((name) => `journeys/${name}`);
}
