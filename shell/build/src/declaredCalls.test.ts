import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { operatorEndpoints } from '@trellis/api-contract/operator';
import { declaredCalls } from './declaredCalls.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trellis-calls-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const written = (file: string, source: string) => writeFileSync(path.join(folder, file), source);

test('a release declares what its sources give to the client, end flows with and link to, and the data of its screens', () => {
  written('api.ts', `export const api = injectContract(memberContract, ['getStakes', 'getStake']);`);
  written('late.ts', `const { useGetSecurityQuery } = injectContract(memberContract, ['getSecurity'] as const);`);
  written('Flow.tsx', `export const it = <Flow title="x" endpoint="createTransfer" body={(x) => x} />;`);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source as it is written
  written('File.tsx', 'type Path = `/wallet/${string}`; const href = `${apiBase}/statements/${month}/pdf?${query}`;');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
  written('Other.tsx', 'const page = `${base}/records.csv`;');
  written('api.test.ts', `injectContract(memberContract, ['logIn']);`);
  const calls = declaredCalls('team', [{ path: '/team', screen: 'home' }], [folder]);
  expect(calls).toEqual([
    'createTransfer',
    'downloadStatement',
    'getInvite',
    'getSecurity',
    'getStake',
    'getStakes',
    'getTeamWindow',
  ]);
});

test('the console may give all of its audience', () => {
  written('api.ts', 'injectContract(operatorContract, Object.keys(operatorContract.endpoints) as Call[]);');
  expect(declaredCalls('operator', [], [folder])).toEqual(Object.keys(operatorEndpoints).sort());
});

test.each([
  ['api.ts', 'injectContract(memberContract, names);'],
  ['api.ts', 'injectContract(memberContract, [name]);'],
  ['api.ts', 'injectContract(memberContract, Object.keys(names));'],
  ['Flow.tsx', 'const flow = <Flow endpoint={which} />;'],
])('names that are not written out end the build: %s %s', (file, source) => {
  written(file, source);
  expect(() => declaredCalls('team', [], [folder])).toThrow(`${path.join(folder, file)}: `);
});
