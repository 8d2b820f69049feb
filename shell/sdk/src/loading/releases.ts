const releases = new Map<string, string>();

/** Tells which release of a feature (or of the shell) is on this page, for failure reports. */
export function noteRelease(owner: string, release: string): void {
  releases.set(owner, release);
}

export const releaseOf = (owner: string): string => releases.get(owner) ?? '';
