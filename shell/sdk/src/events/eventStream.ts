const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

export interface EventStreamOptions {
  readonly path: string;
  readonly mayListen: () => boolean;
  /** By the event's name; `message` for those without one. */
  readonly events: Readonly<Record<string, (data: unknown) => void>>;
  /** A broken connection is about to be made again: what was told meanwhile is not told later. */
  readonly onReturn?: () => void;
}

/**
 * Listens to server-sent events while `mayListen` allows it. A connection that broke is made again after a pause that
 * doubles, with a chance part so that pages do not all come back at once.
 *
 * @returns to be called whenever `mayListen` may have another answer
 */
export function listenToEvents({ path, mayListen, events, onReturn }: EventStreamOptions): () => void {
  let source: EventSource | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let breaks = 0;

  const hangUp = () => {
    source?.close();
    source = undefined;
    clearTimeout(pause);
    pause = undefined;
  };
  const listen = () => {
    source = new EventSource(path);
    for (const [name, told] of Object.entries(events))
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        breaks = 0;
        const message = parse(data);
        if (message !== undefined) told(message);
      });
    // The browser would come back by itself from a broken connection, but never from an answer with an error status.
    source.onerror = () => {
      hangUp();
      const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** breaks);
      breaks += 1;
      pause = setTimeout(
        () => {
          pause = undefined;
          if (mayListen()) onReturn?.();
          look();
        },
        longest * (0.5 + Math.random() / 2),
      );
    };
  };
  const look = () => {
    if (!mayListen()) hangUp();
    else if (!source && pause === undefined) listen();
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
