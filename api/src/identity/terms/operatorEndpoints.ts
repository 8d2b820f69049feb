import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { Terms } from './terms.ts';
import type { PublishedTerms } from './termsRepository.ts';

/** The versions of what members agree to, and the next one. */
export function termsOperatorEndpoints(terms: Terms): OperatorEndpoints {
  return [
    endpoint('operator', 'listTermsVersions', {
      limit: { points: 120, seconds: 60 },
      handle: async () => ({ body: { versions: (await terms.list()).map(present) } }),
    }),
    endpoint('operator', 'publishTerms', {
      limit: { points: 30, seconds: 60 },
      transaction: 'own',
      handle: async ({ document, texts, reason }, caller) => ({
        status: 201,
        body: present(await terms.publish(document, texts, { ...actorOf(caller), reason })),
      }),
    }),
  ];
}

const present = ({ publishedAt, ...version }: PublishedTerms) => ({
  ...version,
  publishedAt: publishedAt.toISOString(),
});
