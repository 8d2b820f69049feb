/**
 * Version of what shell and features agree on: the feature module below, and the names that
 * `@trellis/shell-sdk` and `@trellis/kit` export. A release made for another number is refused before it is requested.
 */
export const CONTRACT = 5;
