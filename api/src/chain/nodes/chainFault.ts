/**
 * Why a node gave no answer that can be used, and what to do about it:
 * `range` ask for less at once; `rate` ask later; `transient` ask again; `fatal` asking again changes nothing.
 */
export type ChainFaultKind = 'range' | 'rate' | 'transient' | 'fatal';

/** A failed call of a chain's node. Its text names the method and never the address, which may hold a key. */
export class ChainFault extends Error {
  override readonly name = 'ChainFault';
  readonly kind: ChainFaultKind;

  constructor(kind: ChainFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const rateWords =
  /rate limit|too many requests|per second|\bqps\b|\b429\b|throttl|capacity|exceeded its (?:rate|compute)/i;
const rangeWords =
  /block range|range limit|max results|more than [0-9]+ results|too many (?:results|logs|blocks)|response size|response exceeds|query (?:timeout|exceeds)|exceeds? (?:max|the limit)|limit exceeded|too large|timed? ?out/i;

/** The kind of an HTTP status that is not 200. */
export function kindOfStatus(status: number): ChainFaultKind {
  if (status === 429) return 'rate';
  if (status === 413) return 'range';
  // Some providers answer these to who asks too often, for half a minute.
  if (status === 403 || status === 503) return 'rate';
  return status >= 500 || status === 408 ? 'transient' : 'fatal';
}

/**
 * The kind of a JSON-RPC error. By its words first: one code is "too many results" with one provider and "too many
 * calls" with another.
 */
export function kindOfError(code: number, message: string): ChainFaultKind {
  if (rateWords.test(message)) return 'rate';
  if (rangeWords.test(message)) return 'range';
  if (code === -32005) return 'range';
  return [-32700, -32600, -32601, -32602].includes(code) ? 'fatal' : 'transient';
}
