import { beforeEach, expect, jest, test } from '@jest/globals';
import type { FeatureRelease } from '@trellis/api-contract';
import { CONTRACT, type FeatureLoadError, FeatureLoadFault, featureLoads, startTexts } from '@trellis/shell-sdk/host';

let active: FeatureRelease | undefined;
const fetchRemote = jest.fn<() => Promise<unknown>>();
jest.mock('./remotes.ts', () => ({
  activeRelease: () => active,
  fetchRemote: () => fetchRemote(),
  sharedVersions: { react: '19.3.1' },
}));
const { loadFeature }: typeof import('./loadFeature.ts') = jest.requireActual('./loadFeature.ts');

const release: FeatureRelease = {
  release: '7',
  base: '/assets/team/7/',
  entry: 'entry.js',
  global: 'app_team@7',
  integrity: 'sha384-x',
  contract: CONTRACT,
  shared: { react: '^19.0.0' },
};
const team = {
  contract: CONTRACT,
  release: '7',
  routes: [],
  texts: { namespace: 'team', load: async () => ({ default: {} }) },
};
const chunk = { feature: 'team', release: '7', chunkId: 'entry', type: 'missing', request: '/entry.js' };
const chunkError = (values: object) => Object.assign(new Error('no'), { name: 'ChunkLoadError', ...chunk, ...values });

const noted: (string | undefined)[] = [];
featureLoads.takeNotes(({ failure }) => noted.push(failure?.kind));

beforeEach(async () => {
  active = release;
  noted.length = 0;
  fetchRemote.mockReset();
  await startTexts('en', []);
});

async function failureOf(load: Promise<unknown>): Promise<FeatureLoadError | undefined> {
  const thrown: unknown = await load.catch((error: unknown) => error);
  return thrown instanceof FeatureLoadFault ? thrown.failure : undefined;
}

test('what is not in the registry is absent, and a misfit is refused before anything is requested', async () => {
  active = undefined;
  expect(await failureOf(loadFeature('team'))).toEqual({ kind: 'absent', feature: 'team' });
  active = { ...release, shared: { react: '^20.0.0' } };
  expect(await failureOf(loadFeature('team'))).toMatchObject({
    kind: 'incompatible',
    release: '7',
    needs: 'react ^20.0.0 (here 19.3.1)',
  });
  expect(fetchRemote).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<unknown>, object]>([
  ['an entry that is missing', () => Promise.reject(chunkError({})), { kind: 'chunk', type: 'missing' }],
  ['an entry that is late', () => Promise.reject(chunkError({ type: 'timeout' })), { kind: 'chunk', type: 'timeout' }],
  ['a broken script', () => Promise.reject(chunkError({ chunkId: 'feature', type: 'other' })), { chunkId: 'feature' }],
  [
    'a stylesheet',
    () => Promise.reject(chunkError({ code: 'CSS_CHUNK_LOAD_FAILED' })),
    { kind: 'chunk', code: 'CSS_CHUNK_LOAD_FAILED' },
  ],
  ['code that throws', () => Promise.reject(new TypeError('x')), { kind: 'crashed', message: 'TypeError: x' }],
  ['no export', async () => ({}), { kind: 'crashed', message: 'TypeError: team exposes no feature module' }],
  ['another export', async () => ({ default: { routes: [] } }), { kind: 'crashed', release: '7' }],
  [
    'an entry that lied about its contract',
    async () => ({ default: { ...team, contract: CONTRACT + 1 } }),
    { kind: 'incompatible' },
  ],
])('%s is reported by its kind, noted, and asked for again the next time', async (_, load, expected) => {
  fetchRemote.mockImplementation(load);
  const failure = await failureOf(loadFeature('team'));
  expect(failure).toMatchObject({ feature: 'team', ...expected });
  expect(noted).toEqual([failure?.kind]);
  await failureOf(loadFeature('team'));
  expect(fetchRemote).toHaveBeenCalledTimes(2);
});

test('what loaded is loaded once', async () => {
  fetchRemote.mockResolvedValue({ default: team });
  await expect(Promise.all([loadFeature('team'), loadFeature('team')])).resolves.toEqual([team, team]);
  await loadFeature('team');
  expect(fetchRemote).toHaveBeenCalledTimes(1);
  expect(noted).toEqual([]);
});
