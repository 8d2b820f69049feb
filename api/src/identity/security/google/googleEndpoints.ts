import type { Config } from '../../../ground/config.ts';
import { endpoint, type MemberEndpoints } from '../../../platform/http/endpoint.ts';
import type { OldPassword } from '../../members/oldPassword.ts';
import type { GoogleBinding } from './googleBinding.ts';

export interface GoogleEndpointParts {
  readonly config: Config;
  readonly googleBinding: GoogleBinding;
  readonly oldPassword: OldPassword;
}

/** Binding Google Authenticator, and switching it off. */
export function googleEndpoints({ config, googleBinding, oldPassword }: GoogleEndpointParts): MemberEndpoints {
  return [
    endpoint('member', 'startGoogleBinding', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      handle: async ({ password, emailCode }, caller) => ({
        body: {
          ...(await googleBinding.start(caller, password, emailCode)),
          ...(config.production ? {} : { authenticator: '/dev/authenticator' }),
        },
      }),
    }),
    endpoint('member', 'confirmGoogleBinding', {
      recorded: true,
      limit: { points: 30, seconds: 600 },
      transaction: 'none',
      handle: async ({ code }, { member }) => ({ body: { recoveryCodes: await googleBinding.confirm(member, code) } }),
    }),
    endpoint('member', 'finishGoogleBinding', {
      recorded: true,
      limit: { points: 30, seconds: 600 },
      transaction: 'own',
      async handle({ recoveryCode }, caller) {
        const { boundAt, sessionToken } = await googleBinding.finish(caller, recoveryCode);
        return { body: { boundAt }, sessionToken };
      },
    }),
    endpoint('member', 'unbindGoogle', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'call',
      prepare: ({ password }, caller) => oldPassword.check(caller, password, 'password', 'auth.password_incorrect'),
      async handle(_input, caller, { passwordHash }) {
        const { until, sessionToken } = await googleBinding.remove(caller, passwordHash);
        return { body: { lockedUntil: until }, sessionToken };
      },
    }),
  ];
}
