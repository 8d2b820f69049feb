import type { Database } from '../../db/database.ts';
import type { Notices } from '../notices/notices.ts';
import { deviceText } from '../security/deviceNames.ts';
import type { Devices } from '../security/devices.ts';
import type { Factors } from '../security/factors.ts';
import type { SecurityMail } from '../security/securityMail.ts';
import type { Verified } from './logIn.ts';
import type { Sessions } from './session.ts';

/** What a browser is given to keep. */
export interface Opened {
  readonly sessionToken: string;
  readonly deviceToken: string;
}

export interface EntryParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly factors: Factors;
  readonly devices: Devices;
  readonly mail: SecurityMail;
  readonly notices: Notices;
}

export interface EntryOrigin {
  readonly userAgent: string;
  readonly address: string;
  readonly device: string | undefined;
  /** Of the session that was open until now. */
  readonly token: string | undefined;
}

/** Opens sessions: one transaction uses the second factor up, notes the browser and ends what has to end. */
export class Entry {
  readonly #parts: EntryParts;

  constructor(parts: EntryParts) {
    this.#parts = parts;
  }

  /** @throws AppError twofactor.incorrect if the code was used meanwhile */
  async open(
    { member, proof }: Pick<Verified, 'proof'> & { member: { id: string } },
    origin: EntryOrigin,
  ): Promise<Opened> {
    const { database, sessions, factors, devices, mail, notices } = this.#parts;
    return database.inTransaction(async () => {
      if (proof) await factors.use(proof);
      // A new token at every log-in: one that was planted before is worth nothing.
      if (origin.token !== undefined) await sessions.revoke(origin.token);
      const deviceToken = await devices.logIn(member.id, { token: origin.device, userAgent: origin.userAgent });
      const { token: sessionToken, ended } = await sessions.open(member.id, origin);
      if (ended !== undefined) {
        const device = deviceText(ended);
        await mail.send(member.id, 'sessionEnded', { device });
        await notices.add({ memberId: member.id, kind: 'security', template: 'sessionEnded', params: { device } });
      }
      return { sessionToken, deviceToken };
    });
  }
}
