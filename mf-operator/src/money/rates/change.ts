/** A decimal number as an integer of so many places; none has more than eight. */
const places = 8;
function scaled(decimal: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(decimal) ?? [];
  return whole === '' ? undefined : BigInt(whole + fraction.padEnd(places, '0'));
}

/**
 * By how much a rate differs from another, in hundredths of a percent, rounded away from zero: a change is not made to
 * look smaller than it is. `undefined` where one of the two is no decimal number, or there is nothing to compare with.
 */
export function changeOf(before: string | null | undefined, after: string): number | undefined {
  const [was, is] = [before == null ? undefined : scaled(before), scaled(after)];
  if (was === undefined || is === undefined || was === 0n) return undefined;
  const difference = (is - was) * 10_000n;
  const size = difference < 0n ? -difference : difference;
  const rounded = Number((size + was - 1n) / was);
  return difference < 0n ? -rounded : rounded;
}

/** Whether a change goes beyond what one person may do: a first rate, and more than so many percent. */
export function isJump(before: string | null | undefined, after: string, jumpPercent: string): boolean {
  const [was, is, percent] = [before == null ? undefined : scaled(before), scaled(after), scaled(jumpPercent)];
  if (was === undefined || is === undefined || percent === undefined) return true;
  const size = is > was ? is - was : was - is;
  return size * 100n * 10n ** BigInt(places) > was * percent;
}
