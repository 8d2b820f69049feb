import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { RulePreview } from './rulePreview.ts';

/** Each goes through what members did in a day. */
/** What a rule would have made of the last day, for whoever sets any. */
export function rulePreviewEndpoints(preview: RulePreview): OperatorEndpoints {
  return [
    endpoint('operator', 'previewRule', {
      transaction: 'none',
      handle: async ({ from, ...rule }) => ({
        body: await preview.read({ ...rule, from: from === undefined ? undefined : new Date(from) }),
      }),
    }),
  ];
}
