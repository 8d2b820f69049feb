import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { Terms } from './terms.ts';
import type { PublishedTerms } from './termsRepository.ts';

/** The versions of what members agree to; the next one is asked for by one admin and approved by another. */
export function termsOperatorEndpoints(terms: Terms): OperatorEndpoints {
  return [
    endpoint('operator', 'listTermsVersions', {
      limit: { points: 120, seconds: 60 },
      handle: async () => ({ body: { versions: (await terms.list()).map(present) } }),
    }),
    endpoint('operator', 'askTerms', {
      limit: { points: 30, seconds: 60 },
      transaction: 'own',
      async handle({ document, base, texts, reason }, caller) {
        const asked = await terms.ask({ document, base }, texts, { ...actorOf(caller), reason });
        return { status: 202, body: presentAsked(asked) };
      },
    }),
  ];
}

const present = ({ publishedAt, ...version }: PublishedTerms) => ({
  ...version,
  publishedAt: publishedAt.toISOString(),
});
