import { plainMessage, type ThrownError } from '@trellis/api-contract';

/** An error of ours: which build it comes from, and what may be reported of it. */
export interface OwnError extends ThrownError {
  readonly feature: string;
  readonly release: string;
}

const anyScript = /[\w-]+:\/\/[^\s)]+/g;
const ourScript = /^\/assets\/([a-z]+)\/([^/]+)\/([\w.-]+\.js)(?:\?r=\d+)?:(\d+):(\d+)$/;

/**
 * What was thrown, if a build of ours is to blame. `undefined` for what extensions, translators and other scripts of the
 * browser bring about, for what was given up on purpose, and for a network that is not there: none of it says anything of
 * a release.
 * @param screen path of the screen as it stands among the routes
 */
export function ownError(thrown: unknown, screen: string): OwnError | undefined {
  if (!(thrown instanceof Error) || isUnrelated(thrown)) return undefined;
  const frames = scriptsOf(thrown).map((script) => ourScript.exec(script.slice(window.location.origin.length)));
  if (!frames[0]) return undefined;
  // What a feature gives to a library of the shell throws in there.
  const [, feature = '', release = '', file, line, column] =
    frames.find((frame) => frame && frame[1] !== 'shell') ?? frames[0];
  const message = plainMessage(`${thrown.name}: ${thrown.message}`);
  return { feature, release, place: `${file}:${line}:${column}`, screen, message };
}

const scriptsOf = ({ stack }: Error): readonly string[] => stack?.match(anyScript) ?? [];

/** A translator takes text nodes away under the page's hands; React then finds no node to remove, or to insert before. */
const byTranslators = ['NotFoundError', 'HierarchyRequestError'];
const byNobody = ['AbortError', 'TimeoutError', 'NetworkError', 'ChunkLoadError', 'FeatureLoadFault'];
/** What `fetch` rejects with, in Chromium, Firefox and Safari. */
const unreachable = /^(?:Failed to fetch|NetworkError when attempting|Load failed|The network connection was lost)/;

/** Whether an error says nothing of our builds; whoever wraps a function of the page is in the stack of whatever it throws. */
export const isUnrelated = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  ([...byTranslators, ...byNobody].includes(thrown.name) ||
    unreachable.test(thrown.message) ||
    scriptsOf(thrown).some((script) => !script.startsWith(`${window.location.origin}/`)));
