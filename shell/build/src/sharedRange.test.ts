import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sharedRange } from './sharedRange.ts';

let feature: string;
beforeEach(() => {
  feature = mkdtempSync(path.join(tmpdir(), 'feature-'));
  const installed = path.join(feature, 'node_modules', 'react');
  mkdirSync(installed, { recursive: true });
  writeFileSync(path.join(installed, 'package.json'), JSON.stringify({ name: 'react', version: '19.3.1' }));
});
afterEach(() => rmSync(feature, { recursive: true }));

const rangeOf = (dependencies: Record<string, string>): string => {
  writeFileSync(path.join(feature, 'package.json'), JSON.stringify({ name: 'mine', dependencies }, null, 2));
  return sharedRange('react/jsx-runtime', feature);
};

test('what package.json says of a shared library is what the release asks for', () => {
  expect(rangeOf({ react: '19.3.1' })).toBe('^19.3.1');
  expect(rangeOf({ react: '>=19.2 <21' })).toBe('>=19.2 <21');
  expect(rangeOf({})).toBe('^19.3.1');
  expect(rangeOf({ react: 'file:packages/react-19.3.1.tgz' })).toBe('^19.3.1');
});

test('another version than the installed one is refused, with its line', () => {
  expect(() => rangeOf({ qr: '0.7.0', react: '20.0.0' })).toThrow(
    `${path.join(feature, 'package.json')}:5: react 20.0.0 is not the one that is installed, which is 19.3.1`,
  );
});
