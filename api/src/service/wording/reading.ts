/** Letters of other scripts that look like these. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'aаα',
    'bв',
    'cсϲ',
    'dԁ',
    'eеε',
    'hһ',
    'iіιı',
    'jј',
    'kкκ',
    'mм',
    'nпη',
    'oоο',
    'pрρ',
    'sѕ',
    'tтτ',
    'vν',
    'xхχ',
    'yуγ',
  ].flatMap(([letter = '', ...others]) => others.map((other) => [other, letter])),
);
/** Digits and signs that stand for letters in the middle of a word. */
const written: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '!': 'i' };

const wide = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const apart = {
  latin: /(?<![a-z0-9])[a-z0-9](?:[ \t._*·-]+[a-z0-9](?![a-z0-9])){2,}/g,
  wide: new RegExp(`(?<=[${wide}])[ \\t_*·-]+(?=[${wide}])`, 'gu'),
  hangul: /(?<!\p{Script=Hangul})\p{Script=Hangul}(?:[ \t._*·-]+\p{Script=Hangul}){2,}/gu,
};
const between = /[ \t._*·-]+/g;

/**
 * A text as its reader takes it: in any width, without what cannot be seen, without accents on Latin letters, letters that only
 * look Latin as Latin, full stops that browsers take for dots as dots. In small letters.
 */
export const read = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD'))
    .replace(/(?<=[a-z])\p{M}+/giu, '')
    .toLowerCase()
    .replace(/[\u0370-\u04ff\u0500-\u052fı]/g, (letter) => alike[letter] ?? letter)
    .replace(/(?<=[a-z0-9])。(?=[a-z])/g, '.');

/** The same with words put together whose letters stand apart, and with digits in words as the letters that they stand for. */
export const spelled = (text: string): string =>
  read(text)
    .replace(apart.latin, (word) => word.replace(between, ''))
    .replace(apart.wide, '')
    .replace(apart.hangul, (word) => word.replace(between, ''))
    .replace(/[a-z0-9$!]*[a-z][a-z0-9$!]*[a-z0-9$]/g, (word) =>
      word.replace(/[013457$!]/g, (sign) => written[sign] ?? sign),
    );
