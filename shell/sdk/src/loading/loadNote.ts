import type { FeatureLoadError } from './featureLoadError.ts';

/** How one load of a feature, or of a part of the shell, went: `failure` is absent when it went well. */
export interface LoadNote {
  readonly feature: string;
  readonly release: string;
  /** Since the load began. */
  readonly milliseconds: number;
  /** Until the first frame with its screen, unless the page was out of sight meanwhile. */
  readonly firstPaintMs?: number | undefined;
  readonly failure?: FeatureLoadError;
  /** The member did not wait for the end and had it begin again. */
  readonly givenUp?: boolean;
  /** It was there, and failed while it was drawn. */
  readonly drawn?: boolean;
}
