import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withLines } from './build.ts';
import { buildFaults } from './buildFaults.ts';

const swc = `ERROR in ./src/screens/Home.tsx
Module build failed (from ../node_modules/swc-loader/src/index.js):
Error:   x Unexpected token \`=\`. Expected yield, an identifier, [ or {
    ,-[/product/mf-team/src/screens/Home.tsx:65:1]
 65 |   const = 3;
    :         ^
    \`----


Caused by:
    Syntax Error

Stack backtrace:
${Array.from({ length: 40 }, (_, index) => `  ${index}: <unknown>\n             at ./misc/clone3.S:81:0`).join('\n')}

team compiled with 1 error
`;

test('what a build says of a typo keeps its file and line, and none of its stack', () => {
  const said = buildFaults(
    `\n> @trellis/mf-team@0.1.0 build\n\n\u001b[1m\u001b[31m${swc}npm error Lifecycle script \`build\` failed\n`,
  );
  expect(said.split('\n')[0]).toBe('ERROR in ./src/screens/Home.tsx');
  expect(said).toContain('[/product/mf-team/src/screens/Home.tsx:65:1]');
  expect(said).not.toMatch(/unknown|clone3|npm error/);
});

test('a build that says nothing of an error is shown by its end', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  expect(buildFaults(lines.join('\n'))).toBe(lines.slice(-25).join('\n'));
});

test('an import that may not be is named with its line', () => {
  const root = mkdtempSync(join(tmpdir(), 'arrows-'));
  try {
    mkdirSync(join(root, 'mf-team/src'), { recursive: true });
    writeFileSync(join(root, 'mf-team/src/a.ts'), "// mine\nimport { x } from '../../mf-wallet/src/api.ts';\n");
    const reported = '  error nobody-imports-mf-wallet: mf-team/src/a.ts → mf-wallet/src/api.ts';
    expect(withLines(reported, root)).toBe(
      "  error nobody-imports-mf-wallet: mf-team/src/a.ts:2 → mf-wallet/src/api.ts\n  import { x } from '../../mf-wallet/src/api.ts';",
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
