import type { Notices } from '../../../governance/tell/notices.ts';
import type { SecurityMail } from '../../../governance/tell/securityMail.ts';
import type { Database } from '../../../platform/db/database.ts';
import { newToken, tokenDigest } from '../../credentials/sessionToken.ts';

/** What the owner is told of a reset of their second factor, on every channel; inside the caller's transaction. */
export class FactorResetNews {
  readonly #database: Database;
  readonly #mail: SecurityMail;
  readonly #notices: Notices;

  constructor(database: Database, mail: SecurityMail, notices: Notices) {
    this.#database = database;
    this.#mail = mail;
    this.#notices = notices;
  }

  /** It is coming, with both ways to stop it. @param until before then it does not happen */
  async pending(memberId: string, resetId: string, until: Date): Promise<void> {
    const token = newToken();
    await this.#database.change(
      'INSERT INTO factor_reset_link (token_hash, reset) VALUES ($1, $2)',
      [...[tokenDigest(token), resetId]],
      { rows: 1 },
    );
    await this.#mail.send(memberId, 'factorResetPending', { until, link: `/keepFactor#${token}` });
    await this.#notices.add({
      ...{ memberId, kind: 'security', template: 'secondFactorResetPending' },
      ...{ params: { until: until.toISOString() }, link: '/account/googleAuth' },
    });
  }

  /** Nothing comes of it: the owner said no, or somebody in their name. */
  async stopped(memberId: string): Promise<void> {
    await this.#mail.send(memberId, 'factorResetCancelled', { link: '/consulation' });
    await this.#notices.add({ memberId, kind: 'security', template: 'secondFactorResetCancelled', params: {} });
  }

  /** It is done. @param until when the ways out open again */
  async done(memberId: string, until: Date): Promise<void> {
    await this.#mail.send(memberId, 'factorReset', { until });
    await this.#notices.add({
      ...{ memberId, kind: 'security', template: 'secondFactorReset', params: { until: until.toISOString() } },
    });
  }
}
