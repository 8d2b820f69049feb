import type { ErrorEntry } from '../../entries.ts';

export const transferErrors = {
  'transfer.not_in_line': { status: 422, title: 'You can only transfer to your upline or downline', stored: true },
  'transfer.to_self': { status: 422, title: 'You can’t transfer to yourself', stored: true },
  'transfer.fee_changed': { status: 409, title: 'The fee has changed. Please check again' },
  'transfer.recipient_cannot_receive': {
    status: 422,
    title: 'This member can’t receive transfers right now. Nothing was sent',
    stored: true,
  },
} as const satisfies Record<string, ErrorEntry>;
