/** A period of time as people read it: whole hours, and minutes alongside them. @param ms below zero counts as none */
export function spanOf(ms: number): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
