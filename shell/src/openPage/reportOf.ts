import { featureNames, type LoadReport, longestFirstPaintMs, type ScreenUse } from '@trellis/api-contract';
import type { FeatureLoadError, LoadNote } from '@trellis/shell-sdk/host';
import { isUnrelated, type OwnError, ownError } from './thrown.ts';

const longestMs = 600_000;
const owners: readonly string[] = ['shell', ...featureNames];
const isOwner = (name: string): name is LoadReport['feature'] => owners.includes(name);

/**
 * The report that the server wants for a note. `undefined` when there is nothing to report: a feature that is switched
 * off has no release that could be ill.
 */
export function reportOf(
  { feature, release, milliseconds, firstPaintMs, failure, givenUp, drawn }: LoadNote,
  screen: string,
): LoadReport | undefined {
  const at = { milliseconds: Math.min(longestMs, Math.round(milliseconds)) };
  if (!failure) return make(feature, release, { ...at, ...paintOf(firstPaintMs), phase: 'start', outcome: 'ok' });
  switch (failure.kind) {
    case 'absent':
      return undefined;
    case 'incompatible':
      return make(failure.feature, failure.release, { ...at, phase: 'start', outcome: 'incompatible' });
    case 'crashed': {
      // By a translator or an extension: the member has a card, and the release is well.
      if (isUnrelated(failure.thrown)) return undefined;
      const own = ownError(failure.thrown, screen);
      const phase = drawn ? 'render' : 'start';
      return make(failure.feature, failure.release, { ...at, phase, outcome: 'crashed', ...(own && reported(own)) });
    }
    case 'chunk': {
      // Whoever begins again has waited long enough: it is the wait that failed, not the file.
      const outcome = givenUp ? 'timeout' : failure.type;
      return make(failure.feature, failure.release, { ...at, phase: phaseOf(failure), outcome });
    }
  }
}

/** The report of what was thrown after all had loaded. */
export const reportOfThrown = (own: OwnError): LoadReport | undefined =>
  make(own.feature, own.release, { milliseconds: 0, phase: 'run', outcome: 'threw', ...reported(own) });

/** The report of what somebody did on a screen. */
export const reportOfUse = (
  feature: string,
  release: string,
  screen: string,
  outcome: ScreenUse,
): LoadReport | undefined => make(feature, release, { milliseconds: 0, phase: 'use', outcome, screen });

const reported = ({ place, screen, message }: OwnError): Pick<LoadReport, 'thrown'> => ({
  thrown: { place, screen, message },
});

/** Whatever took longer says nothing of the release. */
const paintOf = (milliseconds = Number.NaN): Pick<LoadReport, 'firstPaintMs'> =>
  milliseconds <= longestFirstPaintMs ? { firstPaintMs: Math.round(milliseconds) } : {};

function make(feature: string, release: string, rest: Omit<LoadReport, 'feature' | 'release'>): LoadReport | undefined {
  return isOwner(feature) && release !== '' ? { feature, release, ...rest } : undefined;
}

function phaseOf({ code, chunkId }: Extract<FeatureLoadError, { kind: 'chunk' }>): LoadReport['phase'] {
  if (code === 'CSS_CHUNK_LOAD_FAILED') return 'style';
  return chunkId === 'entry' ? 'entry' : 'chunk';
}
