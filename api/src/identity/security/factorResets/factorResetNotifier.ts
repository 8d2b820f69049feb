import type { Tell } from '../../../governance/tell/tell.ts';
import type { Database } from '../../../platform/db/database.ts';
import { newToken, tokenDigest } from '../../credentials/sessionToken.ts';

/** What the owner is told of a reset of their second factor, on every channel; inside the caller's transaction. */
export class FactorResetNotifier {
  readonly #database: Database;
  readonly #tell: Tell;

  constructor(database: Database, tell: Tell) {
    this.#database = database;
    this.#tell = tell;
  }

  /** It is coming, with both ways to stop it. @param until before then it does not happen */
  async pending(memberId: string, resetId: string, until: Date): Promise<void> {
    const token = newToken();
    await this.#database.change(
      'INSERT INTO factor_reset_link (token_hash, reset) VALUES ($1, $2)',
      [tokenDigest(token), resetId],
      { rows: 1 },
    );
    await this.#tell.member(memberId, 'factorResetPending', { until }, { mailLink: `/keepFactor#${token}` });
  }

  /** Nothing comes of it: the owner said no, or somebody in their name. */
  async stopped(memberId: string): Promise<void> {
    await this.#tell.member(memberId, 'factorResetCancelled', {});
  }

  /** It is done. @param until when the ways out open again */
  async done(memberId: string, until: Date): Promise<void> {
    await this.#tell.member(memberId, 'factorReset', { until });
  }
}
