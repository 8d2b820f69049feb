/**
 * Where a link says to go on to, if it is a page of ours; else another. A backslash is a slash to a browser.
 */
export const ownPath = (next: string | null, otherwise: string): string =>
  next !== null && /^\/(?![/\\])/.test(next) ? next : otherwise;
