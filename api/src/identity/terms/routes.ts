import { type Route, route } from '../../platform/http/route.ts';
import type { Terms } from './terms.ts';

export function termsRoutes({ terms }: { readonly terms: Terms }): Route[] {
  return [
    route('getDocument', {
      limit: { points: 300, seconds: 60, perProcess: true },
      handle: async ({ document, language }) => ({ body: await terms.document(document, language) }),
    }),
    route('getTermsDue', {
      handle: async (_input, { member }) => ({ body: { due: await terms.due(member.id) } }),
    }),
    route('acceptTerms', {
      limit: { points: 30, seconds: 60 },
      async handle({ accepted }, { member }) {
        await terms.accept(member.id, accepted);
        return { body: { due: await terms.due(member.id) } };
      },
    }),
  ];
}
