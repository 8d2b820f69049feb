import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The installed Chromium: named by CHROMIUM_PATH, Debian's, or Playwright's own. `undefined`: there is none. */
export function chromiumPath(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found !== undefined) return found;
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** Quiet and without a sandbox of its own, which root and containers do not allow. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
