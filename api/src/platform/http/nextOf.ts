/** Where the next page of a list goes on: after the last of this one, which says itself by its length that there is none. */
export const nextOf = (page: readonly { readonly id: string }[], limit: number): string | null =>
  page.length < limit ? null : (page.at(-1)?.id ?? null);
