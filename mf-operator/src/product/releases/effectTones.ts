import type { CallEffect } from '@trellis/api-contract/operator';
import type { Tone } from '@trellis/kit';

/** How much is to be looked at in what a call can do. */
export const effectTones = { money: 'negative', access: 'negative', code: 'warning' } as const satisfies Record<
  CallEffect,
  Tone
>;
