/**
 * Which tests `npm test` runs: all that are quick, a third of those about money and its books, and of the others a smaller
 * part, another one for every commit and the same for all who test it, so that a commit waits for minutes and not for an hour.
 * `TESTS=all` runs all.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../api/bin/setup.mjs';
import { isUnit } from './quick.mjs';

const git = (...args) => spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).stdout ?? '';
export const testsSeed =
  process.env.SEED ?? String(Number.parseInt(git('rev-parse', 'HEAD').slice(0, 8), 16) || 20_261);
const isDrawn = (index, every) =>
  process.env.TESTS === 'all' || (index >= 0 && index % every === Number(testsSeed) % every);

/** Of the API's tests with a database a third of the ledger's and the products', of the rest one file in twelve, and folders that changed lately. */
export function apiTests() {
  const changed = new Set(git('log', '-3', '--format=', '--name-only').split('\n').map(dirname));
  const isAlways = (path) => changed.has(join('api', dirname(path))) || isUnit(join('api', path));
  const ofMoney = (path) => /^src\/(ledger|products)\//.test(path);
  return drawn(allApiTests(), isAlways, ofMoney, 12);
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

/** Of the faults that take long one in six, each a file of `faults`. @returns patterns of the others */
export function faultsLeftOut() {
  const long = [
    'attacks',
    'crash',
    'ending',
    'help',
    'kills',
    'load',
    'outside',
    'production',
    'restore',
    'start',
    'stop',
    'storm',
  ];
  return long
    .filter((_, index) => !isDrawn(index, 6))
    .map((name) => `faults/${name}\\.test`)
    .concat('/node_modules/');
}

/** The main ones, a third of what else members do with money, and of the other journeys one file in twelve. */
export function journeys() {
  const all = readdirSync(join(projectRoot, 'tests', 'journeys')).filter((name) => name.endsWith('.spec.ts'));
  const isAlways = (name) => /^(mainJob|offline|release|smoke)\./.test(name);
  const ofMoney = (name) => /^(deposit|exchange|package|stake|withdrawal)\./.test(name);
  return drawn(all.sort(), isAlways, ofMoney, 12).map((name) => `journeys/${name}`);
}

/** @returns what is always run, every third one of what is about money, and one in so many of the others, in their order */
function drawn(names, isAlways, ofMoney, every) {
  const money = names.filter((name) => !isAlways(name) && ofMoney(name));
  const others = names.filter((name) => !isAlways(name) && !ofMoney(name));
  return names.filter(
    (name) => isAlways(name) || isDrawn(money.indexOf(name), 3) || isDrawn(others.indexOf(name), every),
  );
}
