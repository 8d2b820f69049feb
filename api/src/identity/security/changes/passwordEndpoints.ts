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
        return { body: await passwordChange.ticketState(ticket, device) };
      },
    }),
    endpoint('member', 'setPassword', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      async handle({ ticket, password, code }, { device }) {
        const { memberId, until } = await passwordChange.reset(ticket, device, password, code);
        return { body: { lockedUntil: until }, about: memberId, sessionToken: null };
      },
    }),
    endpoint('member', 'freezeAccount', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      async handle({ token }) {
        return { body: {}, about: await devices.freeze(token), sessionToken: null };
      },
    }),
    endpoint('member', 'changePassword', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'call',
      prepare: ({ oldPassword, password }, caller) => passwordChange.change(caller, oldPassword, password),
      async handle(_input, _caller, store) {
        const { until, sessionToken } = await store();
        return { body: { lockedUntil: until }, sessionToken };
      },
    }),
  ];
}
