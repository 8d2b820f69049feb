import { describe, expect, test } from '@jest/globals';
import {
  antiPhishingPattern,
  codePattern,
  emailPattern,
  halfWidth,
  hasPasswordLength,
  idempotencyKeyPattern,
  invitationPattern,
  isEmail,
  isSamePassword,
  normalizeEmail,
  normalizeInvitation,
  normalizeName,
  normalizeRecoveryCode,
  passkeyCodePattern,
  payeeIn,
  recoveryCodePattern,
  seenText,
  typedNumber,
  usernamePattern,
} from './patterns.ts';

const evm = '0x1b2d6fDe97aB11C1F46e9aD5d2fE1b9d3F2a1c46';
const token = '0x55d398326f99059fF775485246999027B3197955';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test.each([
  [evm, evm],
  [` ${evm}\n`, evm],
  [`${evm}\u200b`, evm],
  [`\ufeff${evm.slice(0, 20)} ${evm.slice(20)}`, evm],
  [`ethereum:${evm}`, evm],
  [`ethereum:${evm}@56`, evm],
  [`ethereum:pay-${evm}@56?value=1e18`, evm],
  [`ethereum:${token}@56/transfer?address=${evm}&uint256=5e18`, evm],
  [`ethereum:${token}/transfer?uint256=5e18&address=${evm}`, evm],
  [`bitcoin:${bitcoin}?amount=0.01&label=A%20shop`, bitcoin],
  [`BITCOIN:${bitcoin.toUpperCase()}`, bitcoin.toUpperCase()],
  ['tron:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8?amount=5', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  ['', ''],
])('%j pays to %s', (text, payee) => {
  expect(payeeIn(text)).toBe(payee);
});

test.each([
  `ethereum:${token}@56/approve?address=${evm}&uint256=5e18`,
  `ethereum:${token}@56/transfer?uint256=5e18`,
  `ethereum:${token}@56/transferFrom?address=${evm}`,
  `https://pay.example/${evm}`,
  `1ethereum:${evm}`,
  `ethereum:${evm}:8545`,
])('%j is no address', (text) => {
  expect(payeeIn(text)).toBe(text);
});

test('names and numbers are read as they were meant', () => {
  expect(normalizeName(' \u200bｄｅｍｏ\u2060 ')).toBe('demo');
  expect(seenText(halfWidth('ＤＥＭＯ２０２６\u00ad'))).toBe('DEMO2026');
  // What a program sends stays what it is, and is refused.
  expect(halfWidth('demo\u200b')).toBe('demo\u200b');
  // The sign of the kelvin is no k of anybody's keyboard.
  expect(normalizeName('\u212aen')).toBe('\u212aen');
  expect(['１２。５', '１２｡５', '１２．５', '12.5\u200e', '1 2.5', '１２．５\u3000'].map(typedNumber)).toEqual(
    Array(6).fill('12.5'),
  );
  expect(typedNumber('１，２３４。５０')).toBe('1,234.50');
  expect(typedNumber('１、２３４')).toBe('1,234');
});

/** What a whole entry has to be, and what is none: too short, too long, with something before it, behind it or in it. */
const entries: readonly (readonly [name: string, pattern: RegExp, good: readonly string[], bad: readonly string[]])[] =
  [
    [
      'a username',
      usernamePattern,
      ['abc', 'ABC', '007', 'a'.repeat(15)],
      ['ab', 'a'.repeat(16), '.abc', 'abc.', 'a.c', 'äbc', 'abc\n'],
    ],
    [
      'an invitation code',
      invitationPattern,
      ['DEMO2026', 'ABCDEFGH', '12345678'],
      ['DEMO202', 'DEMO20266', 'demo2026', '-DEMO2026', 'DEMO2026-', 'DEMO-026'],
    ],
    ['six digits', codePattern, ['123456', '000000'], ['12345', '1234567', 'a123456', '123456a', '12a456']],
    [
      'a recovery code',
      recoveryCodePattern,
      ['ABCDE-FGHIJ', '22222-77777', 'ABCD-EFGH-IJKL-MNOP-QRST-2345'],
      [
        ...['ABCDE', 'ABCD-FGHIJ', 'ABCDE-FGHI', 'ABCDEF-GHIJK', 'ABCDE-FGHIJK', 'abcde-fghij', 'ABCD1-FGHIJ'],
        ...['ABCDE-FGH0J', ' ABCDE-FGHIJ', 'ABCDE-FGHIJ ', 'ABCD-EFGH', 'ABCD-EFGH-IJKL-MNOP-QRST-234'],
        ...['ABC-EFGH-IJKL-MNOP-QRST-2345', 'ABCD-EFGH-IJKL-MNOP-QRST-23456', 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX-2345'],
        ...['1ABCD-EFGH-IJKL-MNOP-QRST-2345', 'ABCD-EFGH-IJKL-MNOP-QRS1-2345', 'ABCD-EFGH-IJKL-MNOP-QRST-2340'],
      ],
    ],
    [
      "a passkey's answer",
      passkeyCodePattern,
      [`passkey.${'aZ0_-'.repeat(20)}`, `passkey.${'a'.repeat(8_000)}`],
      [
        `passkey.${'a'.repeat(99)}`,
        `passkey.${'a'.repeat(8_001)}`,
        `a passkey.${'a'.repeat(100)}`,
        `passkey.${'a'.repeat(100)}=`,
      ],
    ],
    [
      'a word against phishing',
      antiPhishingPattern,
      ['four', '1234', 'my 2 cats', '桜の花 春', 'é'.repeat(20)],
      ['abc', 'a'.repeat(21), '<b>me', 'me</b>', '----', 'abcd\n', '<abcd', 'abcd>'],
    ],
    [
      'a key that makes an act happen once',
      idempotencyKeyPattern,
      ['01234567-89ab-cdef-0123-456789abcdef', '01234567-89AB-CDEF-0123-456789ABCDEF'],
      [
        ...['0123456789abcdef0123456789abcdef', '{01234567-89ab-cdef-0123-456789abcdef}'],
        ...['001234567-89ab-cdef-0123-456789abcdef', '01234567-89ab-cdef-0123-456789abcdef0'],
        ...['0-89ab-cdef-0123-456789abcdef', '01234567-8-cdef-0123-456789abcdef', '01234567-89ab-c-0123-456789abcdef'],
        ...['01234567-89ab-cdef-0-456789abcdef', '01234567-89ab-cdef-0123-4', '0123456x-89ab-cdef-0123-456789abcdef'],
      ],
    ],
  ];

describe.each(entries)('%s', (_name, pattern, good, bad) => {
  test.each(good)('is %j', (text) => {
    expect(pattern.test(text)).toBe(true);
  });
  test.each(bad)('is not %j', (text) => {
    expect(pattern.test(text)).toBe(false);
  });
});

describe('an e-mail address', () => {
  const local = 'a'.repeat(64);
  const label = 'a'.repeat(63);

  test.each([
    ...['a@b.io', 'demo@example.com', 'DEMO@EXAMPLE.COM', 'first.last@example.com', "o'brien@example.com"],
    ...["!#$%&'*+/=?^_`{|}~-@example.com", 'a.b.c@example.com', 'a@1.example.com', 'a@x-y.example.com'],
    ...[
      `${local}@example.com`,
      `a@${label}.com`,
      `a@example.${label}`,
      'a@example.xn--p1ai',
      'a@example.XN--P1AI',
      'a@b.xn--q',
    ],
    ...[`a@example.xn--${'a'.repeat(59)}`, `${local}@${`${'a'.repeat(61)}.`.repeat(3)}com`.slice(0, 254)],
  ])('is %s', (text) => {
    expect(emailPattern.test(text)).toBe(true);
  });

  test.each([
    ...['', 'a', '@example.com', 'a@', 'a@b', 'a@example.c', 'a@example.c0m', 'a@example.com.', 'a@.example.com'],
    ...['a@@example.com', 'a@b@example.com', 'a b@example.com', '.a@example.com', 'a.@example.com', 'a..b@example.com'],
    ...['"a"@example.com', 'a(b)@example.com', 'a@[10.0.0.1]', '<a@example.com>', 'a@example.com>', 'ä@example.com'],
    ...["a'--@example.com", "'--@example.com", 'a@-x.com', 'a@x-.com', 'a@x_y.com', 'a@exämple.com'],
    ...[`${local}a@example.com`, `a@${label}a.com`, `a@example.${label}a`, `a@example.xn--${'a'.repeat(60)}`],
    ...['a@example.xn--', 'a@example.xn--a-', 'a@example.xn---a', 'a@example.com\n', '\na@example.com'],
    `a@${`${label}.`.repeat(4)}com`,
  ])('is not %j', (text) => {
    expect(emailPattern.test(text)).toBe(false);
  });

  test.each([
    ['demo@example.com', 'demo@example.com'],
    [' demo@example.com ', 'demo@example.com'],
    ['Demo@Example.COM', 'Demo@Example.COM'],
    ['ｄｅｍｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'demo@example.com'],
    // A domain in letters is written as its punycode, each label in one script and what goes with it.
    ['a@bücher.de', 'a@xn--bcher-kva.de'],
    ['a@xn--bcher-kva.de', 'a@xn--bcher-kva.de'],
    ['a@日本語。jp', 'a@xn--wgv71a119e.jp'],
    ['a@中国。中国', 'a@xn--fiqs8s.xn--fiqs8s'],
    ['a@東京タワーのabc1.jp', 'a@xn--abc1-4c4crs0kodv073ay09b.jp'],
    ['a@漢字한국abc1.kr', 'a@xn--abc1-f68gl72hpe5gx00c.kr'],
    ['a@漢ㄅabc1.tw', 'a@xn--abc1-py4cl387a.tw'],
    ['a@почта1.рф', 'a@xn--1-7sb5bdq3a.xn--p1ai'],
    ['a@x.рф', 'a@x.xn--p1ai'],
    // Not so what only looks like another domain, and what an address bar reads in another way.
    ['a@gооgle.com', 'a@gооgle.com'],
    ['a@abпочта.рф', 'a@abпочта.рф'],
    ['a@ひらがな한국.jp', 'a@ひらがな한국.jp'],
    ['a@ひㄅ.jp', 'a@ひㄅ.jp'],
    ['a@한국ㄅ.kr', 'a@한국ㄅ.kr'],
    ['a@почтаㄅ.рф', 'a@почтаㄅ.рф'],
    ['a@почта한.рф', 'a@почта한.рф'],
    ['a@почта漢.рф', 'a@почта漢.рф'],
    ['a@почтаひ.рф', 'a@почтаひ.рф'],
    ['a@почтаカ.рф', 'a@почтаカ.рф'],
    ['a@bücher.de/x', 'a@bücher.de/x'],
    ['a@#bücher.de', 'a@#bücher.de'],
    ['@bücher.de', '@bücher.de'],
    ['bücher.de', 'bücher.de'],
    ['ab@bücher.de', 'ab@xn--bcher-kva.de'],
    ['a@ü..de', 'a@ü..de'],
    ['a@ü-.xn--', 'a@ü-.xn--'],
  ])('%s is kept as %s', (text, kept) => {
    expect(normalizeEmail(text)).toBe(kept);
  });

  test('can be written to as it was typed or pasted', () => {
    expect(['demo@example.com', '\u200bdemo@ｅｘａｍｐｌｅ.com ', 'a@bücher.de', 'a@gооgle.com'].map(isEmail)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

test.each([
  ['abcde fghij', 'ABCDE-FGHIJ'],
  ['ABCDE-FGHIJ', 'ABCDE-FGHIJ'],
  ['ａｂｃｄｅｆｇｈｉｊ', 'ABCDE-FGHIJ'],
  ['abcd efgh ijkl mnop qrst 2345', 'ABCD-EFGH-IJKL-MNOP-QRST-2345'],
  ['123 456', '123456'],
  ['１２３４５６', '123456'],
  ['abcde fghi', 'abcde fghi'],
  ['', ''],
])('a recovery code typed as %j is read as %j', (typed, read) => {
  expect(normalizeRecoveryCode(typed)).toBe(read);
});

test('an invitation code is read without case and width', () => {
  expect(['demo2026', 'ＤＥＭＯ２０２６', 'Demo2026'].map(normalizeInvitation)).toEqual(Array(3).fill('DEMO2026'));
});

test('a password has ten to 128 characters, as they are once composed', () => {
  const lengths = [9, 10, 128, 129];
  expect(lengths.map((length) => hasPasswordLength('x'.repeat(length)))).toEqual([false, true, true, false]);
  expect(lengths.map((length) => hasPasswordLength('e\u0301'.repeat(length)))).toEqual([false, true, true, false]);
});

test.each([
  ['caf\u00e9 au lait', 'cafe\u0301 au lait', true],
  ['cafe\u0301 au lait', 'caf\u00e9 au lait', true],
  ['ｈｏｒｓｅ', 'horse', true],
  ['horse', 'Horse', false],
])('passwords %j and %j are one: %p', (one, other, same) => {
  expect(isSamePassword(one, other)).toBe(same);
});
