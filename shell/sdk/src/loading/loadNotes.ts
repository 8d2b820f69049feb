import type { FeatureLoadError } from './featureLoadError.ts';

/** How one load of a feature, or of a part of the shell, went: `failure` is absent when it went well. */
export interface LoadNote {
  readonly feature: string;
  readonly release: string;
  /** Since the load began. */
  readonly milliseconds: number;
  readonly failure?: FeatureLoadError;
  /** The member did not wait for the end and had it begin anew. */
  readonly givenUp?: boolean;
  /** It was there, and failed while it was drawn. */
  readonly drawn?: boolean;
}

/** More than a page loads; a page that fails over and over has said enough with them. */
const mostNotes = 100;

const notes: LoadNote[] = [];
let take = (note: LoadNote): void => {
  if (notes.length < mostNotes) notes.push(note);
};

/** Notes a load for the health of its release. Costs a push: what is made of it comes later. */
export const noteLoad = (note: LoadNote): void => take(note);

/** Hands over all that was noted so far, and all that will be. */
export function takeLoadNotes(taker: (note: LoadNote) => void): void {
  take = taker;
  for (const note of notes.splice(0)) taker(note);
}
