import { expect, test } from '@jest/globals';
import { linesOf } from './receiptPicture.ts';

const ofTen = (text: string): boolean => Array.from(text).length <= 10;

test.each([
  ['12.00 USD', ['12.00 USD']],
  ['Amount received', ['Amount', 'received']],
  ['0x52908400098527886E0F', ['0x52908400', '098527886E', '0F']],
  ['to 0x52908400098527886E0F now', ['to', '0x52908400', '098527886E', '0F now']],
  ['出金のリクエストを受け付けました', ['出金のリクエストを受', 'け付けました']],
  ['', []],
])('%s is broken where it can be', (text, lines) => {
  expect(linesOf(text, ofTen)).toEqual(lines);
  for (const line of lines) expect(ofTen(line)).toBe(true);
});
