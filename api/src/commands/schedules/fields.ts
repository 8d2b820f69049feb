import { z } from 'zod';

/** What the inputs of the schedule commands are read with: amounts are decimal strings, instants RFC 3339. */

/** A decimal without a sign, as an integer of its last place. */
const decimal = (scale: number) =>
  z
    .string()
    .regex(new RegExp(`^(?:0|[1-9][0-9]*)(?:\\.[0-9]{1,${scale}})?$`))
    .transform((text) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(scale, '0'));
    });

/** Minor units: every unit of packages and stakes has six decimals. */
export const amount = decimal(6);

/** A percentage of at most four places, in millionths. */
export const percent = decimal(4);

const rateScale = 8;
/** A rate of at most eight places, with its text as it was given. */
export const cpRate = z.string().transform((text, context) => {
  const read = decimal(rateScale).safeParse(text);
  if (read.success && read.data > 0n) return { text, numerator: read.data, denominator: 10n ** BigInt(rateScale) };
  context.addIssue({ code: 'custom', message: 'is no rate' });
  return z.NEVER;
});

export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const count = z.int().min(0);
export const positive = z.int().min(1);
