import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  builtReleases,
  compatibilityCheckOf,
  publishRelease,
  ReleaseStore,
  readManifest,
  releaseKeys,
  smokeLoad,
  smokePageOf,
} from '../../api/src/testing/index.ts';
import { integrityOf } from '../../shell/build/src/plugins/integrity.ts';
import { spoiled } from '../support/brokenRelease.ts';
import { chromiumPath } from '../support/browser.ts';
import { expect, test } from '../support/fixtures.ts';
import { projectRoot } from '../support/product.ts';
import { oneOf, turnOf } from '../support/sample.ts';

/** Releases as they were built, in a store of their own, and the smoke load that stands before each activation. */
let directory: string;
test.beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trellis-smoke-test-'));
});
test.afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('what was built fits together, and starts', async () => {
  for (const feature of ['team', 'shell'] as const) expect(await tried(feature)).toEqual({ misfits: [] });
});

// Each of them takes a browser of its own for half a minute: one of each kind with each commit.
for (const [what, chunk, reported] of turnOf(
  'broken releases',
  ['flips', 'broken releases'],
  oneOf('does not start', [
    ['throws as soon as it runs', 'entry', /^team [^ ]+: (?:entry|start) (?:crashed|other|missing)$/],
    ['was packed from two builds', 'home', /^team [^ ]+: chunk other$/],
  ] as const),
)) {
  test(`a release that ${what} fits, is well signed, and does not start`, async () => {
    const broken = await tried('team', (folder) => {
      const { files, entry, chunks } = readManifest(folder);
      const file = chunk === 'entry' ? entry : chunks[chunk]?.find((name) => name.endsWith('.js'));
      if (file === undefined) throw new Error(`team has no chunk ${chunk}`);
      const content = Buffer.from(`throw new Error('broken');${readFileSync(join(folder, file), 'utf8')}`);
      writeFileSync(join(folder, file), content);
      const changed = { ...files, [file]: { integrity: integrityOf(content), bytes: content.length } };
      writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...readManifest(folder), files: changed }));
    });
    expect(broken).toEqual({ misfits: [], fault: expect.stringMatching(reported) });
  });
}

for (const [breach, reported] of turnOf(
  'broken releases',
  ['flips', 'broken releases'],
  oneOf('throws', [
    ['throws while drawing', /^team [^ ]+: render crashed: TypeError at \S+:\d+:\d+, on \/team$/],
    ['throws when it has started', /^team [^ ]+: run threw: TypeError at \S+:\d+:\d+, on \/team$/],
  ] as const),
)) {
  test(`a release that ${breach} is refused with what and where`, async () => {
    const broken = await tried('team', (folder) => {
      const { files, entry, global, ...rest } = readManifest(folder);
      const content = Buffer.from(readFileSync(join(folder, entry), 'utf8') + spoiled(global, breach));
      writeFileSync(join(folder, entry), content);
      const changed = { ...files, [entry]: { integrity: integrityOf(content), bytes: content.length } };
      writeFileSync(join(folder, 'release.json'), JSON.stringify({ ...rest, global, entry, files: changed }));
    });
    expect(broken).toEqual({ misfits: [], fault: expect.stringMatching(reported) });
  });
}

/** Publishes what is built, one release of it changed; asks the compatibility check, and then a browser. */
async function tried(
  feature: 'team' | 'shell',
  change: (folder: string) => void = () => undefined,
): Promise<{ misfits: readonly string[]; fault?: string }> {
  const store = new ReleaseStore(join(directory, 'releases'));
  const keys = releaseKeys({ releaseKeys: new Map(), releaseSigningKey: undefined, dataDir: directory });
  const manifests = builtReleases(projectRoot).map((built) => {
    const folder = join(directory, 'built', readManifest(built).feature);
    cpSync(built, folder, { recursive: true });
    if (readManifest(folder).feature === feature) change(folder);
    return publishRelease(store, keys, folder).manifest;
  });
  const candidate = manifests.find((manifest) => manifest.feature === feature);
  const browser = chromiumPath();
  if (!candidate || browser === undefined) throw new Error(`${feature} is not built, or there is no browser`);
  const others = manifests.filter((manifest) => manifest.feature !== feature);
  const alongside = {
    shells: others.filter((manifest) => manifest.feature === 'shell'),
    features: others.filter((manifest) => manifest.feature !== 'shell'),
  };
  const misfits = compatibilityCheckOf(store, keys.ring)(candidate, alongside);
  const page = smokePageOf(candidate, alongside);
  if (!page) throw new Error('there is no page to try it on');
  const fault = await smokeLoad(store, page, browser);
  return { misfits, ...(fault !== undefined && { fault }) };
}
