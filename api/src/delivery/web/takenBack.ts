import { createHmac } from 'node:crypto';
import { type AudienceName, featuresOf } from '@trellis/api-contract';
import type { States } from '../releases/live/events.ts';

/** What is proven begins so: no other code of the server's can stand for it. */
const purpose = 'trellis taken back 1\n';

/**
 * A word that changes whenever something of an audience's is taken back, switched off, or shut out for a hole. No release can say
 * what comes next: what a tab keeps under the present word was typed since.
 */
export function takenBackMark(audience: AudienceName, states: States, [secret]: readonly Buffer[]): string {
  if (!secret) throw new Error('no secret key');
  const names = ['shell', ...featuresOf(audience).map(({ name }) => name)] as const;
  const steps = names.map((name) => {
    const state = states.get(name);
    return [name, state?.takenBack ?? '', state?.floor ?? '', state?.securityFixes.size ?? 0];
  });
  return createHmac('sha256', secret)
    .update(purpose + JSON.stringify([audience, steps]))
    .digest('base64url')
    .slice(0, 22);
}
