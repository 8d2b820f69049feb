import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseManifest } from '@trellis/api-contract';

/** What the build would have written: files with their digests, and the manifest beside them. */
export interface BuiltRelease {
  readonly folder: string;
  readonly manifest: ReleaseManifest;
}

/** Writes a small release of a feature as its build would, below `root`. */
export function writeBuiltRelease(
  root: string,
  overrides: Partial<ReleaseManifest> & Pick<ReleaseManifest, 'feature' | 'release'>,
  contents: Readonly<Record<string, string>> = {},
): BuiltRelease {
  const { feature, release } = overrides;
  const sources: Record<string, string> = {
    'entry.aaaa.js': `window.${feature}="${release}";// ${'padding '.repeat(200)}`,
    'style.bbbb.css': '.card{color:red}',
    'home.cccc.js': 'export const home = 1;',
    'texts-en.dddd.js': '{}',
    'texts-jp.eeee.js': '{}',
    ...contents,
  };
  const folder = join(root, `built-${feature}-${release}`);
  mkdirSync(folder, { recursive: true });
  const files: Record<string, { integrity: string; bytes: number }> = {};
  for (const [name, text] of Object.entries(sources)) {
    writeFileSync(join(folder, name), text);
    const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
    files[name] = { integrity, bytes: Buffer.byteLength(text) };
  }
  const manifest: ReleaseManifest = {
    contract: 1,
    shared: { react: '^19.0.0' },
    entry: 'entry.aaaa.js',
    global: `${feature}_${release.replace(/\W/g, '_')}`,
    routes: [{ path: feature === 'wallet' ? '/' : `/${feature}`, screen: 'home' }],
    languages: ['en', 'jp', 'zh', 'ko'],
    files,
    chunks: {
      shell: ['entry.aaaa.js', 'style.bbbb.css'],
      feature: ['style.bbbb.css'],
      home: ['home.cccc.js'],
      'texts-en': ['texts-en.dddd.js'],
      'texts-jp': ['texts-jp.eeee.js'],
    },
    ...overrides,
  };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(manifest));
  return { folder, manifest };
}
