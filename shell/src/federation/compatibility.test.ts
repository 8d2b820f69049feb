import { expect, test } from '@jest/globals';
import { satisfies, unmetNeeds } from './compatibility.ts';

const offer = { contract: 1, shared: { react: '19.3.1', '@trellis/shell-sdk': '0.1.4' } };

test('a release that fits needs nothing', () => {
  expect(unmetNeeds({ contract: 1, shared: { react: '^19.0.0', '@trellis/shell-sdk': '^0.1.0' } }, offer)).toEqual([]);
});

test('every misfit is named: contract, range, and a library the shell does not have', () => {
  const release = { contract: 2, shared: { react: '^20.0.0', '@trellis/shell-sdk': '^0.2.0', 'left-pad': '^1.0.0' } };
  expect(unmetNeeds(release, offer)).toEqual([
    'contract 2 (here 1)',
    'react ^20.0.0 (here 19.3.1)',
    '@trellis/shell-sdk ^0.2.0 (here 0.1.4)',
    'left-pad ^1.0.0 (here none)',
  ]);
});

test.each([
  ['19.3.1', '^19.3.1', true],
  ['19.3.1', '^19.0.0', true],
  ['19.3.1', '^19.2.9', true],
  ['19.3.1', '^19.3.2', false],
  ['19.3.1', '^19.4.0', false],
  ['19.3.1', '^18.9.9', false],
  ['20.0.0', '^19.3.1', false],
  ['0.1.4', '^0.1.0', true],
  ['0.2.0', '^0.1.0', false],
  ['0.0.3', '^0.0.3', true],
  ['0.0.4', '^0.0.3', false],
  ['19.3.1', '19.3.1', true],
  ['19.3.2', '19.3.1', false],
  ['19.3.1-rc.1', '^19.3.0', false],
  ['19.3.1', '>=1.0.0', false],
  ['19.3.1', 'newest', false],
  ['19.3.1', '', false],
])('%s is in the range %s: %p', (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});
