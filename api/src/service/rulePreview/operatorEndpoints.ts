import { endpoint, type OperatorEndpoints, type RateLimit } from '../../platform/http/endpoint.ts';
import type { RulePreview } from './rulePreview.ts';

/** Each goes through what members did in a day. */
const computing: RateLimit = { points: 30, seconds: 60 };

/** What a rule would have made of the last day, for whoever sets any. */
export function rulePreviewEndpoints(preview: RulePreview): OperatorEndpoints {
  return [
    endpoint('operator', 'previewRule', {
      limit: computing,
      transaction: 'none',
      handle: async ({ from, ...rule }) => ({
        body: await preview.of({ ...rule, from: from === undefined ? undefined : new Date(from) }),
      }),
    }),
  ];
}
