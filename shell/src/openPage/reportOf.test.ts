import { webcrypto } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { type FeatureLoadError, FeatureLoadFault, type LoadNote } from '@trellis/shell-sdk/host';
import { reportOf } from './reportOf.ts';

// jsdom has none.
beforeAll(() => void Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle, configurable: true }));

const note: LoadNote = { feature: 'team', release: '1', milliseconds: 12.6 };
const chunk: FeatureLoadError = {
  kind: 'chunk',
  feature: 'team',
  release: '1',
  chunkId: 'home',
  type: 'missing',
  request: 'https://app.test/home.js',
  code: 'feature.load_failed',
};
const failing = (failure: FeatureLoadError, more: Partial<LoadNote> = {}) =>
  reportOf({ ...note, failure, ...more }, '/team');

test.each<[string, Partial<LoadNote>, string]>([
  ['a load that went well', {}, 'start ok'],
  ['an entry', { failure: { ...chunk, chunkId: 'entry', type: 'timeout' } }, 'entry timeout'],
  ['a script', { failure: chunk }, 'chunk missing'],
  ['a stylesheet', { failure: { ...chunk, code: 'CSS_CHUNK_LOAD_FAILED', type: 'other' } }, 'style other'],
  ['a wait that the member ended', { failure: { ...chunk, type: 'other' }, givenUp: true }, 'chunk timeout'],
  ['a misfit', { failure: { kind: 'incompatible', feature: 'team', release: '1', needs: 'x' } }, 'start incompatible'],
  [
    'a throw on the way',
    { failure: { kind: 'crashed', feature: 'team', release: '1', message: 'x' } },
    'start crashed',
  ],
  [
    'a throw while drawn',
    { failure: { kind: 'crashed', feature: 'team', release: '1', message: 'x' }, drawn: true },
    'render crashed',
  ],
])('%s', async (_, more, expected) => {
  const report = await reportOf({ ...note, ...more }, '/team');
  expect(`${report?.phase} ${report?.outcome}`).toBe(expected);
  expect(report).toMatchObject({ feature: 'team', release: '1', milliseconds: 13 });
});

test('the owner of the file is reported, not the place where it was missed', async () => {
  expect(await failing({ ...chunk, feature: 'shell', release: '9', chunkId: 'flow' })).toMatchObject({
    feature: 'shell',
    release: '9',
  });
});

test('there is nothing to report without a release, of outsiders, and of what is switched off', async () => {
  expect(await failing(new FeatureLoadFault({ kind: 'absent', feature: 'team' }).failure)).toBeUndefined();
  expect(await reportOf({ ...note, release: '' }, '/team')).toBeUndefined();
  expect(await failing({ ...chunk, feature: 'outsider' })).toBeUndefined();
});

test('milliseconds stay within what the server takes', async () => {
  expect((await reportOf({ ...note, milliseconds: 9_999_999 }, '/team'))?.milliseconds).toBe(600_000);
});

test('a first paint goes along, whole, with what went well; not one that took longer than anybody waits', async () => {
  const paintOf = (firstPaintMs: number) => reportOf({ ...note, firstPaintMs }, '/team');
  expect(await paintOf(812.4)).toMatchObject({ outcome: 'ok', firstPaintMs: 812 });
  expect(await paintOf(120_000.4)).not.toHaveProperty('firstPaintMs');
  expect(await failing(chunk, { firstPaintMs: 5 })).not.toHaveProperty('firstPaintMs');
  expect(await reportOf(note, '/team')).not.toHaveProperty('firstPaintMs');
});

test('what did not come is reported with its file, by a name that says how; a misfit without', async () => {
  const thrownOf = async (failure: FeatureLoadError) => (await failing(failure))?.thrown;
  const request = (file: string) => `https://app.test/assets/team/1.0.0-5b4e/${file}`;
  expect(await thrownOf({ ...chunk, request: request('home.1a2b.js?r=2') })).toMatchObject({
    screen: '/team',
    name: 'chunk missing',
    frames: [{ file: 'team/1.0.0-5b4e/home.1a2b.js', line: 0, column: 0 }],
  });
  const style = { ...chunk, code: 'CSS_CHUNK_LOAD_FAILED', request: request('home.1a2b.css') } as const;
  expect(await thrownOf(style)).toMatchObject({
    name: 'style missing',
    frames: [{ file: expect.stringMatching(/css$/) }],
  });
  expect(await thrownOf({ ...chunk, request: 'https://app.test/home.js?name=hana' })).toMatchObject({ frames: [] });
  expect(await thrownOf({ kind: 'incompatible', feature: 'team', release: '1', needs: 'react ^20' })).toMatchObject({
    name: 'start incompatible',
    frames: [],
  });
});
