const pattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/;

/** A moment in UTC as it is typed, `2026-03-09 15:04`, in RFC 3339. `undefined`: it is none, such as 30 February. */
export function momentOf(typed: string): string | undefined {
  if (!pattern.test(typed.trim())) return undefined;
  const moment = new Date(`${typed.trim().replace(' ', 'T')}:00.000Z`);
  return !Number.isNaN(moment.getTime()) && typedOf(moment) === typed.trim() ? moment.toISOString() : undefined;
}

/** As it is typed. */
export const typedOf = (moment: Date): string => moment.toISOString().slice(0, 16).replace('T', ' ');
