import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { textKey } from './textKey.ts';

test('a key is made of the value that its text is of', () => {
  expect(textKey('role', 'viewer' as Role)).toBe('role.viewer');
});

test('a value without a text, and a text of no value, are errors of the types', () => {
  // @ts-expect-error nobody has this role
  expect(textKey('role', 'viewer' as Role | 'owner')).toBe('role.viewer');
  // @ts-expect-error the other roles have texts
  expect(textKey('role', 'viewer')).toBe('role.viewer');
});

test('the texts of every folder are among those that values are compared with', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'textKey.ts'), 'utf8');
  const named = [...source.matchAll(/import\('(.*)'\)/g)].map(([, file = '']) => path.join('texts', file));
  expect(named.toSorted()).toEqual(
    globSync('**/texts/en.json', { cwd: path.join(import.meta.dirname, '..') }).toSorted(),
  );
});

type Role = 'viewer' | 'support' | 'reviewer' | 'treasurer' | 'releases' | 'auditor' | 'admin';
