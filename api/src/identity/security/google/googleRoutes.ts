import type { Config } from '../../../ground/config.ts';
import { preparedRoute, type Route, route } from '../../../platform/http/route.ts';
import type { OldPassword } from '../../credentials/oldPassword.ts';
import type { GoogleBinding } from './googleBinding.ts';

export interface GoogleRouteParts {
  readonly config: Config;
  readonly googleBinding: GoogleBinding;
  readonly oldPassword: OldPassword;
}

/** Binding Google Authenticator, and switching it off. */
export function googleRoutes({ config, googleBinding, oldPassword }: GoogleRouteParts): Route[] {
  return [
    route('startGoogleBinding', {
      limit: { points: 20, seconds: 600 },
      handle: async ({ password, emailCode }, { member }) => ({
        body: {
          ...(await googleBinding.start(member, password, emailCode)),
          ...(config.production ? {} : { authenticator: '/dev/authenticator' }),
        },
      }),
    }),
    route('confirmGoogleBinding', {
      limit: { points: 30, seconds: 600 },
      handle: async ({ code }, { member }) => ({ body: { recoveryCodes: await googleBinding.confirm(member, code) } }),
    }),
    route('finishGoogleBinding', {
      limit: { points: 30, seconds: 600 },
      async handle({ recoveryCode }, { member }) {
        const boundAt = await googleBinding.finish(member, recoveryCode);
        return { body: { boundAt: boundAt.toISOString() } };
      },
    }),
    preparedRoute('unbindGoogle', {
      limit: { points: 20, seconds: 600 },
      async prepare({ password }, { member }) {
        await oldPassword.check(member.id, password, 'password', 'auth.password_incorrect');
        return async () => ({ body: { lockedUntil: (await googleBinding.remove(member)).toISOString() } });
      },
    }),
  ];
}
