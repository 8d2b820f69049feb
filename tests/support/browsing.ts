import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { chromium, type Page } from 'playwright';
import { generate } from 'selfsigned';
import { headlessPath, launchArguments } from './browser.ts';

export interface BrowsingOptions {
  /** Of the proxy, which speaks HTTP. */
  readonly port: number;
  /** As members see it, with a port. */
  readonly host: string;
  /** Cookies of their session, as a browser sends them. */
  readonly cookie: string;
  readonly isOver: () => boolean;
}

/** What somebody met who goes on using the product while something is done to it. */
export interface Browsing {
  readonly screens: number;
  /** Pages that threw, answers of the server that say failed, requests that got none. */
  readonly faults: readonly string[];
}

/**
 * A member's browser, over TLS as in production: it agrees to the terms where they are shown, goes through the screens of
 * the bar below, and loads the page again now and then.
 */
export async function browse({ port, host, cookie, isOver }: BrowsingOptions): Promise<Browsing> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }]);
  const tls = createServer({ key, cert }, (socket) => {
    const proxy = connect(port, '127.0.0.1');
    socket.pipe(proxy).pipe(socket);
    for (const [each, other] of [
      [socket, proxy],
      [proxy, socket],
    ] as const)
      each.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((listening) => tls.listen(0, '127.0.0.1', listening));
  const { port: tlsPort } = tls.address() as { port: number };
  const executablePath = headlessPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...launchArguments, `--host-resolver-rules=MAP ${host} 127.0.0.1:${tlsPort}`],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 375, height: 812 }, ignoreHTTPSErrors: true });
    const faults: string[] = [];
    const cookies = cookie.split('; ').map((each) => {
      const [name = '', ...value] = each.split('=');
      // The shell clears away what scripts could read.
      return { name, value: value.join('='), url: `https://${host}`, secure: true, httpOnly: true };
    });
    await page.context().addCookies(cookies);
    // The first time there are terms to agree to, and nothing else can be reached.
    const agree = page.getByRole('button', { name: 'Agree' });
    await page.addLocatorHandler(agree, () => agree.click());
    await page.goto(`https://${host}/`);
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    watch(page, faults);
    let screens = 0;
    for (; !isOver(); screens += 1) {
      if (screens % 5 === 4) {
        await page.reload();
        await links.first().waitFor();
      } else await links.nth(screens % (await links.count())).click();
      await page.waitForTimeout(250);
    }
    return { screens, faults };
  } finally {
    await browser.close();
    tls.close();
  }
}

/** A stream ends with the process that it comes from, and whoever leaves a page waits for nothing of it. */
function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? '';
    if (request.resourceType() !== 'eventsource' && error !== 'net::ERR_ABORTED')
      faults.push(`${error} ${new URL(request.url()).pathname}`);
  });
}
