import { expect, test } from '@jest/globals';
import { type SteadyRows, showAll, steadied } from './steadyRows.ts';

interface Row {
  readonly id: string;
  readonly state: string;
}
/** `a b!`: two rows, the second in another state. Pages are parted by `|`; `+` at the end: there are more. */
const fresh = (text: string) => ({
  pages: text
    .replace(/\+$/, '')
    .split('|')
    .map((page) =>
      page
        .split(' ')
        .filter((name) => name !== '')
        .map((name) => ({ id: name.replace('!', ''), state: name.includes('!') ? 'other' : 'first' })),
    ),
  hasMore: text.endsWith('+'),
});
const outcomeOf = ({ shown, news, gone }: SteadyRows<Row>) =>
  [shown.map(({ id, state }) => (state === 'other' ? `${id}!` : id)).join(' '), news, gone] as const;
const after = (first: string, ...next: readonly string[]) =>
  outcomeOf(next.reduce((steady, text) => steadied(steady, fresh(text), ({ id }) => id), showAll(fresh(first))));

test.each<[string, readonly [string, ...string[]], readonly [string, number, number]]>([
  ['new ones above wait', ['c d', 'a b c d'], ['c d', 2, 0]],
  ['new ones between wait', ['a d', 'a b c d'], ['a d', 2, 0]],
  ['new ones at the end of a whole list wait', ['a b', 'a b c'], ['a b', 1, 0]],
  ['they are counted again each time, and not once more', ['c', 'b c', 'a b c', 'a c'], ['c', 1, 0]],
  ['a row changes in its place, also when it would stand elsewhere', ['a b c', 'b! c a'], ['a b! c', 0, 0]],
  ['a row that is gone stays as it was', ['a b c', 'a c'], ['a b c', 0, 1]],
  ['and is itself again when it comes back', ['a b c', 'a c', 'a b! c'], ['a b! c', 0, 0]],
  ['when nothing is left nothing is shown', ['a b', ''], ['', 0, 0]],
  ['all are others', ['a b', 'c d'], ['a b', 2, 2]],
  ['an empty list shows what comes', ['', 'a b'], ['a b', 0, 0]],
  ['older ones that were asked for come below', ['a b+', 'a b|c d'], ['a b c d', 0, 0]],
  ['also while new ones wait', ['b c+', 'a b+', 'a b|c d'], ['b c d', 1, 0]],
  ['the last ones moved on to a page that is not open: none is gone', ['c d e+', 'a b c+'], ['c d e', 2, 0]],
  ['one is gone and the next moves up: that is not new', ['a b c+', 'a c d+'], ['a b c d', 0, 1]],
  ['nor when it is the last there is', ['a b+', 'b c'], ['a b c', 0, 1]],
  ['what comes below the last is new from then on', ['a b+', 'b c', 'b c d'], ['a b c', 1, 1]],
])('%s', (_what, [first, ...next], expected) => {
  expect(after(first, ...next)).toEqual(expected);
});

test('whoever asks to see it sees all as it is', () => {
  expect(outcomeOf(showAll(fresh('a b! d')))).toEqual(['a b! d', 0, 0]);
});
