import { agreedLanguageKey, languageKey } from '@trellis/api-contract';

/**
 * All names under which the product keeps something in a browser, whole or as a beginning. Whoever keeps something new names
 * it here: what a release of before, or one that was taken back, has left under any other name is removed.
 */
const choices = [languageKey, agreedLanguageKey, 'textScale', 'theme'];
const keptNames: readonly RegExp[] = [
  ...choices,
  'inAppHint',
  'installHint',
  'pushHint',
  'hideAmounts',
  'assetsOpen',
  'scroll',
  'takenBack',
  'endSession',
  'lockSession',
  'wasKept',
]
  .map((name) => new RegExp(`^${name}$`))
  .concat(/^act /, /^views /, /^draft /, /^signup\./);
/** Databases and caches of the worker's and the page's. */
const forStarts = /^(?:state|vault|kept .*)$/;
const keptCookies = choices.flatMap((name) => [name, `__Host-${name}`]);

/**
 * Removes what the product does not know in this browser: cookies that scripts see, both storages, databases, caches, files, and
 * what a tab takes along. Of cookies those of this host alone: another site of the same owner may have set one for all hosts.
 * @param hasWorker there is one in this browser, with what it and the page keep for starts without the server: signed, or sealed
 */
export async function removeLeftBehind(hasWorker: boolean): Promise<void> {
  const isKept = (name: string) => hasWorker && forStarts.test(name);
  const steps = [storages, cookies, () => databases(isKept), () => cacheNames(isKept), files, tab];
  await Promise.allSettled(steps.map(async (remove) => remove()));
}

/** What a tab takes along over its pages. Of its history's entry the router's own stays, and that it is the entry of a sheet. */
function tab(): void {
  window.name = '';
  const { state } = window.history;
  if (state === null) return;
  const { key, idx, sheet, ...others } = state as Record<string, unknown>;
  if (Object.values(others).every((value) => (value ?? null) === null)) return;
  window.history.replaceState({ usr: null, key, idx, ...(sheet === true && { sheet }) }, '');
}

function storages(): void {
  for (const storage of [localStorage, sessionStorage])
    for (const name of Object.keys(storage)) if (!keptNames.some((kept) => kept.test(name))) storage.removeItem(name);
}

function cookies(): void {
  const folders = window.location.pathname.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'));
  for (const pair of document.cookie.split('; ')) {
    const name = pair.slice(0, Math.max(pair.indexOf('='), 0));
    if (pair === '' || keptCookies.includes(name)) continue;
    for (const path of folders.flatMap((folder) => [folder, `${folder}/`]))
      for (const kind of ['', '; secure', '; secure; partitioned']) {
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
        document.cookie = `${name}=x; max-age=0; path=${path}${kind}`;
      }
  }
}

async function databases(isKept: (name: string) => boolean): Promise<void> {
  for (const { name } of await indexedDB.databases())
    if (name !== undefined && !isKept(name)) indexedDB.deleteDatabase(name);
}

async function cacheNames(isKept: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys()) if (!isKept(name)) await caches.delete(name);
}

async function files(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  for await (const name of root.keys()) await root.removeEntry(name, { recursive: true });
}
