import type { UserOf } from '@trellis/api-contract';
import { answerKey, type KeptAnswer } from '@trellis/shell-sdk/host';

/**
 * The member's last data on this device: sealed, bound to one log-in, gone with it. What is sealed lies in IndexedDB, where a deletion
 * leaves the old bytes on the disk for a while; its key comes of 32 bytes in a cache entry, which is a file of its own and leaves
 * nothing. Each change is one transaction that first looks whose it is: a page that is late writes nothing.
 */
interface Owner {
  readonly member: string;
  readonly login: string;
  /** As the document has it: what a release that was taken back may have put here is not shown. */
  readonly takenBack: string;
  /** Of the key. */
  readonly epoch: string;
  /** When the server was last heard. */
  readonly at: number;
}

/** What is kept of a member. */
export interface Kept {
  readonly user: UserOf<'member'>;
  /** How far the product's time is ahead of the device's. */
  readonly aheadMs: number;
  readonly answers: readonly KeptAnswer[];
}

/** Whoever holds the device sees what is kept for as long as they would have online without a log-in. */
const shownMs = 3_600_000;
/** Clocks are set right by a little all the time. */
const clockMs = 60_000;
const mostAnswers = 60;
const mostCharacters = 500_000;
const mostEnded = 8;

const bytes = (text: string) => new TextEncoder().encode(text);

type Get = <Value>(key: string, then: (value: Value | undefined) => void) => void;

/** One transaction; `work` says what it comes to. */
async function transact<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, get: Get, comesTo: (result: Result) => void) => void,
): Promise<Result | undefined> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('vault', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('vault');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  try {
    return await new Promise<Result | undefined>((resolve, reject) => {
      const transaction = database.transaction('vault', mode);
      const store = transaction.objectStore('vault');
      let result: Result | undefined;
      const get: Get = (key, then) => {
        const request = store.get(key);
        request.onsuccess = () => then(request.result);
      };
      work(store, get, (comesTo) => {
        result = comesTo;
      });
      transaction.oncomplete = () => resolve(result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

async function keyOf(epoch: string, make = false): Promise<CryptoKey | undefined> {
  const cache = await caches.open('vault');
  const address = `/~${epoch}`;
  if (make) {
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(address, new Response(crypto.getRandomValues(new Uint8Array(32))));
  }
  const secret = await (await cache.match(address))?.arrayBuffer();
  if (!secret) return undefined;
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const derived = { name: 'HKDF', hash: 'SHA-256', salt: bytes(epoch), info: bytes('trellis vault 1') };
  return crypto.subtle.deriveKey(derived, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** Rejects where the browser has no locks, as over plain http. */
const locked = async <Result>(work: () => Promise<Result>): Promise<Result> => navigator.locks.request('vault', work);

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
}

async function opened(key: CryptoKey, { iv, text }: Sealed): Promise<Kept> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, text);
  return JSON.parse(new TextDecoder().decode(plain));
}

/**
 * Keeps what a member's page has read, alongside what other pages of the same log-in have. What another member or log-in left is
 * cleared in the same step.
 * @returns whether it is kept: not once the log-in has ended
 */
export const keep = (whose: Pick<Owner, 'member' | 'login' | 'takenBack'>, page: Kept): Promise<boolean> =>
  locked(async () => {
    const fresh = crypto.randomUUID();
    const owner = await transact<Owner>('readwrite', (store, get, comesTo) =>
      get<readonly string[]>('ended', (ended = []) =>
        get<Owner>('owner', (old) => {
          if (ended.includes(whose.login)) return;
          const isSame = old?.member === whose.member && old.login === whose.login && old.takenBack === whose.takenBack;
          if (!isSame) store.delete('kept');
          const now: Owner = { ...whose, epoch: isSame ? old.epoch : fresh, at: Date.now() };
          store.put(now, 'owner');
          comesTo(now);
        }),
      ),
    );
    const key = owner && (await keyOf(owner.epoch, owner.epoch === fresh));
    if (!key) return false;
    const before = await transact<Sealed>('readonly', (_, get, comesTo) =>
      get<Sealed>('kept', (sealed) => sealed && comesTo(sealed)),
    );
    const known = before ? (await opened(key, before).catch(() => undefined))?.answers : undefined;
    const answers = newestOf([...(known ?? []), ...page.answers]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes(JSON.stringify({ ...page, answers })));
    const isKept = await transact<boolean>('readwrite', (store, get, comesTo) =>
      get<Owner>('owner', (now) => {
        if (now?.epoch !== owner.epoch) return;
        store.put({ iv, text }, 'kept');
        comesTo(true);
      }),
    );
    return isKept === true;
  });

/** Of each question its latest answer; of all the latest, as far as there is room. */
export function newestOf(answers: readonly KeptAnswer[]): readonly KeptAnswer[] {
  const byKey = new Map<string, KeptAnswer>();
  for (const answer of answers) {
    const key = answerKey(answer.endpoint, answer.args);
    if ((byKey.get(key)?.at ?? 0) <= answer.at) byKey.set(key, answer);
  }
  let room = mostCharacters;
  return [...byKey.values()]
    .sort((one, other) => other.at - one.at)
    .slice(0, mostAnswers)
    .filter((answer) => {
      room -= JSON.stringify(answer).length;
      return room >= 0;
    });
}

/** What may be shown without the server: nothing once the log-in would have ended for want of use, or where the clock was turned back. */
export const readKept = (): Promise<Kept | undefined> =>
  locked(async () => {
    const match = await transact<readonly [Owner, Sealed]>('readonly', (_, get, comesTo) =>
      get<Owner>('owner', (owner) => get<Sealed>('kept', (sealed) => owner && sealed && comesTo([owner, sealed]))),
    );
    if (!match) return undefined;
    const [{ at, epoch }, sealed] = match;
    if (Date.now() > at + shownMs || Date.now() < at - clockMs) return undefined;
    const key = await keyOf(epoch);
    return key && opened(key, sealed);
  });

/** Ends a log-in on this device: a page of it that starts later keeps nothing any more. @param login without it, whichever it is */
export const endKeeping = (login?: string): Promise<void> =>
  locked(async () => {
    // Nothing was ever kept.
    if (login === undefined && !(await caches.has('vault'))) return;
    await caches.delete('vault');
    await transact('readwrite', (store, get) =>
      get<readonly string[]>('ended', (ended = []) =>
        get<Owner>('owner', (owner) => {
          const over = [login, owner?.login].filter((each) => each !== undefined);
          store.clear();
          store.put([...new Set([...ended, ...over])].slice(-mostEnded), 'ended');
        }),
      ),
    );
  });
