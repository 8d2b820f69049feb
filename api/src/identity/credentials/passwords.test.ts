import { availableParallelism } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { isStrongPassword, ownWords, Passwords } from './passwords.ts';

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

describe('100 characters of', () => {
  const cpuMs = (work: () => void): number => {
    const before = process.cpuUsage().user;
    work();
    return (process.cpuUsage().user - before) / 1000;
  };
  const drawn = (alphabet: string, seed: number): string =>
    Array.from(
      { length: 100 },
      (_, place) => alphabet[(place * place * 7 + place * seed * 13 + seed) % alphabet.length],
    ).join('');
  const own = ownWords('kirayamato', `${'a.b-c.d_e.'.repeat(6)}x@${'mail.'.repeat(30)}example.com`);

  test.each([
    ['letters', 'abcdefghijklmnopqrstuvwxyz'],
    ['digits', '0123456789'],
    ['what may stand for letters', '4@301!$5+7({[<6|9820'],
    ['everything', 'abcdefghijklmnopqrstuvwxyz0123456789!@#$ABCDEFGHIJ'],
  ])('%s are judged in less than 20 ms', (_what, alphabet) => {
    for (let seed = 1; seed <= 20; seed += 1) isStrongPassword(drawn(alphabet, seed), own);
    const times = Array.from({ length: 15 }, (_, seed) => cpuMs(() => isStrongPassword(drawn(alphabet, seed), own)));
    // The middle one: a collection of garbage in between is another's.
    expect(times.toSorted((one, other) => one - other)[7]).toBeLessThan(20);
  });
});

test('an address makes few words of a dictionary', () => {
  expect(ownWords('kira', 'yamato.kira+x@mail.example.com')).toEqual([
    'kira',
    'yamato.kira+x',
    'mail.example.com',
    'yamato',
    'mail',
    'example',
    'com',
  ]);
  expect(ownWords('kira', `${'abc.'.repeat(12)}x@${'def.'.repeat(40)}com`).length).toBeLessThan(13);
});

test.each([
  ['a long row of one word', 'password'.repeat(12), false],
  ['a weak beginning, and 40 characters at random', `${'a'.repeat(40)}vY7#qLm2$xKp9!wZr4&tBn6*`, true],
])('%s: %s is judged %s', (_what, password, strong) => {
  expect(isStrongPassword(password, [])).toBe(strong);
});

const forms = [
  ['composed and not', 'Zu\u0308rich-Cafe\u0301-orbit-94', 'Z\u00fcrich-Caf\u00e9-orbit-94'],
  ['Hangul', '\u1112\u1161\u11ab\u1100\u1173\u11af-orbit-94-plum', '\ud55c\uae00-orbit-94-plum'],
  [
    'full width and half width',
    '\uff50\uff4c\uff55\uff4d\uff0d\uff2b\uff45\uff54\uff54\uff4c\uff45\uff0d\uff19\uff14',
    'plum-Kettle-94',
  ],
] as const;

test.each(forms)('the keyboard does not matter (%s): %s is %s', async (_what, one, other) => {
  const passwords = new Passwords();
  expect(await passwords.verify(await passwords.hash(one), other)).toBe(true);
  expect(await passwords.verify(await passwords.hash(other), one)).toBe(true);
  expect(isStrongPassword(one, [])).toBe(isStrongPassword(other, []));
});

test.each(forms)('a hash of before opens to what was typed then (%s): %s', async (_what, typed, _other) => {
  expect(await new Passwords().verify(await hash(typed), typed)).toBe(true);
  expect(await new Passwords().verify(await hash(typed), `${typed}x`)).toBe(false);
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
