import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { removeLeftBehind } from './leftBehind.ts';

const own = {
  local: [
    'currentLanguage',
    'agreedLanguage',
    'textScale',
    'theme',
    'inAppHint',
    'hideAmounts',
    'assetsOpen',
    'act ann x',
    'views a b',
  ],
  session: ['scroll', 'takenBack', 'signup.draft', 'draft ann transfer.amount', 'act ann x'],
  cookies: ['currentLanguage=ko', 'theme=dark'],
};
const put = (storage: Storage, names: readonly string[]) => {
  for (const name of names) storage.setItem(name, '1');
};
const setCookie = (cookie: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: as a script of a release may
  document.cookie = cookie;
};

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

test('what is not the product’s own is removed, and nothing else', async () => {
  put(localStorage, [...own.local, 'left', 'plan.left', 'themes', 'left act x']);
  put(sessionStorage, [...own.session, 'left', 'scrolled']);
  window.history.replaceState(null, '', '/team/window');
  for (const cookie of [...own.cookies, 'left=1', 'nameless', 'deep=1; path=/team', 'deeper=1; path=/team/window'])
    setCookie(cookie);
  await removeLeftBehind(true);
  expect(Object.keys(localStorage).sort()).toEqual([...own.local].sort());
  expect(Object.keys(sessionStorage).sort()).toEqual([...own.session].sort());
  expect(document.cookie.split('; ').sort()).toEqual(own.cookies);
});

test('what a tab takes along is the router’s alone', async () => {
  window.name = 'left';
  window.history.replaceState({ usr: { to: 'left' }, key: 'k1', idx: 2, more: 'left' }, '', '/team');
  await removeLeftBehind(true);
  expect([window.name, window.history.state, window.location.pathname]).toEqual([
    '',
    { usr: null, key: 'k1', idx: 2 },
    '/team',
  ]);
});

test('the way back closes an open sheet, and passes over one that was closed', async () => {
  for (const more of [{}, { more: 'left' }]) {
    window.history.replaceState({ usr: null, key: 'k1', idx: 2, sheet: true, ...more }, '', '/team');
    await removeLeftBehind(true);
    expect(window.history.state).toEqual({ usr: null, key: 'k1', idx: 2, sheet: true });
  }
});

const root = path.resolve(import.meta.dirname, '../../..');
const stores = /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|caches|getDirectory)\b|document\.cookie/;

test('the list knows every file that keeps something in a browser', () => {
  const sources = globSync('{shell,shell/sdk,shell/kit,mf-*}/src/**/*.{ts,tsx}', { cwd: root });
  const keeping = sources
    .filter((file) => !/\.test\.tsx?$/.test(file) && stores.test(readFileSync(path.join(root, file), 'utf8')))
    .sort();
  // Whoever adds one adds its names to `leftBehind.ts`.
  expect(keeping).toEqual([
    'mf-operator/src/frame/savedViews.ts',
    'mf-wallet/src/home/useStored.ts',
    'shell/sdk/src/flow/unfinishedAction.ts',
    'shell/sdk/src/forms/useDraft.ts',
    'shell/sdk/src/preferences/preference.ts',
    'shell/sdk/src/session/access.ts',
    'shell/src/boot/cover.ts',
    'shell/src/boot/startSession.ts',
    'shell/src/boot/typedBefore.ts',
    'shell/src/lock/lockServer.ts',
    'shell/src/offline/backOnline.ts',
    'shell/src/offline/vault.ts',
    'shell/src/openPage/leftBehind.ts',
    'shell/src/openPage/offeredOnce.ts',
    'shell/src/openPage/startOpenPage.tsx',
    'shell/src/router/scroll.ts',
    'shell/src/signup/draft.ts',
  ]);
});
