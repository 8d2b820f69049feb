import { endpoint, type MemberEndpoints } from '../../../platform/http/endpoint.ts';
import { tokenDigest } from '../../credentials/sessionToken.ts';
import type { FactorResets } from './factorResets.ts';

/** How members stop the reset of their second factor: logged in, or by the link in the mail. */
export function supportEndpoints({ factorResets }: { readonly factorResets: FactorResets }): MemberEndpoints {
  return [
    endpoint('member', 'cancelFactorReset', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      async handle(_input, { member }) {
        await factorResets.cancel(member.id);
        return { body: {} };
      },
    }),
    endpoint('member', 'keepFactor', {
      recorded: true,
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      async handle({ token }) {
        await factorResets.cancelByLink(tokenDigest(token));
        return { body: {} };
      },
    }),
  ];
}
