import { chromium } from 'playwright';
import { demoPassword, demoRoot } from '../../api/src/demo/team.ts';
import { chromiumPath, launchArguments } from '../support/browser.ts';
import { startProduct } from '../support/product.ts';

/** So slow that everything but waiting for answers vanishes: time divided by it is the number of round trips. */
const latencyMs = 1_000;

export interface FirstScreenMeasure {
  /** The document, then the waves of requests that follow one another: what HTTP/2 pays. */
  readonly waves: number;
  /** Time until the data is painted over the latency, here over HTTP/1.1 and its six connections. */
  readonly elapsedRoundTrips: number;
  readonly requests: number;
  readonly doubled: readonly string[];
}

/** Opens the wallet cold, as a logged-in member, and counts round trips until its data is painted. */
export async function measureFirstScreen(): Promise<FirstScreenMeasure> {
  const product = await startProduct();
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    args: launchArguments,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const context = await browser.newContext({ viewport: { width: 375, height: 812 } });
    await context.request.post(`${product.origin}/api/v1/session`, {
      data: { username: demoRoot, password: demoPassword },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const page = await context.newPage();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(new URL(request.url()).pathname));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    const startedAt = performance.now();
    await page.goto(`${product.origin}/wallet`, { waitUntil: 'commit' });
    await page.locator('.hero .amount').first().waitFor();
    const elapsedMs = performance.now() - startedAt;
    await page.waitForTimeout(500);
    const doubled = addresses.filter(
      (address, index) => addresses.indexOf(address) !== index && address.startsWith('/assets/'),
    );
    const starts = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.startTime));
    // A request that another one led to starts a whole latency later than it.
    const waves = 1 + new Set(starts.map((start) => Math.round(start / latencyMs))).size;
    return { waves, elapsedRoundTrips: elapsedMs / latencyMs, requests: addresses.length, doubled };
  } finally {
    await browser.close();
    await product.stop();
    product.remove();
  }
}
