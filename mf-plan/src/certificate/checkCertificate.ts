/** `unable`: this page has no way to compute a hash, for it was opened without encryption. */
export type Check = 'genuine' | 'altered' | 'unable';

/** Computes the hash of a certificate in the reader's own browser. */
export async function checkCertificate(json: string, hash: string): Promise<Check> {
  // Only a secure page has it, whatever the types say.
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return 'unable';
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(json)));
  const computed = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return computed === hash ? 'genuine' : 'altered';
}
