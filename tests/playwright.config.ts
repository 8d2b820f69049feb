import { defineConfig } from '@playwright/test';
import { headlessPath, launchArguments } from './support/browser.ts';

const executablePath = headlessPath();

/** Journeys in a real browser, at the design's 375 px. Each worker runs a product of its own. */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../.data/test-results',
  globalSetup: './support/prepare.ts',
  globalTeardown: './support/unprepare.ts',
  fullyParallel: true,
  // Three on two cores: half of a journey is waiting, for blocks of the chain, deadlines and codes.
  workers: 3,
  // No measure of speed: only what hangs for ever shall end, also on a busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A busy machine fails one in thousands. What the product does wrong fails again; what did not is listed as flaky.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEYS_REPORT ?? '../.data/journeys.json' }]],
  use: {
    viewport: { width: 375, height: 812 },
    launchOptions: { args: launchArguments, ...(executablePath === undefined ? {} : { executablePath }) },
    trace: 'off',
  },
});
