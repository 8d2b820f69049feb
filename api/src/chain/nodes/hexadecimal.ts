/** Bytes as a node writes them: lower-case hexadecimal with 0x. */
export const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** The other way round. */
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex');
