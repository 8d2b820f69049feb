import { useSyncExternalStore } from 'react';

let zone: string | undefined;
const readers = new Set<() => void>();

/** The time zone that the reader has chosen, by its IANA name; `undefined`: that of their device. */
export const readerZone = (): string | undefined => zone;

/** `readerZone`, with the name of the device's where the reader has chosen none. */
export const zoneHere = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows all moments in this zone from now on. */
export function showZone(next: string | undefined): void {
  if (next === zone) return;
  zone = next;
  for (const read of readers) read();
}

/** `readerZone`, for what is to be shown again with another. */
export const useReaderZone = (): string | undefined => useSyncExternalStore(follow, readerZone);

function follow(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}
