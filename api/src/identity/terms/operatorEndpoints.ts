import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { Terms } from './terms.ts';

/** The versions of what members agree to; the next one is asked for by one admin and approved by another. */
export function termsOperatorEndpoints(terms: Terms): OperatorEndpoints {
  return [
    endpoint('operator', 'listTermsVersions', {
      handle: async () => ({ body: { versions: await terms.list() } }),
    }),
    endpoint('operator', 'askTerms', {
      transaction: 'own',
      async handle({ document, base, texts, reason }, caller) {
        const approval = await terms.ask({ document, base }, texts, { ...actorOf(caller), reason });
        return { status: 202, body: presentAsked(approval) };
      },
    }),
  ];
}
