import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { locks } from 'node:worker_threads';
import { clear, createStore, get, set } from 'idb-keyval';
import { closeVault, endKeeping, forgetKept, keep, keptBehind, newestOf, openBy, readKept } from './vault.ts';

const minute = 60_000;
const store = createStore('vault', 'vault');
const answer = (endpoint: string, at: number, args = {}, data: unknown = at) => ({ endpoint, args, data, at });

/** Cache Storage as far as the vault uses it. */
class Caches {
  readonly entries = new Map<string, Map<string, ArrayBuffer>>();
  has = async (name: string) => this.entries.has(name);
  delete = async (name: string) => this.entries.delete(name);
  async open(name: string) {
    const cache = this.entries.get(name) ?? new Map<string, ArrayBuffer>();
    this.entries.set(name, cache);
    return {
      match: async (url: string) => (cache.has(url) ? new Response(cache.get(url)) : undefined),
      put: async (url: string, response: Response) => void cache.set(url, await response.arrayBuffer()),
      delete: async (url: string) => cache.delete(url),
    };
  }
}

// What jsdom lacks, from Node.
Object.defineProperty(navigator, 'locks', { value: locks });
Object.defineProperty(globalThis, 'crypto', { value: webcrypto });

let caches: Caches;
let now: number;
beforeEach(async () => {
  caches = new Caches();
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true });
  now = 1_800_000_000_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  await clear(store);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const owner = (member: string, login: string, more = {}) => ({
  member,
  login,
  takenBack: '',
  at: now,
  locked: false,
  ...more,
});
const page = (...answers: ReturnType<typeof answer>[]) => ({ user: {} as never, aheadMs: 0, answers });
const keepOf = (member: string, login: string, question: string, more = {}) =>
  keep(owner(member, login, more), page(answer(question, now)));
const shown = async () => (await readKept())?.answers.map(({ endpoint }) => endpoint).sort();
const keys = () =>
  [...(caches.entries.get('vault')?.values() ?? [])].map((secret) => Buffer.from(secret).toString('hex'));
const left = async () => [await get('owner', store), await get('kept', store), caches.entries.has('vault')];
const nothing = [undefined, undefined, false];

/** A page that does not come to the end of its turn. */
async function hang<Result>(meanwhile: () => Promise<Result>): Promise<Result> {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = navigator.locks.request('vault', () => promise);
  try {
    return await meanwhile();
  } finally {
    resolve();
    await held;
  }
}

test('of each question its latest answer is kept, whichever page read it', () => {
  const kept = newestOf([
    answer('getBalances', 1),
    answer('listRecords', 5, { kind: 'deposit' }),
    answer('getBalances', 3),
    answer('getBalances', 2),
    answer('listRecords', 4),
  ]);
  expect(kept).toEqual([
    answer('listRecords', 5, { kind: 'deposit' }),
    answer('listRecords', 4),
    answer('getBalances', 3),
  ]);
});

test('what has no room is what was read longest ago', () => {
  const many = newestOf(Array.from({ length: 100 }, (_, at) => answer('getRecord', at, { id: `${at}` })));
  expect([many.length, many.at(-1)?.at]).toEqual([60, 40]);
  const large = newestOf([
    answer('a', 1, {}, 'x'.repeat(300_000)),
    answer('b', 2, {}, 'x'.repeat(300_000)),
    answer('c', 0),
  ]);
  expect(large.map(({ endpoint }) => endpoint)).toEqual(['b']);
});

describe('one log-in', () => {
  test('pages that keep at the same time keep all that they have read', async () => {
    const questions = ['a', 'b', 'c', 'd'];
    expect(await Promise.all(questions.map((question) => keepOf('ann', '1', question)))).toEqual(Array(4).fill(true));
    expect(await shown()).toEqual(questions);
    expect(keys()).toHaveLength(1);
  });

  test('what pages keep together has its limit, too', async () => {
    for (const part of [0, 1])
      await keep(owner('ann', '1'), page(...Array.from({ length: 40 }, (_, at) => answer(`${part}.${at}`, at))));
    expect(await shown()).toHaveLength(60);
  });

  test('nothing is readable on the disk, and each time it is sealed in another way', async () => {
    const seal = async () => {
      await keepOf('ann', '1', 'secret');
      const { iv, text } = (await get('kept', store)) as { iv: Uint8Array; text: ArrayBuffer };
      return [Buffer.from(iv).toString('hex'), Buffer.from(text).toString('latin1')];
    };
    const [[iv, text = ''], [otherIv]] = [await seal(), await seal()];
    expect(text).not.toContain('secret');
    expect(otherIv).not.toBe(iv);
  });

  test('what lost its key is not shown, and the next page begins again', async () => {
    await keepOf('ann', '1', 'a');
    caches.entries.clear();
    expect(await shown()).toBeUndefined();
    expect(caches.entries.size).toBe(0);
    await keepOf('ann', '1', 'b');
    expect(await shown()).toEqual(['b']);
  });

  test('what cannot be opened is replaced by what the next page has read', async () => {
    await keepOf('ann', '1', 'a');
    await set('kept', { iv: new Uint8Array(12), text: new ArrayBuffer(40) }, store);
    await expect(readKept()).rejects.toThrow();
    await keepOf('ann', '1', 'b');
    expect(await shown()).toEqual(['b']);
  });
});

