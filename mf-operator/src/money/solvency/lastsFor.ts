const daysOfYear = 365.25;

/** Days as they are, up to three years; then whole years, of which nobody counts the days. */
export function lastsFor(days: number): { readonly unit: 'days' | 'years'; readonly count: number } {
  if (days < 3 * daysOfYear) return { unit: 'days', count: days };
  return { unit: 'years', count: Math.floor(days / daysOfYear) };
}
