/** What became of an address. `canonical` is the one way to write it; `unchecked`: it carries no checksum. */
export type AddressVerdict =
  | { readonly valid: true; readonly kind: string; readonly canonical: string; readonly unchecked?: true }
  | { readonly valid: false; readonly reason: AddressFault };

export type AddressFault =
  | 'format'
  | 'whitespace'
  | 'checksum'
  | 'zero_address'
  | 'hex_form_not_accepted'
  | 'length'
  | 'testnet'
  | 'prefix'
  | 'mixed_case'
  | 'hrp'
  | 'empty'
  | 'witness_version'
  | 'padding'
  | 'program_length'
  | 'wrong_bech32_variant'
  | 'unknown_witness_program'
  | 'tag'
  | 'workchain';

export const invalid = (reason: AddressFault): AddressVerdict => ({ valid: false, reason });
export const valid = (kind: string, canonical: string): AddressVerdict => ({ valid: true, kind, canonical });
/** An address without a checksum: a slip of a digit goes unnoticed, so its owner is asked to compare. */
export const unchecked = (kind: string, canonical: string): AddressVerdict => ({
  valid: true,
  kind,
  canonical,
  unchecked: true,
});
