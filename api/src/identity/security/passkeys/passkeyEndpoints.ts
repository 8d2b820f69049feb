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
      limit: { points: 20, seconds: 600 },
      transaction: 'call',
      async prepare({ name, password, attestation }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        return passkeys.add(member, name, attestation);
      },
      handle: async (_input, _caller, store) => ({ body: { passkey: await store() }, status: 201 }),
    }),
    endpoint('member', 'startPasskeyProof', {
      limit: { points: 60, seconds: 600 },
      transaction: 'none',
      handle: async ({ action }, { member }) => ({ body: { options: await passkeyProofs.start(member.id, action) } }),
    }),
    endpoint('member', 'removePasskey', {
      limit: { points: 30, seconds: 600 },
      transaction: 'own',
      async handle({ id, password }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        await passkeys.remove(member.id, id);
        return { body: {} };
      },
    }),
  ];
}
