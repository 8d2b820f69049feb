import { type ChunkFailure, chunkFailureOf } from './chunkFailure.ts';

/** Every way in which a feature, or a screen of it, can fail to appear. */
export type FeatureLoadError =
  /** The registry names no release: the feature is switched off. */
  | { readonly kind: 'absent'; readonly feature: string }
  /** The page was made without the server, and this is not kept, or does more than to read. */
  | { readonly kind: 'offline'; readonly feature: string }
  /** The release was made for another shell; nothing of it was requested. */
  | { readonly kind: 'incompatible'; readonly feature: string; readonly release: string; readonly needs: string }
  /** A script or stylesheet did not arrive. */
  | ({ readonly kind: 'chunk' } & ChunkFailure)
  /** It arrived, and its own code threw. */
  | {
      readonly kind: 'crashed';
      readonly feature: string;
      readonly release: string;
      readonly message: string;
      /** For the report alone, never for the page. */
      readonly thrown?: unknown;
    };

/** Carries a failure that is already known for what it is. */
export class FeatureLoadFault extends Error {
  override readonly name = 'FeatureLoadFault';
  readonly failure: FeatureLoadError;

  constructor(failure: FeatureLoadError) {
    super(`${failure.feature}: ${failure.kind}`);
    this.failure = failure;
  }
}

/** What went wrong, from whatever was thrown while a feature was loaded or shown. */
export function classify(thrown: unknown, origin: { feature: string; release: string }): FeatureLoadError {
  if (thrown instanceof FeatureLoadFault) return thrown.failure;
  const chunk = chunkFailureOf(thrown);
  if (chunk) return { kind: 'chunk', ...chunk };
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return { kind: 'crashed', ...origin, message, thrown };
}
