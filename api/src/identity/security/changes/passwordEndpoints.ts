import { endpoint, type MemberEndpoints } from '../../../platform/http/endpoint.ts';
import type { Devices } from '../devices/devices.ts';
import type { PasswordChange } from './passwordChange.ts';

export interface PasswordEndpointParts {
  readonly passwordChange: PasswordChange;
  readonly devices: Devices;
}

/** New passwords, after the old one or a mailed code, and the link that stops an account. */
export function passwordEndpoints({ passwordChange, devices }: PasswordEndpointParts): MemberEndpoints {
  return [
    endpoint('member', 'checkPasswordTicket', {
      limit: { points: 60, seconds: 600 },
      transaction: 'none',
      async handle({ ticket }, { device }) {
        const { expiresAt, needsCode } = await passwordChange.ticketState(ticket, device);
        return { body: { expiresAt: expiresAt.toISOString(), needsCode } };
      },
    }),
    endpoint('member', 'setPassword', {
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      async handle({ ticket, password, code }, { device }) {
        const until = await passwordChange.reset(ticket, device, password, code);
        return { body: { lockedUntil: until.toISOString() }, sessionToken: null };
      },
    }),
    endpoint('member', 'freezeAccount', {
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      async handle({ token }) {
        await devices.freeze(token);
        return { body: {}, sessionToken: null };
      },
    }),
    endpoint('member', 'changePassword', {
      limit: { points: 20, seconds: 600 },
      transaction: 'call',
      prepare: ({ oldPassword, password }, { member, token }) =>
        passwordChange.change(member.id, oldPassword, password, token),
      handle: async (_input, _caller, store) => ({ body: { lockedUntil: (await store()).toISOString() } }),
    }),
  ];
}
