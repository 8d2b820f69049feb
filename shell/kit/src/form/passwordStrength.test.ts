import { expect, test } from '@jest/globals';
import { passwordStrength } from './passwordStrength.ts';

test.each([
  ['short1!', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['1234567890123', 'weak'],
  ['abcdefghijkl', 'weak'],
  ['demoleft2026', 'weak'],
  ['blue kettle', 'fair'],
  ['Lattice-7-Window', 'strong'],
  ['山の向こうに春が来た日', 'strong'],
])('%p is %s for a member named demoleft', (password, strength) => {
  expect(passwordStrength(password, ['demoleft'])).toBe(strength);
});
