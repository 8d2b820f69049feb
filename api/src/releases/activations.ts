import type { ReleaseManifest } from '@trellis/api-contract';
import type { Database } from '../db/database.ts';
import { StartupError } from '../startupError.ts';
import type { Releasable, ReleaseStore } from './store.ts';

export interface Activation {
  readonly feature: Releasable;
  readonly release: string;
  readonly activatedAt: Date;
  readonly reason: string;
}

/** Which release of a feature is live. Rows are only added, so the history is the record of who rolled back when. */
export class Activations {
  readonly #database: Database;
  readonly #store: ReleaseStore;

  constructor(database: Database, store: ReleaseStore) {
    this.#database = database;
    this.#store = store;
  }

  /** The live release of every feature that has one. */
  async active(): Promise<ReadonlyMap<Releasable, string>> {
    const rows = await this.#database.query<{ feature: Releasable; release: string }>(
      'SELECT DISTINCT ON (feature) feature, release FROM release_activation ORDER BY feature, id DESC',
    );
    return new Map(rows.map(({ feature, release }) => [feature, release]));
  }

  async history(feature: Releasable): Promise<Activation[]> {
    const rows = await this.#database.query<{ release: string; activated_at: Date; reason: string }>(
      'SELECT release, activated_at, reason FROM release_activation WHERE feature = $1 ORDER BY id DESC LIMIT 50',
      [feature],
    );
    return rows.map((row) => ({ feature, release: row.release, activatedAt: row.activated_at, reason: row.reason }));
  }

  /**
   * Makes a published release live. The next page load has it; nothing is rebuilt and no other feature is touched.
   * @throws StartupError if it is not in the store, or was made for another contract than the live shell's
   */
  async activate(feature: Releasable, release: string, reason: string): Promise<void> {
    if (!this.#store.has(feature, release))
      throw new StartupError(
        `There is no release ${release} of ${feature}; known are: ${this.#store.list(feature).join(', ') || 'none'}.`,
      );
    const shell = (await this.active()).get('shell');
    if (feature !== 'shell' && shell !== undefined && this.#store.has('shell', shell))
      checkFits(this.#store.manifest(feature, release), this.#store.manifest('shell', shell));
    await this.#database.query(
      'INSERT INTO release_activation (feature, release, reason) VALUES ($1, $2, $3) RETURNING id',
      [feature, release, reason],
    );
  }

  /** Makes a built release live unless it was live before: a roll-back survives a restart. */
  async activateNew(manifest: ReleaseManifest): Promise<boolean> {
    const [known] = await this.#database.query(
      'SELECT 1 AS found FROM release_activation WHERE feature = $1 AND release = $2 LIMIT 1',
      [manifest.feature, manifest.release],
    );
    if (known) return false;
    await this.activate(manifest.feature, manifest.release, 'built here');
    return true;
  }
}

function checkFits(manifest: ReleaseManifest, shell: ReleaseManifest): void {
  if (manifest.contract !== shell.contract)
    throw new StartupError(
      `${manifest.feature} ${manifest.release} was made for contract ${manifest.contract}, the live shell has ${shell.contract}: rebuild it.`,
    );
}
