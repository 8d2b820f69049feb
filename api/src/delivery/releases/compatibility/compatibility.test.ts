import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ReleaseManifest } from '@trellis/api-contract';
import { writeBuiltRelease } from '../../../testing/builtRelease.ts';
import { newSigningKey, testReleaseKeys } from '../../../testing/releaseKeys.ts';
import { inspectFolder } from '../files/inspection.ts';
import { ringOf, signatureFile, signRelease } from '../files/signing.ts';
import { readManifest } from '../files/store.ts';
import { type Alongside, misfits } from './compatibility.ts';

/** What is live: the shell with React 19.3.1 and contract 1, and the other features. */
let alongside: Alongside;
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-compatibility-'));
  alongside = {
    shells: [built({ feature: 'shell', release: 'live' }).manifest],
    features: (['team', 'plan', 'account'] as const).map((feature) => built({ feature, release: 'live' }).manifest),
  };
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

type Change = Omit<Partial<ReleaseManifest>, 'feature'>;
const built = (manifest: Change & Pick<ReleaseManifest, 'feature' | 'release'>) =>
  writeBuiltRelease(directory, manifest);

/** A wallet's release with something changed before it is signed: its own team made it so. */
const wallet = (change: (own: ReleaseManifest) => Change = () => ({})): string => candidate('wallet', change);
function candidate(feature: 'wallet' | 'shell', change: (own: ReleaseManifest) => Change): string {
  const { folder, manifest } = built({ feature, release: '1.0.0' });
  return signed(folder, JSON.stringify({ ...manifest, ...change(manifest) }));
}

function signed(folder: string, manifest: string, key = testReleaseKeys.signer): string {
  writeFileSync(join(folder, 'release.json'), manifest);
  writeFileSync(join(folder, signatureFile), JSON.stringify(signRelease(Buffer.from(manifest), key)));
  return folder;
}

/** A signed release in which somebody changed something afterwards. */
function tampered(change: (folder: string) => void): string {
  const folder = wallet();
  change(folder);
  return folder;
}

/** May sign team alone. */
const teamKey = newSigningKey();
const ring = new Map([...testReleaseKeys.ring, ...ringOf(teamKey, new Set(['team' as const]))]);
const refusals = (folder: string): string[] =>
  misfits(readManifest(folder), alongside, inspectFolder(folder, ring).facts).map(
    ({ reason, sentence }) => `${reason} | ${sentence}`,
  );

const without = <Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
const edit = (folder: string, file: string, change: (text: string) => string): void =>
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')));
const words = { title: 'Away', text: 'Back soon.' };
const fallback = { en: words, jp: words, zh: words, ko: words };
const routes = (...more: ReleaseManifest['routes']) => ({
  routes: [
    { path: '/', screen: 'home' },
    ...['transfer', 'topup', 'exchange', 'withdrawal'].map((screen) => ({ path: `/wallet/${screen}`, screen })),
    ...more,
  ],
});

test('an untouched release passes, of a feature and of the shell', () => {
  expect(refusals(wallet())).toEqual([]);
  expect(refusals(candidate('shell', () => ({})))).toEqual([]);
});

