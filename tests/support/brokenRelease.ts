import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeatureName, FeatureRelease } from '@trellis/api-contract';
import {
  Database,
  publishRelease,
  ReleaseEvents,
  ReleaseStore,
  Releases,
  readManifest,
  releaseKeys,
  runningApplicationUrl,
  signatureFile,
} from '../../api/src/testing/index.ts';
import { type Breach, exposed } from './breaches.ts';
import type { Product } from './product.ts';

export interface BrokenRelease {
  readonly release: string;
  /** The address of its entry script. */
  readonly entry: string;
  /** What the registry would say of it otherwise than of the live one. */
  readonly registered: Pick<FeatureRelease, 'release' | 'base' | 'integrity' | 'shared'>;
}

/**
 * Publishes a release that no compatibility check would let through: the live one, with an entry that spoils what it exposes. Its
 * digests and its signature are right, but for the breach that is about them. Published again it is the same.
 */
export function publishBroken(product: Product, feature: FeatureName, breach: Breach): BrokenRelease {
  const store = storeOf(product);
  const release = `broken-${breach.replaceAll(' ', '-')}`;
  const [live = ''] = store.list(feature).filter((name) => !name.startsWith('broken-'));
  const folder = mkdtempSync(join(tmpdir(), 'trellis-broken-'));
  try {
    const manifest = readManifest(store.folder(feature, live));
    for (const file of Object.keys(manifest.files)) cpSync(join(store.folder(feature, live), file), join(folder, file));
    const entry = Buffer.from(readFileSync(join(folder, manifest.entry), 'utf8') + spoiled(manifest.global, breach));
    writeFileSync(join(folder, manifest.entry), entry);
    const integrity = `sha384-${createHash('sha384').update(entry).digest('base64')}`;
    const shared = { ...manifest.shared, ...(breach === 'shared version too new' && { react: '^99.0.0' }) };
    const files = { ...manifest.files, [manifest.entry]: { integrity, bytes: entry.length } };
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...manifest, release, shared, files }));
    publishRelease(store, keysOf(product), folder);
    if (breach === 'bad signature') forgeSignature(store.folder(feature, release));
    const entryFile = `/assets/${feature}/${release}/${manifest.entry}`;
    return {
      release,
      entry: entryFile,
      registered: { release, base: `/assets/${feature}/${release}/`, integrity, shared },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a release live without asking the compatibility check, as somebody with the database in hand could.
 * @param share hundredths of a percent; without it for everybody
 * @returns how to bring back what was live before
 */
export async function activateUnasked(
  product: Product,
  feature: FeatureName,
  release: string,
  share?: number,
): Promise<() => Promise<void>> {
  const by = { actor: 'command:test', reason: 'past the compatibility check' };
  const unasked = async (action: (releases: Releases) => Promise<unknown>) => {
    const database = new Database({ url: await runningApplicationUrl(product.dataDir), poolSize: 1 });
    try {
      await action(new Releases(new ReleaseEvents(database), storeOf(product), () => []));
    } finally {
      await database.close();
    }
  };
  await unasked((releases) =>
    share === undefined ? releases.activate(feature, release, by) : releases.rollOut(feature, release, share, by),
  );
  return () => unasked((releases) => releases.rollBack(feature, undefined, by));
}

/** What is added to an entry, so that its release does so. */
export const spoiled = (global: string, breach: Breach): string => `
((name) => {
  let given;
  const { init: begin, get } = window[name];
  const init = (scope) => begin((given = scope));
  const spoil = (feature) => { ${exposed[breach]} };
  window[name] = { init, get: (path) => get(path).then((make) => () => spoil(make().default)) };
})(${JSON.stringify(global)});
`;

/** Signs other bytes than those that are there. */
function forgeSignature(folder: string): void {
  const file = join(folder, signatureFile);
  const { keyId } = JSON.parse(readFileSync(file, 'utf8')) as { keyId: string };
  writeFileSync(file, JSON.stringify({ keyId, signature: `${'A'.repeat(86)}==` }));
}

const storeOf = (product: Product): ReleaseStore => new ReleaseStore(join(product.dataDir, 'releases'));
const keysOf = ({ dataDir }: Product) => releaseKeys({ releaseKeys: new Map(), releaseSigningKey: undefined, dataDir });
