import type { Tell } from '../../../governance/tell/tell.ts';
import type { Database } from '../../../platform/db/database.ts';
import { newToken, tokenDigest } from '../../credentials/sessionToken.ts';
import { FactorResetRepository } from './factorResetRepository.ts';

/** What the owner is told of a reset of their second factor, on every channel; inside the caller's transaction. */
export class FactorResetNotifier {
  readonly #repository: FactorResetRepository;
  readonly #tell: Tell;

  constructor(database: Database, tell: Tell) {
    this.#repository = new FactorResetRepository(database);
    this.#tell = tell;
  }

  /** It is coming, with both ways to stop it. @param until before then it does not happen */
  async pending(memberId: string, resetId: string, until: Date): Promise<void> {
    const token = newToken();
    await this.#repository.addLink(resetId, tokenDigest(token));
    await this.#tell.member(memberId, 'factorResetPending', { until }, { mailLink: `/keepFactor#${token}` });
  }

  /** Nothing comes of it: the owner said no, or somebody in their name. */
  async stopped(memberId: string): Promise<void> {
    await this.#tell.member(memberId, 'factorResetCancelled', {});
  }

  /** It is done, and no passkey is good any more. @param until when the ways out open again */
  async done(memberId: string, until: Date): Promise<void> {
    await this.#tell.member(memberId, 'factorReset', { until });
  }
}