describe('another log-in', () => {
  for (const [what, member, login, more] of [
    ['of another member', 'bob', '2', {}],
    ['of the same member', 'ann', '2', {}],
    // A page on which somebody else logs in knows the log-in of before for a moment longer.
    ['of another member under the same name', 'bob', '1', {}],
    ['after a release was taken back', 'ann', '1', { takenBack: 'wallet 3' }],
  ] as const)
    test(`${what} finds nothing of the one before, not even its key`, async () => {
      await keepOf('ann', '1', 'a');
      const [before] = keys();
      await keepOf(member, login, 'b', more);
      expect(await shown()).toEqual(['b']);
      expect(keys()).toHaveLength(1);
      expect(keys()).not.toContain(before);
    });

  test('is not one whose time of last use counts', async () => {
    await keepOf('ann', '1', 'a');
    await keepOf('ann', '2', 'b', { at: now - 10 * minute });
    expect((await readKept())?.until).toBe(now + 50 * minute);
  });

  for (const [what, change] of [
    ['member', { member: 'bob' }],
    ['log-in', { login: '2' }],
  ] as const)
    test(`what was sealed is not opened under the name of another ${what}`, async () => {
      await keepOf('ann', '1', 'a');
      await set('owner', owner('ann', '1', change), store);
      const cache = await caches.open('vault');
      await cache.put('/~2', (await cache.match('/~1')) ?? new Response());
      await expect(readKept()).rejects.toThrow();
    });
});

