import { afterEach, expect, jest, test } from '@jest/globals';
import { send } from '@trellis/shell-sdk/host';
import { startTraces } from './traces.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('what a tap leads to is one trace, and every other call one of its own', async () => {
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  const parents = () =>
    spy.mock.calls.map(([, init]) => new Headers(init?.headers).get('traceparent')?.split('-') ?? []);
  await send('/before', {});
  expect(parents()).toEqual([[]]);
  startTraces();
  await send('/first', {});
  await send('/second', {});
  document.body.click();
  await send('/third', {});
  await send('/fourth', {});
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 6_000);
  await send('/later', {});
  const [, ...made] = parents();
  for (const parent of made) expect(parent.join('-')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  const traces = made.map(([, trace]) => trace);
  expect(traces[2]).toBe(traces[3]);
  expect(new Set(traces).size).toBe(4);
  expect(new Set(made.map(([, , span]) => span)).size).toBe(5);
});
