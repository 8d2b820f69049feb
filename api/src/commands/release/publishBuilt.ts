/** Publishes from a repository of a feature's own, without the product: `npm run pack` packs it as `@trellis/release`. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBucket } from '../../delivery/releases/bucket/openBucket.ts';
import { readReleaseSettings } from '../../delivery/releases/bucket/releaseSettings.ts';
import { publishAndUpload } from '../../delivery/releases/bucket/upload.ts';
import { releaseKeys } from '../../delivery/releases/files/keys.ts';
import { signatureFile } from '../../delivery/releases/files/signing.ts';
import { ReleaseStore } from '../../delivery/releases/files/store.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { run, say } from '../run.ts';

const usage = `Usage:
  trellis-publish [folder]   signs the release that stands built in dist, or in a folder, with the key of RELEASE_SIGNING_KEY
                             (a file), and takes it into the bucket of RELEASE_BUCKET, if it is set (with the AWS variables)
With RELEASE_KEYS, as the product has it, it also looks whether that key may sign this feature.`;

async function main(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length > 1) throw new ExplainedError(usage);
  const faults: string[] = [];
  const settings = readReleaseSettings({ ...process.env, NODE_ENV: 'development' }, faults);
  if (settings.releaseSigningKey === undefined)
    faults.push('RELEASE_SIGNING_KEY is missing: the file of the key to sign with');
  if (faults.length > 0) throw new ExplainedError(faults.join('\n'));
  const folder = positionals[0] ?? builtIn('dist');
  const passing = mkdtempSync(join(tmpdir(), 'trellis-publish-'));
  const bucket = await openBucket(settings.releaseBucket);
  try {
    const store = new ReleaseStore(passing);
    const keys = releaseKeys({ ...settings, dataDir: passing });
    const { manifest, warnings } = await publishAndUpload(bucket, store, keys, folder);
    const { feature, release } = manifest;
    copyFileSync(join(store.folder(feature, release), signatureFile), join(folder, signatureFile));
    for (const warning of warnings) say(warning);
    say(`${bucket ? 'Published' : 'Signed'} ${feature} ${release}.`);
  } finally {
    bucket?.close();
    rmSync(passing, { recursive: true, force: true });
  }
}

/** A build leaves one. */
function builtIn(dist: string): string {
  const [release] = existsSync(dist)
    ? readdirSync(dist).filter((name) => existsSync(join(dist, name, 'release.json')))
    : [];
  if (release === undefined) throw new ExplainedError(`There is no built release in ${dist}: run npm run build first.`);
  return join(dist, release);
}

run(usage, () => main(process.argv.slice(2)));