describe('the end of a log-in', () => {
  for (const login of ['1', undefined]) {
    const said = login === undefined ? 'whichever it is' : 'by its name';
    test(`leaves nothing, and a page of it that is late keeps nothing: ${said}`, async () => {
      await keepOf('ann', '1', 'a');
      await endKeeping(login);
      expect(await left()).toEqual(nothing);
      expect(await shown()).toBeUndefined();
      expect(await keepOf('ann', '1', 'b')).toBe(false);
      expect(await left()).toEqual(nothing);
      expect(await keepOf('ann', '2', 'c')).toBe(true);
      expect(await shown()).toEqual(['c']);
    });

    test(`closes what is kept at once, though a page hangs: ${said}`, async () => {
      await keepOf('ann', '1', 'a');
      await hang(() => expect(endKeeping(login)).rejects.toThrow());
      expect(keys()).toEqual([]);
      expect(await shown()).toBeUndefined();
    });
  }

  test('of before leaves what another member has kept since, and its key', async () => {
    await keepOf('ann', '1', 'a');
    await keepOf('bob', '2', 'b');
    await endKeeping('1');
    expect(await shown()).toEqual(['b']);
    expect(await keepOf('ann', '1', 'a')).toBe(false);
    expect(await shown()).toEqual(['b']);
  });

  test('of a log-in that has kept nothing yet holds, too', async () => {
    await endKeeping('1');
    expect(await keepOf('ann', '1', 'a')).toBe(false);
    expect(await left()).toEqual(nothing);
  });

  test('without a name does nothing where nothing is kept', async () => {
    await keepOf('ann', '1', 'a');
    await caches.delete('vault');
    await endKeeping();
    expect(await get('ended', store)).toBeUndefined();
    await endKeeping('1');
    await caches.open('vault');
    await endKeeping();
    expect(await get('ended', store)).toHaveLength(1);
  });

  test('is remembered of the last eight, each once', async () => {
    for (let login = 0; login < 10; login += 1) await endKeeping(`${login}`);
    await endKeeping('9');
    expect(await get('ended', store)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  });
});

test('a page that hangs keeps the others waiting for a while only', async () => {
  await hang(async () => {
    await expect(keepOf('ann', '1', 'a')).rejects.toThrow();
    await expect(readKept()).rejects.toThrow();
  });
  expect(await keepOf('ann', '1', 'a')).toBe(true);
});

describe('the time', () => {
  for (const [minutes, isShown] of [
    [60, true],
    [60.1, false],
    [-1, true],
    [-1.1, false],
  ] as const)
    test(`${minutes} minutes after the last use it is ${isShown ? 'shown' : 'cleared'}`, async () => {
      await keepOf('ann', '1', 'a');
      const until = now + 60 * minute;
      now += minutes * minute;
      expect((await readKept())?.until).toBe(isShown ? until : undefined);
      if (!isShown) expect(await left()).toEqual(nothing);
    });

  test('of last use is the latest of all pages', async () => {
    await keepOf('ann', '1', 'a');
    await keepOf('ann', '1', 'b', { at: now - 30 * minute });
    expect((await readKept())?.until).toBe(now + 60 * minute);
  });

  test('of last use is not later than now', async () => {
    await keepOf('ann', '1', 'a', { at: now + 30 * minute });
    expect((await readKept())?.until).toBe(now + 60 * minute);
  });

  test('of before the clock was turned back does not count', async () => {
    await keepOf('ann', '1', 'a');
    now -= 30 * minute;
    await keepOf('ann', '1', 'b');
    expect((await readKept())?.until).toBe(now + 60 * minute);
  });
});

describe('with an app lock', () => {
  const said = (word: string) => new TextEncoder().encode(word.padEnd(32));
  const locked = { locked: true };
  beforeEach(() => closeVault());

  test('what is kept is opened by the passkey that it was kept with, and by nothing else', async () => {
    await openBy('key', said('one'));
    expect(await keepOf('hana', 'a', 'getBalances', locked)).toBe(true);
    expect(await shown()).toEqual(['getBalances']);
    closeVault();
    expect(await keptBehind()).toBe('key');
    expect(await readKept()).toBeUndefined();
    await openBy('other', said('one'));
    expect(await readKept()).toBeUndefined();
    await openBy('key', said('two'));
    await expect(readKept()).rejects.toThrow();
    await openBy('key', said('one'));
    expect(await shown()).toEqual(['getBalances']);
  });

  test('it is shown for a week after the log-in was last used', async () => {
    await openBy('key', said('one'));
    await keepOf('hana', 'a', 'getBalances', locked);
    now += 7 * 24 * 60 * minute;
    expect(await keptBehind()).toBe('key');
    expect((await readKept())?.until).toBe(now);
    now += 1;
    expect(await keptBehind()).toBeUndefined();
    expect(await left()).toEqual(nothing);
  });

  test('a page that no passkey has opened keeps nothing, and leaves what is behind one', async () => {
    expect(await keepOf('hana', 'a', 'getBalances', locked)).toBe(false);
    expect(await left()).toEqual(nothing);
    await openBy('key', said('one'));
    await keepOf('hana', 'a', 'getBalances', locked);
    closeVault();
    expect(await keepOf('hana', 'a', 'getRecord', locked)).toBe(true);
    await openBy('key', said('one'));
    expect(await shown()).toEqual(['getBalances']);
  });

  test('what was kept before it was on goes with the first page that knows of it', async () => {
    await keepOf('hana', 'a', 'getBalances');
    expect(await keepOf('hana', 'a', 'getRecord', locked)).toBe(false);
    expect(await left()).toEqual(nothing);
    await keepOf('hana', 'a', 'getBalances');
    const [before] = keys();
    await openBy('key', said('one'));
    await keepOf('hana', 'a', 'getRecord', locked);
    expect(await shown()).toEqual(['getRecord']);
    expect(keys()).not.toContain(before);
  });

  test('a page that does not know of it yet takes nothing out from behind the passkey, until it is off', async () => {
    await openBy('key', said('one'));
    await keepOf('hana', 'a', 'getBalances', locked);
    expect(await keepOf('hana', 'a', 'getRecord')).toBe(false);
    expect(await shown()).toEqual(['getBalances']);
    await forgetKept();
    expect(await keepOf('hana', 'a', 'getRecord')).toBe(true);
    expect(await keptBehind()).toBeUndefined();
    // Another log-in is another's to keep.
    await openBy('key', said('one'));
    await keepOf('hana', 'b', 'getBalances', locked);
    expect(await keepOf('hana', 'c', 'getRecord')).toBe(true);
  });

  test('with another passkey nothing of before goes on', async () => {
    await openBy('key', said('one'));
    await keepOf('hana', 'a', 'getBalances', locked);
    await openBy('other', said('two'));
    await keepOf('hana', 'a', 'getRecord', locked);
    expect(await keptBehind()).toBe('other');
    expect(await shown()).toEqual(['getRecord']);
  });

  test('it goes with the log-in', async () => {
    await openBy('key', said('one'));
    await keepOf('hana', 'a', 'getBalances', locked);
    await endKeeping('a');
    expect(await left()).toEqual(nothing);
    expect(await keepOf('hana', 'a', 'getBalances', locked)).toBe(false);
  });
});
