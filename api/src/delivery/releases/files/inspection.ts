import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseManifest } from '@trellis/api-contract';
import { type ParsedManifest, parseManifest } from './manifest.ts';
import { checkSignature, type KeyRing, type SignatureState, signatureFile } from './signing.ts';

/** A file that is not what its manifest says. */
export interface FileFault {
  readonly file: string;
  readonly fault: 'missing' | 'length' | 'digest';
}

/** What only the bytes of a release can show. */
export interface ReleaseFacts {
  readonly signature: SignatureState;
  readonly files: readonly FileFault[];
}

export type Inspection = ParsedManifest & { readonly facts: ReleaseFacts };

/**
 * Reads a release's every byte once: the signature over `release.json`, and each file's length and SHA-384.
 * A folder without `release.json` counts as one that is not JSON.
 */
export function inspectFolder(folder: string, ring: KeyRing): Inspection {
  const content = readIfThere(join(folder, 'release.json')) ?? Buffer.alloc(0);
  const parsed = parseManifest(content.toString('utf8'));
  const { manifest } = parsed;
  if (!manifest) return { ...parsed, facts: { signature: 'wrong', files: [] } };
  const brought = readIfThere(join(folder, signatureFile))?.toString('utf8');
  const signature = checkSignature(content, brought, ring, manifest.feature);
  return { ...parsed, facts: { signature, files: fileFaults(folder, manifest) } };
}

/** Every file that is missing in a folder or differs from its manifest. */
export function fileFaults(folder: string, { files }: ReleaseManifest): FileFault[] {
  return Object.entries(files).flatMap(([file, { integrity, bytes }]): FileFault[] => {
    const content = readIfThere(join(folder, file));
    if (!content) return [{ file, fault: 'missing' }];
    if (content.length !== bytes) return [{ file, fault: 'length' }];
    const digest = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    return digest === integrity ? [] : [{ file, fault: 'digest' }];
  });
}

const readIfThere = (file: string): Buffer | undefined => (existsSync(file) ? readFileSync(file) : undefined);
