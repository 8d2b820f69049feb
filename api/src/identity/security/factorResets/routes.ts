import { type Route, route } from '../../../platform/http/route.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';
import type { FactorResets } from './factorResets.ts';

/** How members stop the reset of their second factor: logged in, or by the link in the mail. */
export function supportRoutes({ factorResets }: { readonly factorResets: FactorResets }): Route[] {
  return [
    route('cancelFactorReset', {
      limit: { points: 20, seconds: 600 },
      async handle(_input, { member }) {
        await factorResets.cancel(member.id);
        return { body: {} };
      },
    }),
    route('keepFactor', {
      limit: { points: 20, seconds: 600 },
      async handle({ token }) {
        await factorResets.cancelByLink(tokenDigest(token));
        return { body: {} };
      },
    }),
  ];
}
