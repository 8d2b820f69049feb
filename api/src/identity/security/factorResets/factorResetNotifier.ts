import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Database } from '../../../platform/db/database.ts';
import { newToken, tokenDigest } from '../../credentials/sessionToken.ts';
import { FactorResetRepository } from './factorResetRepository.ts';

/** What the owner is notified of a reset of their second factor, on every channel; inside the caller's transaction. */
export class FactorResetNotifier {
  readonly #repository: FactorResetRepository;
  readonly #notifier: Notifier;

  constructor(database: Database, notifier: Notifier) {
    this.#repository = new FactorResetRepository(database);
    this.#notifier = notifier;
  }

  /** It is coming, with both ways to stop it. @param until before then it does not happen */
  async pending(memberId: string, resetId: string, until: Date): Promise<void> {
    const token = newToken();
    await this.#repository.addLink(resetId, tokenDigest(token));
    await this.#notifier.member(memberId, 'factorResetPending', { until }, { mailLink: `/keepFactor#${token}` });
  }

  /** Nothing comes of it: the owner said no, or somebody in their name. */
  async stopped(memberId: string): Promise<void> {
    await this.#notifier.member(memberId, 'factorResetCancelled', {});
  }

  /** It is done, and no passkey is good any more. @param until when the ways out open again */
  async done(memberId: string, until: Date): Promise<void> {
    await this.#notifier.member(memberId, 'factorReset', { until });
  }
}
