import { expect, jest, test } from '@jest/globals';

let missing = true;
jest.mock('@trellis/kit/form', () => {
  if (missing) throw Object.assign(new Error('no'), { name: 'ChunkLoadError', chunkId: 'form', type: 'missing' });
  return { Form: 'the form' };
});
const { lateLibrary, loadLibrary }: typeof import('./lateLibraries.ts') = jest.requireActual('./lateLibraries.ts');

test('a library that failed is asked for again by the next chunk, and then kept', async () => {
  await expect(globalThis.trellisLibrary?.('@trellis/kit/form')).rejects.toMatchObject({
    failure: { kind: 'chunk', type: 'missing', chunkId: 'form' },
  });
  expect(() => lateLibrary('@trellis/kit/form')).toThrow('before it was loaded');
  missing = false;
  await loadLibrary('@trellis/kit/form');
  expect(lateLibrary('@trellis/kit/form')).toMatchObject({ Form: 'the form' });
  missing = true;
  jest.resetModules();
  await expect(loadLibrary('@trellis/kit/form')).resolves.toBeUndefined();
});

test('a name that the shell does not have is nothing to wait for: the preflight has refused its release', async () => {
  await expect(loadLibrary('@trellis/other')).resolves.toBeUndefined();
});
