import { availableParallelism } from 'node:os';
import { expect, test } from '@jest/globals';
import { isStrongPassword, Passwords } from './passwords.ts';

test.each<[string, boolean, string]>([
  ['plum-Kettle-94-orbit', true, 'words that do not belong together'],
  ['vY7#qLm2$x', true, 'ten characters at random'],
  ['vY7#qLm2$', false, 'nine'],
  ['馬電池針正直太陽木星海', true, 'eleven code points of another script'],
  ['🔒🪴🐙🧭🎈', false, 'five code points, although ten UTF-16 units'],
  [`plum-Kettle-94-orbit${'-x7Q'.repeat(27)}`, true, '128'],
  [`plum-Kettle-94-orbit${'-x7Q'.repeat(27)}!`, false, '129'],
  ['1234567890', false, 'a row of keys'],
  ['qwertyuiop', false, 'a row of keys'],
  ['password123', false, 'the most common of all'],
  ['aaaaaaaaaaaaaaaa', false, 'one letter'],
  ['trellis2026', false, 'the name of the product'],
  ['dragon1999!', false, 'a word and a year, guessed in a hundred million tries'],
  ['kirayamato1', false, 'the own name'],
  ['yamatokira', false, 'parts of the own address'],
])('%s: %s (%s)', (password, strong) => {
  expect(isStrongPassword(password, ['kirayamato', 'yamato', 'kira', 'example', 'com'])).toBe(strong);
});

test.each(['GroveHarbour2026', 'Grove Harbour!', 'groveharbour1'])(
  '%s is weak where the product is called so',
  (guess) => {
    expect(isStrongPassword(guess, [])).toBe(true);
    const passwords = new Passwords('Grove Harbour');
    expect(passwords.isStrong(guess, [])).toBe(false);
    expect(passwords.isStrong('plum-Kettle-94-orbit', [])).toBe(true);
  },
);

test('a password is kept as argon2id of 64 MiB and three passes, and found again', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('plum-Kettle-94-orbit');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(await passwords.verify(stored, 'plum-Kettle-94-orbit')).toBe(true);
  expect(await passwords.verify(stored, 'plum-Kettle-94-orbit ')).toBe(false);
  expect(await passwords.hash('plum-Kettle-94-orbit')).not.toBe(stored);
});

test('nobody has the password of the dummy that unknown names are checked against', async () => {
  expect(await new Passwords().verify(undefined, 'no member has this one')).toBe(false);
});

test('a flood is turned away with busy before it takes the memory', async () => {
  const passwords = new Passwords();
  const room = 50 + 2 * availableParallelism();
  const results = await Promise.allSettled(Array.from({ length: room + 7 }, () => passwords.hash('flood of hashes')));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  for (const result of refused) expect(result).toMatchObject({ reason: { code: 'server.busy' } });
  await expect(passwords.hash('after the flood')).resolves.toContain('argon2id');
});
