import type { UserOf } from '@trellis/api-contract';
import { answerKey, type KeptAnswer } from '@trellis/shell-sdk/host';
import { createStore, delMany, getMany, set, setMany } from 'idb-keyval';

/**
 * The member's last data on this device: sealed, bound to one log-in, gone with it. What is sealed lies in IndexedDB, where a deletion
 * leaves the old bytes on the disk for a while; its key is a cache entry, which is a file of its own and leaves nothing. Pages take
 * turns, and each looks first whose it is: a page that is late writes nothing.
 */
interface Owner {
  readonly member: string;
  /** The server's word for the log-in. */
  readonly login: string;
  /** As the document has it: what a release that was taken back may have put here is not shown. */
  readonly takenBack: string;
  /** When the log-in was last used, as far as this device knows. */
  readonly at: number;
  /** The one that opens it, where the app lock is on: the device itself cannot. */
  readonly passkey?: string;
}

/** Who a page keeps for, and whether the app lock is on there. */
type Keeping = Omit<Owner, 'passkey'> & { readonly locked: boolean };

/** What is kept of a member. */
export interface Kept {
  readonly user: UserOf<'member'>;
  /** How far the product's time is ahead of the device's. */
  readonly aheadMs: number;
  readonly answers: readonly KeptAnswer[];
}

/** Whoever holds the device sees what is kept for as long as they would have online without a log-in; behind a passkey, for a week. */
const shownMs = 3_600_000;
const shownBehindMs = 7 * 24 * 3_600_000;
/** Clocks are set right by a little all the time. */
const clockMs = 60_000;
/** One page that hangs does not keep the others. */
const turnMs = 5_000;
const mostAnswers = 60;
const mostCharacters = 500_000;
const mostEnded = 8;

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly text: ArrayBuffer;
}

const store = createStore('vault', 'vault');
const read = async () =>
  (await getMany(['owner', 'kept', 'ended'], store)) as [Owner | undefined, Sealed | undefined, string[] | undefined];

const bytes = (text: string) => new TextEncoder().encode(text);
const addressOf = (login: string) => `/~${encodeURIComponent(login)}`;

/** Rejects where the browser has no locks, as over plain http. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request('vault', { signal: AbortSignal.timeout(turnMs) }, work);

/** What a passkey of the member's has said on this page. It never leaves the page. */
let opener: { readonly passkey: string; readonly secret: CryptoKey } | undefined;

/** @param said the passkey's own secret for this site (WebAuthn's PRF): it says the same each time, and nobody else can */
export async function openBy(passkey: string, said: BufferSource): Promise<void> {
  opener = { passkey, secret: await crypto.subtle.importKey('raw', said, 'HKDF', false, ['deriveKey']) };
}

/** Whether a passkey has opened this page. */
export const isOpener = (): boolean => opener !== undefined;

/** The page is locked: what was said before opens nothing any more. */
export function closeVault(): void {
  opener = undefined;
}

type KeyOwner = Pick<Owner, 'login' | 'passkey'>;

async function keyOf(owner: KeyOwner): Promise<CryptoKey | undefined> {
  // Not `open` alone: it would make one.
  const entry = (await caches.has('vault')) && (await (await caches.open('vault')).match(addressOf(owner.login)));
  return entry ? keyFrom(await entry.arrayBuffer(), owner) : undefined;
}

async function newKey(owner: KeyOwner): Promise<CryptoKey | undefined> {
  await caches.delete('vault');
  const secret = crypto.getRandomValues(new Uint8Array(32));
  await (await caches.open('vault')).put(addressOf(owner.login), new Response(secret));
  return keyFrom(secret, owner);
}

/** Of what the device keeps alone or, behind a passkey, of both. */
async function keyFrom(secret: BufferSource, { passkey }: KeyOwner): Promise<CryptoKey | undefined> {
  const uses: KeyUsage[] = ['encrypt', 'decrypt'];
  if (passkey === undefined) return crypto.subtle.importKey('raw', secret, 'AES-GCM', false, uses);
  if (opener?.passkey !== passkey) return undefined;
  const way = { name: 'HKDF', hash: 'SHA-256', salt: secret, info: bytes('vault') };
  return crypto.subtle.deriveKey(way, opener.secret, { name: 'AES-GCM', length: 256 }, false, uses);
}

/** What is sealed for one log-in of a member is opened for no other. */
const algorithm = ({ member, login }: Pick<Owner, 'member' | 'login'>, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytes(JSON.stringify([member, login])),
});

