import { createHash } from 'node:crypto';
import { cookieName } from '@trellis/api-contract';
import type { Context, Middleware } from 'koa';
import type { Clock } from '../../ground/clock.ts';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { type Audience, identify } from '../../platform/http/audience.ts';
import type { Call } from '../../platform/http/caller.ts';
import { type OwnCookies, ownCookies } from '../../platform/http/cookies.ts';
import { comesFromElsewhere } from '../../platform/http/origin.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import {
  type Override,
  type OverrideScope,
  openOverride,
  readOverride,
  sealOverride,
} from '../releases/files/override.ts';
import type { KeyRing } from '../releases/files/signing.ts';
import type { States } from '../releases/live/events.ts';
import { newVisitor, visitorCookie, visitorOf } from './visitor.ts';

const path = '/override';
const name = 'release-override';

interface OverrideParts {
  readonly config: Pick<Config, 'secrets' | 'trustedProxies'> & { readonly releaseOverrides: boolean };
  readonly ring: KeyRing;
  readonly clock: Clock;
  /** What was done with releases, at most so many milliseconds ago. */
  readonly states: (maxAgeMs?: number) => Promise<States>;
}

/**
 * Which browsers see a feature from a developer's machine: those that have opened a signed link. What they keep is this
 * server's own word, and not the link: no script can bring one about, and it ends with the next step back of its feature.
 */
export class Overrides {
  readonly #parts: OverrideParts;

  constructor(parts: OverrideParts) {
    this.#parts = parts;
  }

  /** The override of the browser that asks for a page, if it has one; a cookie that is no good any more is taken away. */
  async of<C extends Call>(context: Context, audience: Audience<C>, caller: C): Promise<Override | undefined> {
    const cookies = ownCookies(context.headers.cookie, audience.cookie.secure);
    const [kept] = cookies(name);
    if (kept === undefined) return undefined;
    const override = await this.#open(kept, audience, caller, cookies);
    if (!override) context.append('Set-Cookie', cookieOf('', 0, audience.cookie.secure));
    return override;
  }

  /**
   * `/override?token=…` begins one, `/override` ends it. Neither takes a link from elsewhere, and to begin takes a link that
   * no page led to: a script of a release could open it as well.
   */
  middleware<C extends Call>(audience: Audience<C>): Middleware<RequestState> {
    const { config, clock, ring } = this.#parts;
    const { secure } = audience.cookie;
    return async (context, next) => {
      if (context.path !== path || context.method !== 'GET') return next();
      if (comesFromElsewhere(context.req)) throw new AppError('auth.forbidden');
      const { token } = context.query;
      if (token === undefined) {
        context.append('Set-Cookie', cookieOf('', 0, secure));
        return context.redirect('/');
      }
      if ((context.headers['sec-fetch-site'] ?? 'none') !== 'none') throw new AppError('auth.forbidden');
      const override = typeof token === 'string' ? readOverride(token, ring, clock.now()) : undefined;
      if (!override || !this.#isPossible(audience)) throw new AppError('request.not_found');
      const caller = await identify(context, audience, config);
      const cookies = ownCookies(context.headers.cookie, secure);
      let [browser] = browsersOf(audience, caller, cookies);
      if (browser === undefined) {
        const visitor = newVisitor();
        context.append('Set-Cookie', visitorCookie(visitor, secure));
        browser = visitorName(visitor);
      }
      const state = (await this.#parts.states(0)).get(override.feature);
      const sealed = sealOverride(override, { browser, takenBack: state?.takenBack ?? '' }, config.secrets);
      const leftMs = override.expiresAt.getTime() - clock.now().getTime();
      context.append('Set-Cookie', cookieOf(sealed, Math.ceil(leftMs / 1_000), secure));
      context.redirect('/');
    };
  }

  async #open<C extends Call>(
    kept: string,
    audience: Audience<C>,
    caller: C,
    cookies: OwnCookies,
  ): Promise<Override | undefined> {
    if (!this.#isPossible(audience)) return undefined;
    const { config, ring, clock } = this.#parts;
    const states = await this.#parts.states();
    const browsers = browsersOf(audience, caller, cookies);
    const scopesOf = (feature: Override['feature']): OverrideScope[] => {
      const state = states.get(feature);
      return state?.off ? [] : browsers.map((browser) => ({ browser, takenBack: state?.takenBack ?? '' }));
    };
    return openOverride(kept, scopesOf, config.secrets, ring, clock.now());
  }

  #isPossible<C extends Call>({ kind }: Audience<C>): boolean {
    return kind === 'member' && this.#parts.config.releaseOverrides;
  }
}

const visitorName = (visitor: string): string => `visitor ${visitor}`;

/** What a browser is known by: its session, and the name that it has without one. */
function browsersOf<C extends Call>({ idOf }: Audience<C>, caller: C, cookies: OwnCookies): string[] {
  const { token } = caller;
  const visitor = visitorOf(cookies);
  return [
    ...(token !== undefined && idOf(caller) !== undefined
      ? [`session ${createHash('sha256').update(token).digest('base64url')}`]
      : []),
    ...(visitor === undefined ? [] : [visitorName(visitor)]),
  ];
}

const cookieOf = (value: string, maximumAgeSeconds: number, secure: boolean): string =>
  `${cookieName(name, secure)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maximumAgeSeconds}${secure ? '; Secure' : ''}`;
