import { type AudienceName, audienceOf, cookieName } from '@trellis/api-contract';
import type { Middleware } from 'koa';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { OwnCookies, SessionCookie } from '../../platform/http/cookies.ts';
import { comesFromElsewhere } from '../../platform/http/origin.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import { type Override, readOverride } from '../releases/files/override.ts';
import type { KeyRing } from '../releases/files/signing.ts';

const path = '/override';
const name = 'release-override';

interface OverrideParts {
  readonly ring: KeyRing;
  readonly clock: Clock;
}

/** Which browsers see a feature from a developer's machine: those with a signed cookie that has not expired. */
export class Overrides {
  readonly #parts: OverrideParts;

  constructor(parts: OverrideParts) {
    this.#parts = parts;
  }

  /** The override of this browser, if it has one for a feature of this audience. */
  read(audience: AudienceName, cookies: OwnCookies): Override | undefined {
    const [token] = cookies(name);
    const override = token === undefined ? undefined : this.#read(token);
    return override && audienceOf(override.feature) === audience ? override : undefined;
  }

  /** `/override?token=…` begins one, `/override` ends it. Neither takes a link from elsewhere. */
  middleware({ cookie }: { readonly cookie: SessionCookie }): Middleware<RequestState> {
    return async (context, next) => {
      if (context.path !== path || context.method !== 'GET') return next();
      if (comesFromElsewhere(context.req)) throw new AppError('auth.forbidden');
      const { token } = context.query;
      const { clock } = this.#parts;
      const override = typeof token === 'string' ? this.#read(token) : undefined;
      if (token !== undefined && !override) throw new AppError('request.not_found');
      const secure = cookie.secure ? '; Secure' : '';
      const age = override ? Math.ceil((override.expiresAt.getTime() - clock.now().getTime()) / 1_000) : 0;
      context.set(
        'Set-Cookie',
        `${cookieName(name, cookie.secure)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`,
      );
      context.redirect('/');
    };
  }

  #read(token: string): Override | undefined {
    return readOverride(token, this.#parts.ring, this.#parts.clock.now());
  }
}
