import type { ErrorEntry } from '../../../entries.ts';

export const depositOperatorErrors = {
  'deposit.not_aside': { status: 409, title: 'This deposit isn’t being held as below the minimum' },
  'deposit.release_asked': {
    status: 409,
    title: 'Its release has already been requested and is waiting for a second person',
  },
  'deposit.return_asked': {
    status: 409,
    title: 'Its return has already been requested and is waiting for a second person',
  },
  'deposit.worthless': { status: 409, title: 'At the rate of its block this is worth less than the smallest unit' },
  'fault.closed': { status: 409, title: 'This is closed already' },
  'fault.not_looked': { status: 409, title: 'Have the reader look again first, and see what it finds' },
  'fault.closing_asked': {
    status: 409,
    title: 'Its closing has already been requested and is waiting for a second person',
  },
} as const satisfies Record<string, ErrorEntry>;