async function opened(key: CryptoKey, owner: Owner, { iv, text }: Sealed): Promise<Kept> {
  const plain = await crypto.subtle.decrypt(algorithm(owner, iv), key, text);
  return JSON.parse(new TextDecoder().decode(plain));
}

/** Forgets what is kept; the log-in goes on, and may keep again. */
export const forgetKept = (): Promise<void> => inTurn(clear);

async function clear(): Promise<void> {
  await caches.delete('vault');
  await delMany(['owner', 'kept'], store);
}

/**
 * Keeps what a member's page has read, alongside what other pages of the same log-in have. What another member or log-in left is
 * cleared in the same step.
 * @returns whether it is kept: not once the log-in has ended, and with an app lock only on a page that a passkey has opened
 */
export const keep = ({ locked, ...whose }: Keeping, page: Kept): Promise<boolean> =>
  inTurn(async () => {
    const [before, sealed, ended = []] = await read();
    if (ended.includes(whose.login)) return false;
    if (locked && !opener) {
      const isBehind =
        before?.passkey !== undefined && before.login === whose.login && before.takenBack === whose.takenBack;
      if (!isBehind) await clear();
      return isBehind;
    }
    // A page that does not know of the app lock yet takes nothing out from behind it.
    if (!locked && before?.passkey !== undefined && before.login === whose.login) return false;
    const owner: Owner = locked && opener ? { ...whose, passkey: opener.passkey } : whose;
    const isSame =
      before?.member === owner.member &&
      before.login === owner.login &&
      before.takenBack === owner.takenBack &&
      before.passkey === owner.passkey;
    const known = isSame ? await keyOf(owner) : undefined;
    const key = known ?? (await newKey(owner));
    if (!key) return false;
    const others = known && before && sealed && (await opened(known, before, sealed).catch(() => undefined));
    const answers = newestOf([...(others?.answers ?? []), ...page.answers]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = await crypto.subtle.encrypt(algorithm(owner, iv), key, bytes(JSON.stringify({ ...page, answers })));
    const now = Date.now();
    // Another page of the log-in may have been used later; of a clock that was turned back nothing is known.
    const at = Math.max(Math.min(owner.at, now), isSame && before.at <= now ? before.at : 0);
    await setMany(
      [
        ['owner', { ...owner, at }],
        ['kept', { iv, text }],
      ],
      store,
    );
    return true;
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

/** What is kept and may still be shown. Once the log-in would have ended for want of use, or where the clock was turned back, it is cleared. */
async function current(): Promise<{ owner: Owner; sealed: Sealed; until: number } | undefined> {
  const [owner, sealed] = await read();
  if (!owner || !sealed) return undefined;
  const [now, until] = [Date.now(), owner.at + (owner.passkey === undefined ? shownMs : shownBehindMs)];
  if (now <= until && now >= owner.at - clockMs) return { owner, sealed, until };
  await clear();
  return undefined;
}

/** The passkey that opens what is kept; `undefined`: nothing is, or it is behind none. */
export const keptBehind = (): Promise<string | undefined> => inTurn(async () => (await current())?.owner.passkey);

/** What may be shown without the server, and until when; `undefined` also while the passkey that opens it has said nothing. */
export const readKept = (): Promise<(Kept & { readonly until: number }) | undefined> =>
  inTurn(async () => {
    const { owner, sealed, until } = (await current()) ?? {};
    const key = owner && (await keyOf(owner));
    return key && { ...(await opened(key, owner, sealed as Sealed)), until: until as number };
  });

/** Ends a log-in on this device: a page of it that starts later keeps nothing any more. @param login without it, whichever it is */
export async function endKeeping(login?: string): Promise<void> {
  // Nothing was ever kept.
  if (login === undefined && !(await caches.has('vault'))) return;
  // Without a turn: nothing that hangs may hold this up, and without its key what is sealed is noise.
  if (login === undefined) await caches.delete('vault');
  else if (await caches.has('vault')) await (await caches.open('vault')).delete(addressOf(login));
  await inTurn(async () => {
    const [owner, , ended = []] = await read();
    const over = login ?? owner?.login;
    if (over === undefined) return;
    await set('ended', [...new Set([...ended, over])].slice(-mostEnded), store);
    // Another log-in that began meanwhile keeps what is its own.
    if (owner?.login === over) await clear();
  });
}
