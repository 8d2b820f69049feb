import { expect, test } from '@jest/globals';
import { classify, FeatureLoadFault } from './featureLoadError.ts';

const origin = { feature: 'team', release: '1.2.0-abc' };
const chunkError = (values: object) =>
  Object.assign(new Error('Loading chunk failed'), { name: 'ChunkLoadError', ...values });

test('a chunk failure keeps its own fields: they may name another owner than the place it shows in', () => {
  const fields = { feature: 'shell', release: '3', chunkId: 'flow', type: 'timeout', request: 'http://a/flow.js' };
  expect(classify(chunkError(fields), origin)).toEqual({ kind: 'chunk', ...fields, code: 'feature.load_failed' });
});

test('a stylesheet has the code of the specification', () => {
  const fields = { ...origin, chunkId: 'home', type: 'missing', request: 'http://a/home.css' };
  expect(classify(chunkError({ ...fields, code: 'CSS_CHUNK_LOAD_FAILED' }), origin)).toMatchObject({
    kind: 'chunk',
    type: 'missing',
    code: 'CSS_CHUNK_LOAD_FAILED',
  });
});

test('a type that nobody knows is `other`', () => {
  expect(classify(chunkError({ ...origin, chunkId: 'home', type: 'error' }), origin)).toMatchObject({ type: 'other' });
});

test('a failure that is already classified stays what it is', () => {
  const failure = { kind: 'absent', feature: 'plan' } as const;
  expect(classify(new FeatureLoadFault(failure), origin)).toBe(failure);
});

test("anything else is the feature's own fault, with a sentence, and the error for the report", () => {
  const thrown = new TypeError('x is not a function');
  const message = 'TypeError: x is not a function';
  expect(classify(thrown, origin)).toEqual({ kind: 'crashed', ...origin, message, thrown });
  expect(classify('thrown text', origin)).toMatchObject({ kind: 'crashed', message: 'thrown text' });
});
