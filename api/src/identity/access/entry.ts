import type { LockMinutes } from '@trellis/api-contract';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Sessions } from '../members/sessions.ts';
import type { Verified } from '../members/verified.ts';
import { enterPushes } from '../push/pushSubscriptions.ts';
import { deviceOf } from '../security/devices/deviceNames.ts';
import type { Devices } from '../security/devices/devices.ts';

/** What a browser is given to keep, and how it is locked. */
export interface Opened {
  readonly sessionToken: string;
  readonly deviceToken: string;
  /** Of the browser's app lock; `undefined`: it has none. */
  readonly lockMinutes: LockMinutes | undefined;
}

export interface EntryParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly notifier: Notifier;
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

  /** @throws AppError if what proved them was used, or taken back, meanwhile */
  async open(
    { member, use }: Pick<Verified, 'use'> & { readonly member: { readonly id: string } },
    origin: EntryOrigin,
  ): Promise<Opened> {
    const { database, sessions, devices, notifier } = this.#parts;
    return database.inTransaction(async () => {
      await use();
      // A new token at every log-in: one that was planted before counts for nothing.
      if (origin.token !== undefined) await sessions.revoke(origin.token);
      const deviceToken = await devices.logIn(member.id, { token: origin.device, userAgent: origin.userAgent });
      const { token: sessionToken, lockMinutes, ended } = await sessions.open(member.id, origin);
      await enterPushes(database, { memberId: member.id, session: sessionToken, device: deviceToken }, origin.token);
      if (ended !== undefined) {
        const device = deviceOf(ended);
        await notifier.member(member.id, 'sessionEnded', { device });
      }
      return { sessionToken, deviceToken, lockMinutes };
    });
  }
}
