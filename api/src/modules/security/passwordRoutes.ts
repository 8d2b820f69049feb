import { preparedRoute, type Route, route } from '../../http/route.ts';
import type { SecurityParts } from './routes.ts';

/** New passwords, after the old one or a mailed code, and the link that stops an account. */
export function passwordRoutes({ passwordChange, devices }: SecurityParts): Route[] {
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
