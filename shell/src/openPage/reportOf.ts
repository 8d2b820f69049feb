import {
  featureNames,
  type LoadReport,
  longestFirstPaintMs,
  type ScreenUse,
  type StackFrame,
} from '@trellis/api-contract';
import type { FeatureLoadError, LoadNote } from '@trellis/shell-sdk/host';
import { errorName, isUnrelated, type Mishap, type OwnError, ownError, withoutMessage } from './thrown.ts';

const longestMs = 600_000;
const owners: readonly string[] = ['shell', ...featureNames];
const isOwner = (name: string): name is LoadReport['feature'] => owners.includes(name);

/**
 * The report that the server wants for a note. `undefined` when there is nothing to report: a feature that is switched
 * off has no release that could be ill.
 * @param screen path of the screen as it stands among the routes
 */
export async function reportOf(
  { feature, release, milliseconds, firstPaintMs, failure, givenUp, drawn }: LoadNote,
  screen: string,
): Promise<LoadReport | undefined> {
  const at = { milliseconds: Math.min(longestMs, Math.round(milliseconds)) };
  if (!failure) return make(feature, release, { ...at, ...paintOf(firstPaintMs), phase: 'start', outcome: 'ok' });
  // `absent` and `offline` have no release; `crashed` by a translator or an extension: the member has a card, and the release is well.
  if (
    failure.kind === 'absent' ||
    failure.kind === 'offline' ||
    (failure.kind === 'crashed' && isUnrelated(failure.thrown))
  )
    return undefined;
  const how = howItFailed(failure, givenUp, drawn);
  const thrown = await withoutMessage(mishapOf(failure, how, screen));
  return make(failure.feature, failure.release, { ...at, ...how, ...(thrown && { thrown }) });
}

/** The report of what was thrown after all had loaded. */
export async function reportOfThrown(own: OwnError): Promise<LoadReport | undefined> {
  const thrown = await withoutMessage(own);
  return thrown && make(own.feature, own.release, { milliseconds: 0, phase: 'run', outcome: 'threw', thrown });
}

/** The report of what somebody did on a screen. */
export const reportOfUse = (
  feature: string,
  release: string,
  screen: string,
  outcome: ScreenUse,
): LoadReport | undefined => make(feature, release, { milliseconds: 0, phase: 'use', outcome, screen });

type Failure = Exclude<FeatureLoadError, { kind: 'absent' | 'offline' }>;
type How = Pick<LoadReport, 'phase' | 'outcome'>;

function howItFailed(failure: Failure, givenUp = false, drawn = false): How {
  switch (failure.kind) {
    case 'incompatible':
      return { phase: 'start', outcome: 'incompatible' };
    case 'crashed':
      return { phase: drawn ? 'render' : 'start', outcome: 'crashed' };
    case 'chunk':
      // Whoever begins again has waited long enough: it is the wait that failed, not the file.
      return { phase: phaseOf(failure), outcome: givenUp ? 'timeout' : failure.type };
  }
}

/** What did not come has no stack, and the file that was asked for in its place. */
function mishapOf(failure: Failure, { phase, outcome }: How, screen: string): Mishap {
  const name = `${phase} ${outcome}`;
  switch (failure.kind) {
    case 'incompatible':
      return { screen, name, message: failure.needs, frames: [] };
    case 'crashed': {
      const { thrown, message } = failure;
      return (
        ownError(thrown, screen) ?? {
          screen,
          name: thrown instanceof Error ? errorName(thrown) : name,
          message,
          frames: [],
        }
      );
    }
    case 'chunk':
      return { screen, name, message: '', frames: fileOf(failure.request) };
  }
}

function fileOf(request: string): readonly StackFrame[] {
  const [, file] = /\/assets\/([a-z]+\/[\w.-]+\/[\w.-]+\.(?:js|css))(?:\?|$)/.exec(request) ?? [];
  return file === undefined ? [] : [{ file, line: 0, column: 0 }];
}

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
