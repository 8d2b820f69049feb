import { expect, jest, test } from '@jest/globals';
import { type MapSource, SourceMaps } from './sourceMaps.ts';

/** Of the script `a(b)`, which was `\n  send(amount)`. */
const map = JSON.stringify({
  version: 3,
  sources: ['./src/send.ts'],
  names: ['send', 'amount'],
  mappings: 'AACEA,EAAKC',
});
const mapsOf = (sourceMap: MapSource['sourceMap']) => new SourceMaps({ sourceMap });
const file = 'team/1.0.0/home.js';

test('a place in a built file is one in the sources, lines and columns from 1', async () => {
  const maps = mapsOf(async () => map);
  expect(await maps.locate({ file, line: 1, column: 1 })).toEqual({
    ...{ file: './src/send.ts', line: 2, column: 3, functionName: null },
  });
  expect(await maps.locate({ file, line: 1, column: 3 })).toMatchObject({ line: 2, column: 8 });
  expect(await maps.locate({ file, line: 7, column: 1 })).toBeUndefined();
});

test('is in the innermost function around it, by the name that it has in the sources', async () => {
  // Of `const a=b=>c(()=>d(b));f()`: a is sendAmount; what the map has no name for kept its own.
  const named = {
    ...{ version: 3, sources: ['./src/send.ts'], names: ['sendAmount'], mappings: 'MAAMA,EAAE,QAAQ' },
    x_functions: [
      [1, 8, 1, 22, 1, 6, 'a'],
      [1, 13, 1, 21, 1, 30, 'kept'],
    ],
  };
  const functionAt = async (column: number) =>
    (await mapsOf(async () => JSON.stringify(named)).locate({ file, line: 1, column }))?.functionName;
  expect(await functionAt(11)).toBe('sendAmount');
  expect(await functionAt(18)).toBe('kept');
  expect(await functionAt(25)).toBeNull();
});

test('a map is read once, and one that is not there is asked for once a minute', async () => {
  const here = jest.fn<MapSource['sourceMap']>(async () => map);
  const none = jest.fn<MapSource['sourceMap']>(async () => undefined);
  for (const source of [here, none]) {
    const maps = mapsOf(source);
    for (let at = 1; at < 4; at += 1) await maps.locate({ file, line: 1, column: at });
    expect(source).toHaveBeenCalledTimes(1);
  }
  expect(here).toHaveBeenCalledWith('team', '1.0.0', 'home.js');
});

test.each([
  '../../secrets/1/key.js',
  'team/../key.js',
  'team/..%2f/key.js',
  'team/1.0.0/maps/home.js',
  'nobody/1.0.0/home.js',
  'constructor/1.0.0/home.js',
  'home.js',
  'team/1.0.0/style.css',
])('%s is looked for nowhere', async (path) => {
  const source = jest.fn(async () => map);
  expect(await mapsOf(source).locate({ file: path, line: 1, column: 1 })).toBeUndefined();
  expect(source).not.toHaveBeenCalled();
});

test('a file that did not come has no place, and what is no map says nothing', async () => {
  expect(await mapsOf(async () => map).locate({ file, line: 0, column: 0 })).toBeUndefined();
  for (const content of [
    '',
    'null',
    '{}',
    '[]',
    'no JSON',
    '{"version":3,"sources":5,"mappings":7}',
    '{"version":3,"x_functions":[[1]]}',
  ])
    expect(await mapsOf(async () => content).locate({ file, line: 1, column: 1 })).toBeUndefined();
  const unreadable = mapsOf(() => Promise.reject(new Error('EACCES')));
  expect(await unreadable.locate({ file, line: 1, column: 1 })).toBeUndefined();
});
