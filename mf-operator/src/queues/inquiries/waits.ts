/** A length of time by its two largest parts. */
export type Wait =
  | { readonly text: 'inquiries.waitDays'; readonly values: { readonly days: number; readonly hours: number } }
  | { readonly text: 'inquiries.waitHours'; readonly values: { readonly hours: number; readonly minutes: number } }
  | { readonly text: 'inquiries.waitMinutes'; readonly values: { readonly minutes: number } };

/** Until when an answer is meant to be there. */
const targetHours = 24;

/** How long something has waited. A clock that runs behind makes no wait of it that has not begun. */
export function waitOf(since: string, now: number): Wait {
  const elapsedMinutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const [days, hours, minutes] = [
    Math.floor(elapsedMinutes / 1440),
    Math.floor(elapsedMinutes / 60) % 24,
    elapsedMinutes % 60,
  ];
  if (days > 0) return { text: 'inquiries.waitDays', values: { days, hours } };
  if (hours > 0) return { text: 'inquiries.waitHours', values: { hours, minutes } };
  return { text: 'inquiries.waitMinutes', values: { minutes } };
}

export const isLate = (since: string, now: number): boolean => now - Date.parse(since) >= targetHours * 3_600_000;
