/** So many characters are what people look at. */
const lookedAt = { first: 6, last: 4 };

/** What somebody sees who compares the ends only. */
const seenAs = (address: string): string =>
  `${address.slice(0, lookedAt.first)}…${address.slice(-lookedAt.last)}`.toLowerCase();

/** Another of the known addresses that begins and ends as this one does, and is not the same. */
export const lookAlikeOf = <Known extends { readonly address: string }>(
  address: string,
  known: readonly Known[],
): Known | undefined => known.find((each) => each.address !== address && seenAs(each.address) === seenAs(address));
