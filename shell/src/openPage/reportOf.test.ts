import { expect, test } from '@jest/globals';
import { type FeatureLoadError, FeatureLoadFault, type LoadNote } from '@trellis/shell-sdk/host';
import { reportOf } from './reportOf.ts';

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
])('%s', (_, more, expected) => {
  const report = reportOf({ ...note, ...more }, '/team');
  expect(`${report?.phase} ${report?.outcome}`).toBe(expected);
  expect(report).toMatchObject({ feature: 'team', release: '1', milliseconds: 13 });
});

test('the owner of the file is reported, not the place where it was missed', () => {
  expect(failing({ ...chunk, feature: 'shell', release: '9', chunkId: 'flow' })).toMatchObject({
    feature: 'shell',
    release: '9',
  });
});

test('there is nothing to report without a release, of outsiders, and of what is switched off', () => {
  expect(failing(new FeatureLoadFault({ kind: 'absent', feature: 'team' }).failure)).toBeUndefined();
  expect(reportOf({ ...note, release: '' }, '/team')).toBeUndefined();
  expect(failing({ ...chunk, feature: 'outsider' })).toBeUndefined();
});

test('milliseconds stay within what the server takes', () => {
  expect(reportOf({ ...note, milliseconds: 9_999_999 }, '/team')?.milliseconds).toBe(600_000);
});

test('a first paint goes along, whole, with what went well; not one that took longer than anybody waits', () => {
  const paintOf = (firstPaintMs: number) => reportOf({ ...note, firstPaintMs }, '/team');
  expect(paintOf(812.4)).toMatchObject({ outcome: 'ok', firstPaintMs: 812 });
  expect(paintOf(120_000.4)).not.toHaveProperty('firstPaintMs');
  expect(failing(chunk, { firstPaintMs: 5 })).not.toHaveProperty('firstPaintMs');
  expect(reportOf(note, '/team')).not.toHaveProperty('firstPaintMs');
});
