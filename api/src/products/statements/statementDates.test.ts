import { expect, test } from '@jest/globals';
import { languages, money } from '@trellis/api-contract';
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
      expect(text).toContain(zone);
      expect(text.match(looksLikeDate)).toEqual([
        writtenMonth(month, language),
        // When it was made, twice: its month is not over.
        written(madeAt),
        written(madeAt),
        ...moments.map(written),
      ]);
    }
});
