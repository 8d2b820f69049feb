import { pageOfParameter } from '@trellis/api-contract';

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export interface EventStreamOptions {
  readonly path: string;
  /** Whose page this is: their pages in one browser share a stream, where it can notify them what another one hears. */
  readonly owner?: () => string | undefined;
  /** What the stream may report, also to pages that want something else of it. */
  readonly names?: readonly string[];
  readonly mayListen: () => boolean;
  /** By the event's name; `message` for those without one. */
  readonly events: Readonly<Record<string, (data: unknown) => void>>;
  /** A broken connection is about to be made again: what was reported meanwhile is not shown later. */
  readonly onReturn?: () => void;
}

/** What one page notifies the others of its stream. */
type Reported =
  | { readonly name: string; readonly data: string }
  | { readonly returned: true }
  | { readonly asks: true };

/**
 * Listens to server-sent events while `mayListen` allows it. A connection that broke is made again after a pause that
 * doubles, with a chance part so that pages do not all come back at once. Over HTTP/1.1 a browser has six connections for
 * all its windows: one of a user's pages holds the stream, and passes on what it hears.
 *
 * @returns to be called whenever `mayListen` may have another answer
 */
export function listenToEvents(options: EventStreamOptions): () => void {
  const { path, owner, names = Object.keys(options.events), mayListen, events, onReturn } = options;
  let breaks = 0;
  let stop: (() => void) | undefined;

  const hear = (name: string, data: string) => {
    const message = parse(data);
    if (message !== undefined) events[name]?.(message);
  };

  /** Holds the connection. @returns how to hang up */
  const hold = (heard: (name: string, data: string) => void, returns: () => void): (() => void) => {
    let source: EventSource | undefined;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const user = owner?.();
    const connect = () => {
      source = new EventSource(user === undefined ? path : `${path}?${pageOfParameter}=${encodeURIComponent(user)}`);
      for (const name of names)
        source.addEventListener(name, ({ data }: MessageEvent<string>) => {
          breaks = 0;
          heard(name, data);
        });
      // The browser would come back by itself from a broken connection, but never from an answer with an error status.
      source.onerror = () => {
        source?.close();
        const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** breaks);
        breaks += 1;
        pause = setTimeout(
          () => {
            if (!mayListen()) return look();
            returns();
            // The answer may have ended it.
            if (mayListen()) connect();
            else look();
          },
          longest * (0.5 + Math.random() / 2),
        );
      };
    };
    connect();
    return () => {
      source?.close();
      clearTimeout(pause);
    };
  };

  /** Holds it for all pages of the user, or hears it from the one that does, until that one is hidden or closed. */
  const share = (name: string): (() => void) => {
    const channel = new BroadcastChannel(name);
    const leaving = new AbortController();
    const latest = new Map<string, string>();
    const report = (reported: Reported) => channel.postMessage(reported);
    channel.onmessage = ({ data: reported }: MessageEvent<Reported>) => {
      if ('asks' in reported) for (const [event, data] of latest) report({ name: event, data });
      else if ('returned' in reported) onReturn?.();
      else hear(reported.name, reported.data);
    };
    report({ asks: true });
    const held = () =>
      new Promise<void>((free) => {
        const hangUp = hold(
          (event, data) => {
            latest.set(event, data);
            hear(event, data);
            report({ name: event, data });
          },
          () => {
            onReturn?.();
            report({ returned: true });
          },
        );
        leaving.signal.addEventListener('abort', () => {
          hangUp();
          free();
        });
      });
    navigator.locks.request(name, { signal: leaving.signal }, held).catch(() => undefined);
    return () => {
      leaving.abort();
      channel.close();
    };
  };

  const look = () => {
    if (!mayListen()) {
      stop?.();
      stop = undefined;
      return;
    }
    if (stop) return;
    const user = owner?.();
    const isShared = user !== undefined && 'locks' in navigator && 'BroadcastChannel' in globalThis;
    stop = isShared ? share(`${path} ${user}`) : hold(hear, () => onReturn?.());
  };
  look();
  return look;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
