import { endpoint, type MemberEndpoints } from '../../../platform/http/endpoint.ts';
import type { OldPassword } from '../../members/oldPassword.ts';
import type { PasskeyProofs } from './passkeyProofs.ts';
import type { Passkeys } from './passkeys.ts';

export interface PasskeyEndpointParts {
  readonly passkeys: Passkeys;
  readonly passkeyProofs: PasskeyProofs;
  readonly oldPassword: OldPassword;
}

/** Passkeys: adding, removing, proving an action. */
export function passkeyEndpoints({ passkeys, passkeyProofs, oldPassword }: PasskeyEndpointParts): MemberEndpoints {
  return [
    endpoint('member', 'startPasskey', {
      limit: { points: 30, seconds: 600 },
      transaction: 'none',
      handle: async (_input, { member }) => ({ body: { options: await passkeys.startAdding(member) } }),
    }),
    endpoint('member', 'addPasskey', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'call',
      async prepare({ name, password, attestation }, caller) {
        const checked = await oldPassword.check(caller, password, 'password', 'auth.password_incorrect');
        return passkeys.add(caller, name, attestation, checked.passwordHash);
      },
      async handle(_input, _caller, store) {
        const { passkey, sessionToken } = await store();
        return { body: { passkey }, status: 201, sessionToken };
      },
    }),
    endpoint('member', 'startPasskeyProof', {
      limit: { points: 60, seconds: 600 },
      transaction: 'none',
      handle: async ({ action }, { member }) => ({ body: { options: await passkeyProofs.start(member.id, action) } }),
    }),
    endpoint('member', 'removePasskey', {
      recorded: true,
      limit: { points: 30, seconds: 600 },
      transaction: 'own',
      async handle({ id, password }, caller) {
        await oldPassword.check(caller, password, 'password', 'auth.password_incorrect');
        return { body: {}, sessionToken: await passkeys.remove(caller, id) };
      },
    }),
  ];
}
