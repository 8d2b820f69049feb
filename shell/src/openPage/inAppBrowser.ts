/** How somebody gets out of the browser inside another app: by an address that it understands, or by hand. */
export interface WayOut {
  readonly address?: string;
}

/** By what each app adds to the browser's name: nothing else reports that the browser is inside it. */
const apps: readonly (readonly [name: RegExp, address?: (page: URL) => string])[] = [
  [
    /\bLine\//,
    (page) => {
      const opened = new URL(page);
      opened.searchParams.set('openExternalBrowser', '1');
      return opened.href;
    },
  ],
  [/KAKAOTALK/i, ({ href }) => `kakaotalk://web/openExternal?url=${encodeURIComponent(href)}`],
  [/MicroMessenger/],
  [/Instagram/],
  [/FBAN|FBAV|FB_IAB/],
];

/** The way out of the app that this browser is inside of; `undefined` in a browser of its own. */
export function wayOut(userAgent: string, page: string): WayOut | undefined {
  const app = apps.find(([name]) => name.test(userAgent));
  if (!app) return undefined;
  const address = app[1]?.(new URL(page));
  return address === undefined ? {} : { address };
}
