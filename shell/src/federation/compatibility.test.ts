import { expect, test } from '@jest/globals';
import { unmetNeeds } from './compatibility.ts';

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
