import type { ErrorCode } from '@trellis/api-contract';

/** Whatever can be found is written in letters, digits and signs of ASCII, without spaces. */
export const wrongIn = (what: string): ErrorCode | false =>
  what === '' ? 'field.required' : !/^[!-~]+$/.test(what) && 'field.format';
