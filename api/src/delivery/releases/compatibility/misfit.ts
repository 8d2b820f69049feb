import type { ReleaseManifest } from '@trellis/api-contract';

/** Every reason for which a release cannot be made live. */
export type MisfitReason =
  | 'signature.missing'
  | 'signature.unknown_key'
  | 'signature.other_feature'
  | 'signature.wrong'
  | 'file.missing'
  | 'file.length'
  | 'file.digest'
  /** A chunk or the entry names a file that the manifest gives no digest for. */
  | 'integrity.missing'
  | 'integrity.malformed'
  | 'entry.malformed'
  | 'chunk.missing'
  | 'global.wrong'
  | 'contract.differs'
  | 'shared.range'
  | 'shared.malformed'
  | 'shared.not_offered'
  | 'offers.missing'
  | 'route.malformed'
  | 'route.foreign'
  | 'route.twice'
  | 'route.taken'
  | 'route.without_chunk'
  | 'route.lacking'
  | 'route.flow'
  | 'language.lacking'
  | 'language.without_chunk'
  | 'fallback.lacking'
  | 'fallback.empty'
  | 'fallback.too_long';

export interface Misfit {
  readonly reason: MisfitReason;
  /** Names what to change, for whoever made the release. */
  readonly sentence: string;
}

export const misfit = (reason: MisfitReason, sentence: string): Misfit => ({ reason, sentence });

export const nameOf = ({ feature, release }: Pick<ReleaseManifest, 'feature' | 'release'>): string =>
  `${feature} ${release}`;
