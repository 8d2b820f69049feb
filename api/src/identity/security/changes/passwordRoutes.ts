import { preparedRoute, type Route, route } from '../../../platform/http/route.ts';
import type { Devices } from '../devices/devices.ts';
import type { PasswordChange } from './passwordChange.ts';

export interface PasswordRouteParts {
  readonly passwordChange: PasswordChange;
  readonly devices: Devices;
}

/** New passwords, after the old one or a mailed code, and the link that stops an account. */
export function passwordRoutes({ passwordChange, devices }: PasswordRouteParts): Route[] {
  return [
    route('checkPasswordTicket', {
      limit: { points: 60, seconds: 600 },
      async handle({ ticket }, { device }) {
        const { expiresAt, needsCode } = await passwordChange.ticketState(ticket, device);
        return { body: { expiresAt: expiresAt.toISOString(), needsCode } };
      },
    }),
    route('setPassword', {
      limit: { points: 20, seconds: 600 },
      async handle({ ticket, password, code }, { device }) {
        const until = await passwordChange.reset(ticket, device, password, code);
        return { body: { lockedUntil: until.toISOString() }, sessionToken: null };
      },
    }),
    route('freezeAccount', {
      limit: { points: 20, seconds: 600 },
      async handle({ token }) {
        await devices.freeze(token);
        return { body: {}, sessionToken: null };
      },
    }),
    preparedRoute('changePassword', {
      limit: { points: 20, seconds: 600 },
      async prepare({ oldPassword, password }, { member, token }) {
        const store = await passwordChange.change(member.id, oldPassword, password, token);
        return async () => ({ body: { lockedUntil: (await store()).toISOString() } });
      },
    }),
  ];
}
