import { createHash } from 'node:crypto';

/** Shares are counted in hundredths of a percent. */
export const wholeShare = 10_000;

/** Who opens a page: a member by id, anybody else by the first-party cookie of their browser. */
export type Subject = { readonly member: string } | { readonly visitor: string };

/**
 * Whether a subject belongs to the first `share` of all. It depends on feature and subject alone: the same on every
 * device, the same for every release of the feature, and whoever is in at 5 % is in at 10 %.
 *
 * @param share hundredths of a percent
 */
export function isChosen(feature: string, subject: Subject, share: number): boolean {
  return placeOf(feature, subject) < share;
}

/** Whether a subject gets what is rolled out: as one of those who are named, or by the share. */
export const isGiven = (
  feature: string,
  subject: Subject,
  { share, members }: { readonly share: number; readonly members: readonly string[] },
): boolean => ('member' in subject && members.includes(subject.member)) || isChosen(feature, subject, share);

/**
 * A member's place among ten thousand, from 0. Ids are given one after the other, and each ten thousand of them fill
 * all places once: a share is then exact, and not only right on average. (Hashing each id by itself, 50 % of 100,000
 * members are off by more than 0.1 point every second time.) Which place is whose is shuffled again for each feature
 * and each ten thousand.
 */
function placeOf(feature: string, subject: Subject): number {
  if ('visitor' in subject) return digest(`${feature}:visitor:${subject.visitor}`) % wholeShare;
  const id = BigInt(subject.member);
  const block = id / BigInt(wholeShare);
  return shuffled(Number(id % BigInt(wholeShare)), `${feature}:${block}`);
}

const side = 100;
const rounds = 6;

/** A permutation of 0 to 9,999 that the seed chooses: a Feistel network over two digits of base 100. */
function shuffled(place: number, seed: string): number {
  // A number for each round and digit. Whatever they are, the result is a permutation; from a digest, any.
  const numbers = createHash('shake256', { outputLength: rounds * side * 2 })
    .update(seed)
    .digest();
  let left = Math.floor(place / side);
  let right = place % side;
  for (let round = 0; round < rounds; round += 1)
    [left, right] = [right, (left + numbers.readUInt16BE((round * side + right) * 2)) % side];
  return left * side + right;
}

const digest = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6);
