import { expect, test } from '@jest/globals';
import { languages, type Moment, money, zoneText } from '@trellis/api-contract';
import {
  boundariesAt,
  looksLikeDate,
  type TurnOfTime,
  turnsOfTime,
  writtenMoment,
  writtenMonth,
  zoneNames,
} from '../../testing/calendar.ts';
import { pdfText } from '../../testing/pdfText.ts';
import { recordsCsv } from './recordsCsv.ts';
import { statementPdf } from './statementPdf.ts';

const usd = (amount: bigint) => money(amount, 'USD');

test.each(languages)('a statement as PDF shows its month, its zone and each moment in it, in %s', async (language) => {
  for (const [turn, when] of (Object.keys(turnsOfTime) as TurnOfTime[]).entries())
    for (const zone of zoneNames) {
      const { past, future } = boundariesAt(when, zone, turn);
      const moments = [...past.slice(0, 6), ...future.slice(0, 6)];
      const [madeAt = 0] = future;
      const month = new Date(turnsOfTime[when]).toISOString().slice(0, 7);
      const line = { unit: 'USD', state: 'available', postings: moments.length } as const;
      const sums = { opening: usd(0n), incoming: usd(1n), outgoing: usd(0n), closing: usd(1n) };
      const movements = moments.map((at) => ({
        ...({ at: new Date(at), kind: 'transfer', memo: {}, about: 'demo' } as const),
        ...{ amount: usd(1n), balanceAfter: usd(1n) },
      }));
      const pdf = await statementPdf(
        {
          ...{
            productName: 'Trellis',
            username: 'hana',
            timeZone: zone,
            month,
            running: true,
            madeAt: new Date(madeAt),
          },
          accounts: [{ line: { ...line, ...sums }, movements }],
        },
        language,
      );
      const text = pdfText(pdf);
      const written = (at: number): string => writtenMoment(at, language, zone).whole;
      expect(text).toContain(zoneText(zone, language));
      expect(text.match(looksLikeDate)).toEqual([
        writtenMonth(month, language),
        // When it was made, twice: its month is not over.
        written(madeAt),
        written(madeAt),
        ...moments.map(written),
      ]);
    }
});

test('records as CSV have the day and the time that a clock of the reader shows', async () => {
  for (const [turn, when] of (Object.keys(turnsOfTime) as TurnOfTime[]).entries())
    for (const zone of zoneNames) {
      const { past, future } = boundariesAt(when, zone, turn);
      const moments = [...past, ...future];
      const records = moments.map((at) => ({
        ...({ id: '1', kind: 'opening', money: usd(1n), balanceAfter: usd(1n), reference: 'r' } as const),
        at: new Date(at).toISOString() as Moment,
      }));
      let csv = '';
      for await (const part of recordsCsv(pagesOf(records), zone)) csv += part;
      const [head = '', ...lines] = csv.trimEnd().split('\r\n');
      expect(head).toMatch(/,local_time,time_zone$/);
      // Chinese writes days as ISO 8601 does.
      const written = moments.map((at) => writtenMoment(at, 'zh', zone).whole);
      expect(lines.map((line) => line.split(',').slice(-2))).toEqual(
        written.map((text) => [expect.stringMatching(new RegExp(`^${text}:\\d\\d$`)), zone]),
      );
    }
});

async function* pagesOf<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items;
}
