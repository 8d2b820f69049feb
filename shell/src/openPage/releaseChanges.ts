import { featureNames, releaseChangesPath } from '@trellis/api-contract';
import type { Releases } from './offer.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/**
 * Listens to the server telling which releases a new page would get, while `mayListen` allows it. A connection that
 * broke is made again after a pause that doubles, with a chance part so that pages do not all come back at once.
 *
 * @returns to be called whenever `mayListen` may have another answer
 */
export function listenToReleases(mayListen: () => boolean, told: (releases: Releases) => void): () => void {
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
    source = new EventSource(releaseChangesPath);
    source.onmessage = ({ data }: MessageEvent<string>) => {
      breaks = 0;
      const releases = readMessage(data);
      if (releases) told(releases);
    };
    // The browser would come back by itself from a broken connection, but never from an answer with an error status.
    source.onerror = () => {
      hangUp();
      const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** breaks);
      breaks += 1;
      pause = setTimeout(
        () => {
          pause = undefined;
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

/** `undefined` for anything but a message of the contract; features that this shell does not know are left out. */
function readMessage(data: string): Releases | undefined {
  try {
    const message: unknown = JSON.parse(data);
    if (!isRecord(message) || !isRecord(message.features)) return undefined;
    const releases: Readonly<Record<string, unknown>> = { ...message.features, shell: message.shell };
    return Object.fromEntries(
      (['shell', ...featureNames] as const).flatMap((name) => {
        const release = releases[name];
        return typeof release === 'string' ? [[name, release]] : [];
      }),
    );
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
