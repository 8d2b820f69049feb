/**
 * How a file failed: it is not there (`missing`: 404, 410, or a script that did not do what it is for), it took too
 * long (`timeout`), or it came broken or changed (`other`: a reset, offline, a wrong digest).
 */
export type ChunkFailureType = 'missing' | 'timeout' | 'other';

/** What every failed script or stylesheet is reported as, whichever build it belongs to. */
export interface ChunkFailure {
  readonly feature: string;
  readonly release: string;
  readonly chunkId: string;
  readonly type: ChunkFailureType;
  /** Address of the file. */
  readonly request: string;
  /** `CSS_CHUNK_LOAD_FAILED` for a stylesheet. */
  readonly code: 'feature.load_failed' | 'CSS_CHUNK_LOAD_FAILED';
}

const types: readonly string[] = ['missing', 'timeout', 'other'] satisfies ChunkFailureType[];

/** Reads the failure off an error that a build's chunk loader threw; `undefined` for any other error. */
export function chunkFailureOf(error: unknown): ChunkFailure | undefined {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return undefined;
  const { feature, release, chunkId, type, request, code } = error as Partial<Record<keyof ChunkFailure, unknown>>;
  return {
    feature: String(feature),
    release: String(release),
    chunkId: String(chunkId),
    type: types.includes(String(type)) ? (type as ChunkFailureType) : 'other',
    request: String(request),
    code: code === 'CSS_CHUNK_LOAD_FAILED' ? code : 'feature.load_failed',
  };
}
