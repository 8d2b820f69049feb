import type * as jestGlobals from '@jest/globals';

/** What the runner put there before it loads a file of tests. */
const globals = globalThis as unknown as typeof jestGlobals;

/** No measure of speed: only what hangs for ever shall end, also on a busy machine. */
const deadlineMs = 180_000;

type Body = (...row: unknown[]) => unknown;

/** The runner itself waits for ever. */
const limited =
  (body: Body, ms = deadlineMs) =>
  async (...row: unknown[]): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not done within ${ms} ms`)), ms);
    });
    try {
      await Promise.race([body(...row), late]);
    } finally {
      clearTimeout(timer);
    }
  };

type Declare = (name: string, body: Body, ms?: number) => void;
const named =
  (declare: Declare): Declare =>
  (name, body, ms) =>
    declare(name, limited(body, ms));
const hook = (declare: (body: Body) => void) => (body: Body, ms?: number) => declare(limited(body, ms));
const { only, skip, each } = globals.test;

export const { describe, expect, jest } = globals;
export const test = Object.assign(named(globals.test as Declare), {
  only: named(only as Declare),
  skip: named(skip as Declare),
  each: (...table: Parameters<typeof each>) => named(each(...table) as unknown as Declare),
});
export const beforeAll = hook(globals.beforeAll as never);
export const afterAll = hook(globals.afterAll as never);
export const beforeEach = hook(globals.beforeEach as never);
export const afterEach = hook(globals.afterEach as never);
