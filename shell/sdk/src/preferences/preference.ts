import { cookieName } from '@trellis/api-contract';
import { useSyncExternalStore } from 'react';

/** A choice of the reader's that lives in this browser. */
export interface Preference<Value extends string> {
  readonly values: readonly Value[];
  get(): Value;
  set(value: Value): void;
  /** Puts the stored choice on the page; once, before the first paint. */
  apply(): void;
  subscribe(listener: () => void): () => void;
}

interface Settings<Value extends string> {
  /** Name in browser storage, and of the cookie that lets the server paint the first screen the same way. */
  readonly key: string;
  /** Attribute of the root element that the styles read, if they do; absent for the first value, the default. */
  readonly attribute?: string;
  readonly values: readonly [Value, ...Value[]];
}

/** A preference kept in browser storage, mirrored in a cookie and shown as an attribute of the root element. */
export function createPreference<Value extends string>({ key, attribute, values }: Settings<Value>): Preference<Value> {
  const [standard] = values;
  const listeners = new Set<() => void>();
  let current = values.find((value) => value === readStored(key)) ?? standard;
  const apply = () => {
    if (attribute === undefined) return;
    if (current === standard) document.documentElement.removeAttribute(attribute);
    else document.documentElement.setAttribute(attribute, current);
  };
  return {
    values,
    get: () => current,
    set: (value) => {
      current = value;
      store(key, value);
      apply();
      for (const listener of listeners) listener();
    },
    apply,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value and its setter, as `useState` gives them. */
export function usePreference<Value extends string>(preference: Preference<Value>): [Value, (value: Value) => void] {
  return [useSyncExternalStore(preference.subscribe, preference.get), preference.set];
}

/** What the reader chose before in this browser, if anything: here, or on a page of the server's own. */
export function readStored(key: string): string | null {
  const name = cookieName(key, window.location.protocol === 'https:');
  const kept = () =>
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  try {
    return localStorage.getItem(key) ?? kept() ?? null;
  } catch {
    // Storage can be switched off; then a choice lasts as long as its cookie.
    return kept() ?? null;
  }
}

/** Keeps a choice for a year, and notifies the server by a cookie of the same name (over TLS, by its `__Host-` form). */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See readStored.
  }
  const isSecure = window.location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and on plain http
  document.cookie = `${cookieName(key, isSecure)}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
