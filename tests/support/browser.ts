import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const there = (path: string | undefined): path is string => path !== undefined && path !== '' && existsSync(path);

/** The installed Chromium: named by CHROMIUM_PATH, Debian's, or Playwright's own. `undefined`: there is none. */
export const chromiumPath = (): string | undefined =>
  [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ].find(there);

/**
 * The same engine without windows and devices, where it is installed: the same journeys take a fifth less time. Otherwise
 * `chromiumPath`.
 */
export const headlessPath = (): string | undefined =>
  [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell'].find(there) ?? chromiumPath();

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
