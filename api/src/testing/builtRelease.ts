import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { audienceOf, languages, type ReleaseManifest, type ScreenRoute } from '@trellis/api-contract';
import { contracts } from '@trellis/api-contract/schemas';

/** What the build would have written: files with their digests, and the manifest alongside them. */
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
    'texts-zh.ffff.js': '{}',
    'texts-ko.abab.js': '{}',
    ...(feature === 'shell' && { 'numbers.cdcd.woff2': 'wOF2' }),
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
  const routes = routesOf(feature);
  const manifest: ReleaseManifest = {
    commit: null,
    contract: 1,
    ...(feature === 'shell' ? { shared: {}, offers: { react: '19.3.1' } } : { shared: { react: '^19.0.0' }, fallback }),
    entry: 'entry.aaaa.js',
    global: `app_${feature}@${release}`,
    routes,
    languages,
    files,
    chunks: {
      shell: ['entry.aaaa.js', 'style.bbbb.css'],
      feature: ['style.bbbb.css'],
      flow: ['home.cccc.js'],
      ...Object.fromEntries(routes.map(({ screen }) => [screen, ['home.cccc.js']])),
      'texts-en': ['texts-en.dddd.js'],
      'texts-jp': ['texts-jp.eeee.js'],
      'texts-zh': ['texts-zh.ffff.js'],
      'texts-ko': ['texts-ko.abab.js'],
    },
    ...overrides,
  };
  writeFileSync(join(folder, 'release.json'), JSON.stringify(manifest));
  return { folder, manifest };
}

const words = { title: 'Not there now', text: 'Your balances are safe.' };
const fallback = { en: words, jp: words, zh: words, ko: words };

/** Every screen that the server loads data for, so that the release fits. */
function routesOf(feature: ReleaseManifest['feature']): ScreenRoute[] {
  if (feature === 'shell') return [{ path: '/login', screen: 'login' }];
  const screens = Object.keys(contracts[audienceOf(feature)].routeData).flatMap((id) => {
    const [owner, screen = ''] = id.split('/');
    return owner === feature ? [screen] : [];
  });
  const home = feature === 'wallet' ? '/' : `/${feature}`;
  return screens.map((screen) => ({ path: screen === 'home' ? home : `/${feature}/${screen}`, screen }));
}
