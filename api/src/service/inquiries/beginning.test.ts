import { expect, test } from '@jest/globals';
import { beginningOf } from './beginning.ts';

const sixty = 'The withdrawal of Monday is still in review, and I need it n';

test.each([
  ['Where is it?', 'Where is it?'],
  ['  \n Where\t is  it?\r\nIt was sent on Monday.', 'Where is it?'],
  [sixty, sixty],
  [`${sixty}ow`, `${sixty}…`],
  // No space before what says that there is more.
  [`${'a'.repeat(59)} now`, `${'a'.repeat(59)}…`],
  ['充值'.repeat(40), `${'充值'.repeat(30)}…`],
  // A character of two code units is not cut in the middle.
  [`${'a'.repeat(59)}🙂🙂`, `${'a'.repeat(59)}🙂…`],
  ['My mail is hana@example.com, not (h.ana@example.co.jp).', 'My mail is h***@example.com, not (h***@example.co.jp).'],
  [`${'a'.repeat(50)} hana.of.the.long.name@example.com`, `${'a'.repeat(50)} h***@exam…`],
  ['a@b', 'a***@b'],
  ['Call 090-1234-5678, code 123456', 'Call •••, code •••'],
  ['50.00 USD of 2026-03-09, 15:04', '50.00 USD of 2026-03-09, 15:04'],
])('%j begins with %j', (text, beginning) => {
  expect(beginningOf(text)).toBe(beginning);
});
