import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as form from '@trellis/kit/form';
import { CONTRACT } from '@trellis/shell-sdk/contract';
import * as flow from '@trellis/shell-sdk/flow';
import { sharedModules } from './sharedModules.ts';

interface Kept {
  readonly contract: number;
  /** The names that features get, by library; not those of React, whose versions the registry compares. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

const file = join(import.meta.dirname, 'contract.json');
const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
const libraries: Readonly<Record<string, unknown>> = {
  ...sharedModules,
  '@trellis/kit/form': form,
  '@trellis/shell-sdk/flow': flow,
};
const names = Object.fromEntries(
  Object.entries(libraries)
    .filter(([library]) => library !== 'react' && library !== 'react-dom')
    .map(([library, module]) => [
      library,
      Object.keys(module as object)
        .filter((name) => name !== '__esModule')
        .sort(),
    ]),
);

test('what takes a name away from features moves CONTRACT: a release made for it is then refused before it is loaded', () => {
  const gone = Object.entries(kept.names).flatMap(([library, before]) =>
    before.filter((name) => !names[library]?.includes(name)).map((name) => `${library}: ${name}`),
  );
  expect(CONTRACT > kept.contract ? [] : gone).toEqual([]);
  expect(CONTRACT).toBeGreaterThanOrEqual(kept.contract);
});

test('the list of names is kept (WRITE_CONTRACT=1 npm test -w shell -- contract writes it)', () => {
  if (process.env.WRITE_CONTRACT) writeFileSync(file, `${JSON.stringify({ contract: CONTRACT, names }, null, 2)}\n`);
  expect({ contract: CONTRACT, names }).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
