import { mostFrames, plainMessage, type StackFrame, type ThrownError } from '@trellis/api-contract';

/** What went wrong, before its message is made a digest: that alone leaves the page. */
export interface Mishap extends Omit<ThrownError, 'digest'> {
  readonly message: string;
}

/** An error of ours: which build it comes from, and what may be reported of it. */
export interface OwnError extends Mishap {
  readonly feature: string;
  readonly release: string;
  /** The frame that is to blame, as text. */
  readonly place: string;
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
  const matches = scriptsOf(thrown).map((script) => ourScript.exec(script.slice(window.location.origin.length)));
  if (!matches[0]) return undefined;
  const ours = matches.filter((match) => match !== null);
  // What a feature gives to a library of the shell throws in there.
  const blamed = Math.max(
    0,
    ours.findIndex(([, owner]) => owner !== 'shell'),
  );
  const [, feature = '', release = ''] = ours[blamed] ?? [];
  const frames = ours.map(
    ([, owner, of, file, line, column]): StackFrame => ({
      file: `${owner}/${of}/${file}`,
      line: Number(line),
      column: Number(column),
    }),
  );
  const first = Math.max(0, blamed - mostFrames + 1);
  return {
    feature,
    release,
    place: JSON.stringify(frames[blamed]),
    screen,
    name: errorName(thrown),
    message: thrown.message,
    frames: frames.slice(first, first + mostFrames),
  };
}

/** Whoever makes an error may call it anything. */
export const errorName = ({ name }: Error): string => (/^[A-Za-z]{1,40}$/.test(name) ? name : 'Error');

/**
 * What may leave the page: a digest in the place of the message, which may say anything of a member.
 * @returns `undefined` where the browser makes no digests, as it does not without TLS
 */
export async function withoutMessage({ screen, name, frames, message }: Mishap): Promise<ThrownError | undefined> {
  try {
    const sha256 = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(plainMessage(message)));
    const digest = [...new Uint8Array(sha256, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return { screen, name, digest, frames };
  } catch {
    return undefined;
  }
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
