import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { packageDirectory } from '../installed.ts';
import pureComponents from './pureComponents.ts';

test('names go and calls are marked', () => {
  const source = 'var Link = React10.forwardRef(\n  function x() {}\n);\nLink.displayName = "Link";\nuse(Link);\n';
  expect(pureComponents(source)).toBe(
    'var Link = /* @__PURE__ */ React10.forwardRef(\n  function x() {}\n);\n\nuse(Link);\n',
  );
});

/** An upgrade of the router may write them in another way; then the loader would silently do nothing. */
test("the installed router's components are found", () => {
  const folder = path.join(packageDirectory('react-router', process.cwd()), 'dist/production');
  const source = globSync('*.mjs', { cwd: folder })
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  for (const component of ['Link', 'NavLink', 'Form']) {
    expect(source).toContain(`\n${component}.displayName = `);
    expect(pureComponents(source)).not.toContain(`\n${component}.displayName = `);
    expect(pureComponents(source)).toMatch(
      new RegExp(`\\nvar ${component} = /\\* @__PURE__ \\*/ React\\d+\\.forwardRef`),
    );
  }
});
