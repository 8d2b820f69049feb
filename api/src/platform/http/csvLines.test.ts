import { expect, test } from '@jest/globals';
import { csvHead, csvLines, writtenText } from './csvLines.ts';
import { csvTable } from './csvTable.ts';

const lineOf = (text: string): string => csvLines([[writtenText(text)]]).replace(/\r\n$/, '');

test.each([
  ...['0077', '1e10', '12345678901234', '77', '1', '3am', '１２'],
  ...['mar1', 'Dec25', '10may', '1may2026', 'sept11', 'TRUE', 'false'],
  ...['2026-03-09', '10:30', '1/2', '50%', '$5', '¥100', '(3)', '.5', ' 7', 'h30.1.1', 'R6/1/1'],
])('%s stays what it is: a spreadsheet would make a number, a date or a truth of it', (text) => {
  expect(lineOf(text)).toBe(`'${text}`);
});

test.each(['demo', 'true1', 'marie', 'decoy', 'e10', 'h30', '審査のため', '서류 확인', 'x1e10', 'no 5'])(
  '%s is written as it is',
  (text) => {
    expect(lineOf(text)).toBe(text);
  },
);

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1+1'])('%j is no formula', (text) => {
  expect(lineOf(text)).toBe(`'${text}`);
});

test('money keeps its minus, and what nobody wrote is empty', () => {
  expect(csvLines([[{ amount: '-5.00', unit: 'USD' }, '-5.00', writtenText(null), writtenText(undefined)]])).toBe(
    '-5.00,-5.00,,\r\n',
  );
});

test('a file of either kind begins with a byte order mark, and has it once', async () => {
  expect(csvHead(['time', 'kind'])).toBe('\ufefftime,kind\r\n');
  const parts: string[] = [];
  const pages = (async function* () {
    yield [{ name: '0077', reason: '=1', id: '7' }];
    yield [{ name: '蘭', reason: '확인', id: '8' }];
  })();
  const columns = {
    id: ({ id }: { id: string }) => id,
    name: ({ name }: { name: string }) => writtenText(name),
    reason: ({ reason }: { reason: string }) => writtenText(reason),
  };
  for await (const part of csvTable(columns, pages)) parts.push(part);
  expect(parts.join('')).toBe("\ufeffid,name,reason\r\n7,'0077,'=1\r\n8,蘭,확인\r\n");
});
