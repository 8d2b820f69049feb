import { preparedRoute, type Route, route } from '../../http/route.ts';
import { presentMember } from '../access/session.ts';
import type { SecurityParts } from './routes.ts';

/** Passkeys: log-in, adding, removing. */
export function passkeyRoutes({ passkeys, passkeyProofs, oldPassword, entry }: SecurityParts): Route[] {
  return [
    route('startPasskeyLogIn', {
      limit: { points: 60, seconds: 60 },
      handle: async () => ({ body: { options: await passkeys.startLogIn() } }),
    }),
    route('logInWithPasskey', {
      limit: { points: 60, seconds: 60 },
      async handle({ assertion }, call) {
        const member = await passkeys.logIn(assertion);
        return { body: { member: presentMember(member) }, ...(await entry.open({ member, proof: undefined }, call)) };
      },
    }),
    route('startPasskey', {
      limit: { points: 30, seconds: 600 },
      handle: async (_input, { member }) => ({ body: { options: await passkeys.startAdding(member) } }),
    }),
    preparedRoute('addPasskey', {
      limit: { points: 20, seconds: 600 },
      async prepare({ name, password, attestation }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        const store = await passkeys.add(member, name, attestation);
        return async () => ({ body: { passkey: await store() }, status: 201 });
      },
    }),
    route('startPasskeyProof', {
      limit: { points: 60, seconds: 600 },
      handle: async ({ action }, { member }) => ({ body: { options: await passkeyProofs.start(member.id, action) } }),
    }),
    route('removePasskey', {
      limit: { points: 30, seconds: 600 },
      async handle({ id, password }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        await passkeys.remove(member.id, id);
        return { body: {} };
      },
    }),
  ];
}
