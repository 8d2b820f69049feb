import { endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { Terms } from './terms.ts';

export function termsEndpoints({ terms }: { readonly terms: Terms }): MemberEndpoints {
  return [
    endpoint('member', 'getDocument', {
      limit: { points: 300, seconds: 60, perProcess: true },
      handle: async ({ document, language }) => ({ body: await terms.document(document, language) }),
    }),
    endpoint('member', 'getTermsDue', {
      limit: reads,
      handle: async (_input, { member }) => ({ body: { due: await terms.due(member.id) } }),
    }),
    endpoint('member', 'acceptTerms', {
      limit: { points: 30, seconds: 60 },
      transaction: 'own',
      async handle({ accepted }, { member }) {
        await terms.accept(member.id, accepted);
        return { body: { due: await terms.due(member.id) } };
      },
    }),
  ];
}
