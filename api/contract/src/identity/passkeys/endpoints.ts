import type { MemberEndpoint } from '../../audiences/member/endpoint.ts';

export const passkeyEndpoints = {
  startPasskeyLogIn: { method: 'POST', path: '/session/passkey/options', auth: 'public' },
  logInWithPasskey: { method: 'POST', path: '/session/passkey', auth: 'public', tags: ['Session'] },
  startPasskey: { method: 'POST', path: '/security/passkeys/options', auth: 'activeMember' },
  addPasskey: {
    method: 'POST',
    path: '/security/passkeys',
    auth: 'activeMember',
    action: 'addPasskey',
    tags: ['Security'],
  },
  startPasskeyProof: { method: 'POST', path: '/security/passkeys/proof', auth: 'activeMember' },
  removePasskey: { method: 'POST', path: '/security/passkeys/removal', auth: 'activeMember', tags: ['Security'] },
} as const satisfies Record<string, MemberEndpoint>;
