import { addressChains, checkAddress } from '@trellis/api-contract/addresses';

/** What a text can be. */
export type Form = 'inquiry' | 'email' | 'transaction' | 'reference' | 'address' | 'username';

export interface Meaning {
  readonly form: Form;
  /** As the tables have it. */
  readonly key: string;
}

/** By its form alone; what looks like an address on one chain may look like one on another, written in another way. */
export function meaningOf(typed: string): Meaning[] {
  const text = typed.trim();
  if (/^#[0-9]{1,18}$/.test(text)) return [{ form: 'inquiry', key: text.slice(1) }];
  if (text.includes('@')) return [{ form: 'email', key: text }];
  if (/^(?:0x)?[0-9a-f]{64}$/i.test(text)) return [{ form: 'transaction', key: text.toLowerCase().replace(/^0x/, '') }];
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    return [{ form: 'reference', key: text.toLowerCase() }];
  const written = new Set<string>();
  for (const chain of addressChains) {
    const verdict = checkAddress(chain, text);
    if (verdict.valid) written.add(verdict.canonical);
  }
  if (written.size > 0) return [...written].map((key) => ({ form: 'address', key }));
  return [{ form: 'username', key: text }];
}
