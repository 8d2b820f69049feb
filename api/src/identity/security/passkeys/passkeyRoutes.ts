import { preparedRoute, type Route, route } from '../../../platform/http/route.ts';
import type { OldPassword } from '../../credentials/oldPassword.ts';
import type { PasskeyProofs } from './passkeyProofs.ts';
import type { Passkeys } from './passkeys.ts';

export interface PasskeyRouteParts {
  readonly passkeys: Passkeys;
  readonly passkeyProofs: PasskeyProofs;
  readonly oldPassword: OldPassword;
}

/** Passkeys: adding, removing, proving an action. */
export function passkeyRoutes({ passkeys, passkeyProofs, oldPassword }: PasskeyRouteParts): Route[] {
  return [
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