/** Each row: what is wrong, how the release comes to be so, the reason, and what its sentence names. */
// biome-ignore format: a row a fault, to be read as a table
const table: readonly (readonly [string, () => string, string, string])[] = [
  // Made so by its own team, and signed.
  ['an older contract', () => wallet(() => ({ contract: 0 })), 'contract.differs', 'contract 0, the shell live has 1'],
  ['a newer contract', () => wallet(() => ({ contract: 2 })), 'contract.differs', 'build it with the sdk of contract 1'],
  ['React too old', () => wallet(() => ({ shared: { react: '^18.0.0' } })), 'shared.range', "package.json: react ^18.0.0 does not include the shell's 19.3.1: build against react 19"],
  ['React too new', () => wallet(() => ({ shared: { react: '^19.4.0' } })), 'shared.range', 'react ^19.4.0'],
  ['React pinned alongside ours', () => wallet(() => ({ shared: { react: '19.3.0' } })), 'shared.range', 'react 19.3.0'],
  ['no range', () => wallet(() => ({ shared: { react: 'newest' } })), 'shared.malformed', '"newest" is not a range'],
  ['a library that is not shared', () => wallet(() => ({ shared: { 'left-pad': '^1.0.0' } })), 'shared.not_offered', 'the shell does not share left-pad'],
  ["another feature's address", () => wallet(() => routes({ path: '/team/plans', screen: 'home' })), 'route.foreign', '/team/plans: this address belongs to team'],
  ["the shell's address", () => wallet(() => routes({ path: '/login', screen: 'home' })), 'route.taken', 'shell live answers it already'],
  ['an address of nobody', () => wallet(() => routes({ path: '/casino', screen: 'home' })), 'route.foreign', '/casino: this address belongs to the shell'],
  ['an address that takes all', () => wallet(() => routes({ path: '/:anything', screen: 'home' })), 'route.malformed', '/:anything'],
  ['an address with a wildcard', () => wallet(() => routes({ path: '/wallet/*', screen: 'home' })), 'route.malformed', '/wallet/*'],
  ['an address without its slash', () => wallet(() => routes({ path: 'wallet/x', screen: 'home' })), 'route.malformed', 'wallet/x'],
  ['one address twice', () => wallet(() => routes({ path: '/wallet/:id', screen: 'home' }, { path: '/wallet/:name', screen: 'home' })), 'route.twice', '/wallet/:name: claimed twice'],
  ["another feature's very address", () => wallet(() => routes({ path: '/plan', screen: 'home' })), 'route.taken', 'plan live answers it already'],
  ['a screen without a chunk', () => wallet(() => routes({ path: '/wallet/news', screen: 'news' })), 'route.without_chunk', '/wallet/news: its screen news has no chunk'],
  ['a screen that the server loads data for is gone', () => wallet(() => ({ routes: routes().routes?.filter(({ screen }) => screen !== 'transfer') })), 'route.lacking', 'wallet/transfer'],
  ['a language less', () => wallet(() => ({ languages: ['en', 'jp', 'zh'] })), 'language.lacking', 'src/texts/ko.json'],
  ['a language without its texts', () => wallet(({ chunks }) => ({ chunks: without(chunks, 'texts-zh') })), 'language.without_chunk', 'texts-zh'],
  ['no fallback words', () => wallet(() => ({ fallback: {} as typeof fallback })), 'fallback.lacking', 'src/texts/en.json: fallback.title and fallback.text'],
  ['fallback words in three languages', () => wallet(() => ({ fallback: without(fallback, 'jp') as typeof fallback })), 'fallback.lacking', 'src/texts/jp.json'],
  ['empty fallback words', () => wallet(() => ({ fallback: { ...fallback, ko: { title: ' ', text: 'x' } } })), 'fallback.empty', 'src/texts/ko.json'],
  ['too many fallback words', () => wallet(() => ({ fallback: { ...fallback, zh: { title: 'x', text: '安'.repeat(700) } } })), 'fallback.too_long', 'src/texts/zh.json: fallback.title and fallback.text take 2123 bytes, 2048'],
  ['a chunk of a file without a digest', () => wallet(({ chunks }) => ({ chunks: { ...chunks, home: ['other.js'] } })), 'integrity.missing', 'other.js has no digest'],
  ['an entry without a digest', () => wallet(() => ({ entry: 'start.js' })), 'integrity.missing', 'start.js has no digest'],
  ['an entry that is a stylesheet', () => wallet(() => ({ entry: 'style.bbbb.css' })), 'entry.malformed', 'style.bbbb.css is not a script'],
  ['a weak digest', () => wallet(({ files }) => ({ files: { ...files, 'entry.aaaa.js': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', bytes: 1 } } })), 'integrity.malformed', 'entry.aaaa.js'],
  ['no chunk to start with', () => wallet(({ chunks }) => ({ chunks: without(chunks, 'feature') })), 'chunk.missing', 'chunks: feature'],
  ["another release's global", () => wallet(() => ({ global: 'app_wallet@0.9.0' })), 'global.wrong', 'it must be app_wallet@1.0.0'],
  ["another feature's global", () => wallet(() => ({ global: 'app_team@live' })), 'global.wrong', 'app_team@live'],
  // Changed by somebody after it was signed.
  ['no signature', () => tampered((folder) => rmSync(join(folder, signatureFile))), 'signature.missing', 'publish it with npm run release -- publish'],
  ["an outsider's signature", () => signed(wallet(), readFileSync(join(wallet(), 'release.json'), 'utf8'), newSigningKey()), 'signature.unknown_key', 'RELEASE_KEYS'],
  ['a signature of a key of team', () => signed(wallet(), readFileSync(join(wallet(), 'release.json'), 'utf8'), teamKey), 'signature.other_feature', 'one that may sign this one'],
  ["an outsider's signature under a known id", () => signed(wallet(), readFileSync(join(wallet(), 'release.json'), 'utf8'), { ...newSigningKey(), id: testReleaseKeys.signer.id }), 'signature.wrong', 'changed after it was signed'],
  ["another release's signature", () => tampered((folder) => edit(folder, 'release.json', (text) => text.replaceAll('1.0.0', '1.0.1'))), 'signature.wrong', 'release.sig.json'],
  ['a manifest in another layout', () => tampered((folder) => edit(folder, 'release.json', (text) => `${text}\n`)), 'signature.wrong', 'release.sig.json'],
  ['a signature that is no JSON', () => tampered((folder) => edit(folder, signatureFile, () => 'signed')), 'signature.wrong', 'release.sig.json'],
  ['a wider range', () => tampered((folder) => edit(folder, 'release.json', (text) => text.replace('^19.0.0', '>=1.0.0'))), 'signature.wrong', 'release.sig.json'],
  ['a file longer', () => tampered((folder) => appendFileSync(join(folder, 'home.cccc.js'), ' ')), 'file.length', 'home.cccc.js of wallet 1.0.0 has another length'],
  ['a file of other bytes', () => tampered((folder) => edit(folder, 'home.cccc.js', (text) => text.replace('1', '2'))), 'file.digest', 'home.cccc.js of wallet 1.0.0 has other bytes'],
  ['a file away', () => tampered((folder) => renameSync(join(folder, 'style.bbbb.css'), join(folder, 'away.css'))), 'file.missing', 'style.bbbb.css of wallet 1.0.0 is not there'],
];

test('the table seeds at least thirty faults', () => expect(table.length).toBeGreaterThanOrEqual(30));

test.each(table)('%s is refused', (_what, make, reason, names) => {
  const [...said] = refusals(make());
  expect(said).toContainEqual(expect.stringMatching(`^${reason.replace('.', '\\.')} \\| `));
  const sentence = said.find((each) => each.startsWith(`${reason} |`)) ?? '';
  expect(sentence).toContain(names);
});

describe('a shell', () => {
  test.each([
    [
      'another contract',
      () => ({ contract: 2 }),
      'contract.differs | team live, which is live, would not fit this shell',
    ],
    ['another React', () => ({ offers: { react: '20.0.0' } }), "react ^19.0.0 does not include the shell's 20.0.0"],
    ['a library less', () => ({ offers: { redux: '5.0.0' } }), 'shared.not_offered | team live'],
    ['nothing to share', () => ({ offers: {} }), 'offers.missing | release.json: offers'],
    [
      "a feature's address",
      () => ({ routes: [{ path: '/team', screen: 'login' }] }),
      'route.foreign | src/routes.ts: /team',
    ],
  ] satisfies readonly (readonly [string, () => Change, string])[])(
    'with %s is refused while features need it',
    (_what, change, names) => {
      const folder = candidate('shell', change);
      expect(refusals(folder)).toContainEqual(expect.stringContaining(names));
    },
  );

  test('without the flow template is refused alongside a feature whose screen runs in it', () => {
    const flow: ReleaseManifest['routes'][number] = { path: '/wallet', screen: 'home', flow: true };
    const team = { ...built({ feature: 'wallet', release: 'live' }).manifest, routes: [flow] };
    alongside = { ...alongside, features: [team] };
    const folder = candidate('shell', ({ chunks }) => ({ chunks: without(chunks, 'flow') }));
    expect(refusals(folder)).toContainEqual(expect.stringMatching(/^route\.flow .*has no flow template/));
  });
});

test('every shell alongside it counts: the one that is rolled out too', () => {
  const next = built({ feature: 'shell', release: 'next', offers: { react: '20.0.0' } }).manifest;
  alongside = { ...alongside, shells: [...alongside.shells, next] };
  expect(refusals(wallet())).toEqual([expect.stringContaining("shell's 20.0.0")]);
});
