import {
  type AudienceName,
  eventNames,
  featureNames,
  type LiveNow,
  memberEventsPath,
  operatorEventsPath,
  registryEvent,
} from '@trellis/api-contract';
import { listenToEvents } from '@trellis/shell-sdk/events';
import { userName } from '@trellis/shell-sdk/host';
import type { Releases } from './offer.ts';

/**
 * Listens to the server reporting which releases a new page would get, on the stream that reports everything else.
 *
 * @returns to be called whenever `mayListen` may have another answer
 */
export const listenToReleases = (
  audience: AudienceName,
  mayListen: () => boolean,
  reported: (releases: Releases, now: LiveNow | undefined) => void,
): (() => void) =>
  listenToEvents({
    path: audience === 'member' ? memberEventsPath : operatorEventsPath,
    owner: userName,
    names: eventNames[audience],
    mayListen,
    events: {
      [registryEvent](data) {
        const releases = readMessage(data);
        if (releases) reported(releases, nowOf(data, releases));
      },
    },
  });

/** `undefined` for anything but a message of the contract; features that this shell does not know are left out. */
function readMessage(message: unknown): Releases | undefined {
  if (!isRecord(message) || !isRecord(message.features)) return undefined;
  const releases: Readonly<Record<string, unknown>> = { ...message.features, shell: message.shell };
  return Object.fromEntries(
    (['shell', ...featureNames] as const).flatMap((name) => {
      const release = releases[name];
      return typeof release === 'string' ? [[name, release]] : [];
    }),
  );
}

/** A server of the version before does not count its steps. */
const nowOf = (message: unknown, live: Releases): LiveNow | undefined =>
  isRecord(message) && typeof message.n === 'number' ? { n: message.n, live: { ...live } } : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
