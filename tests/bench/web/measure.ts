import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { demoPassword, demoRoot } from '../../../api/src/testing/index.ts';
import { chromiumPath, launchArguments } from '../../support/browser.ts';

/** A middling phone on a slow mobile network. */
const slowPhone = { latencyMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000, cpu: 4 };

/** So slow that everything but waiting for answers vanishes. */
const waveLatencyMs = 1_000;

/** One opening of `/` by a logged-in member, until the wallet is painted with its data. */
export interface Opening {
  readonly firstPaintMs: number;
  readonly walletPaintedMs: number;
  readonly bytes: number;
  readonly requests: number;
}

export interface ColdAndWarm {
  readonly cold: Opening;
  /** The same address again, with what the browser has kept. */
  readonly warm: Opening;
}

/** The installed browser. It takes the front's certificate, by its pin, for a good one: else it would keep no files. */
export function launchBrowser(pin: string): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({
    args: [...launchArguments, `--ignore-certificate-errors-spki-list=${pin}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

/** Opens the wallet twice with a browser profile that knows nothing but the session. */
export async function openOnSlowPhone(browser: Browser, origin: string): Promise<ColdAndWarm> {
  const context = await memberContext(browser, origin);
  try {
    const { latencyMs, downBitsPerSecond, upBitsPerSecond, cpu } = slowPhone;
    const throttle = {
      latency: latencyMs,
      downloadThroughput: downBitsPerSecond / 8,
      uploadThroughput: upBitsPerSecond / 8,
    };
    const cold = await open(context, origin, throttle, cpu);
    return { cold, warm: await open(context, origin, throttle, cpu) };
  } finally {
    await context.close();
  }
}

/** The document, and then the waves of requests of which each led to the next, until the data is painted. */
export async function countRoundTrips(browser: Browser, origin: string): Promise<number> {
  const context = await memberContext(browser, origin);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const { painted } = await awaitWalletPaint(page, devtools);
    await devtools.send('Network.enable');
    const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: waveLatencyMs, ...unlimited });
    await page.goto(origin, { waitUntil: 'commit' });
    const { walletPaintedMs, requestedMs } = await painted;
    // A request that another one led to starts a whole latency later than it.
    const waves = requestedMs.filter((at) => at < walletPaintedMs).map((at) => Math.round(at / waveLatencyMs));
    return 1 + new Set(waves).size;
  } finally {
    await context.close();
  }
}

async function memberContext(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    locale: 'en',
  });
  const answer = await context.request.post(`${origin}/api/v1/session`, {
    data: { username: demoRoot, password: demoPassword },
    headers: { 'sec-fetch-site': 'same-origin' },
    // Of this call alone: pages that ignore such errors keep no files.
    ignoreHTTPSErrors: true,
  });
  if (!answer.ok()) throw new Error(`no session: ${answer.status()}`);
  return context;
}

interface Throttle {
  readonly latency: number;
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

async function open(context: BrowserContext, origin: string, throttle: Throttle, cpu: number): Promise<Opening> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const { painted } = await awaitWalletPaint(page, devtools);
  await devtools.send('Network.enable');
  let bytes = 0;
  let requests = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    if (encodedDataLength > 0) requests += 1;
  });
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...throttle });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.goto(origin, { waitUntil: 'commit' });
  const { walletPaintedMs, firstPaintMs, protocol } = await painted;
  const seen = { bytes, requests };
  if (protocol !== 'h2') throw new Error(`measured over ${protocol}, not over HTTP/2`);
  await page.close();
  return { firstPaintMs, walletPaintedMs, ...seen };
}

/** What the page itself noted when it had painted the balance. */
interface Noted {
  /** The first frame after the amount is there. */
  readonly walletPaintedMs: number;
  readonly firstPaintMs: number;
  readonly protocol: string;
  readonly requestedMs: readonly number[];
}

const paintedMost = 60_000;
const binding = 'notePaint';

/**
 * The page reports by itself when it has painted the balance. Asked over and over instead, it would have to read a third of a
 * megabyte of the asker's own script while it starts: a tenth of what is measured.
 */
async function awaitWalletPaint(page: Page, devtools: CDPSession): Promise<{ readonly painted: Promise<Noted> }> {
  await devtools.send('Runtime.enable');
  await devtools.send('Runtime.addBinding', { name: binding });
  const painted = new Promise<Noted>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the wallet was not painted')), paintedMost);
    devtools.on('Runtime.bindingCalled', ({ payload }) => {
      clearTimeout(late);
      resolve(JSON.parse(payload) as Noted);
    });
  });
  // A page that does not open is shown by the opening itself.
  painted.catch(() => undefined);
  await page.addInitScript((name) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-testid="hero"]')) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        setTimeout(() => {
          const walletPaintedMs = performance.now();
          const note = {
            walletPaintedMs,
            firstPaintMs: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0,
            protocol: performance.getEntriesByType('navigation')[0]?.toJSON().nextHopProtocol,
            requestedMs: performance.getEntriesByType('resource').map(({ startTime }) => startTime),
          };
          (window as unknown as Record<string, (payload: string) => void>)[name]?.(JSON.stringify(note));
        });
      });
    });
    watch.observe(document, { childList: true, subtree: true });
  }, binding);
  return { painted };
}
