import type { InquiryStatus } from '@trellis/api-contract';
import type { Tone } from '@trellis/kit';

export const statusTone = {
  received: 'warning',
  answered: 'positive',
  closed: 'neutral',
} as const satisfies Record<InquiryStatus, Tone>;
