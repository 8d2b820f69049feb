import type { BrowserContext, Page } from '@playwright/test';
import { randomOf } from '../../api/src/testing/index.ts';
import { runOps } from '../support/command.ts';
import { enter, expect, phone, test } from '../support/fixtures.ts';
import { type Product, startProduct } from '../support/product.ts';
import { textsOf } from '../support/texts.ts';
import { buildVariant, runRelease } from '../support/variant.ts';

/** What a device shows of the team: a release by its heading, that it is switched off, or that it needs the server. */
type Shown = 'Team' | 'My people' | 'off' | 'needs the server';
type Live = Exclude<Shown, 'needs the server'>;

interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What was live at its last page from the server. */
  seen: Live;
  /** While the change of this step was made. */
  wasOnline: boolean;
}

const devicesWanted = Number(process.env.DEVICES ?? 3);
const steps = Number(process.env.STEPS ?? 4);
const random = randomOf('offlineDevices');

/** `DEVICES=50 STEPS=20` is the long form. TESTS_SEED repeats one. */
test('while a release comes, goes back and is switched off, no device shows what was not live when it last heard', async ({
  browser,
}) => {
  test.setTimeout(120_000 + devicesWanted * steps * 20_000);
  const product = await startProduct({ env: { UNDECLARED_CALLS_HOURS: '0' } });
  const devices: Device[] = [];
  try {
    const variant = await buildVariant('team', '"home.title": "Team"', '"home.title": "My people"');
    await runRelease(product, 'publish', 'mf-team', '--from', variant.folder);
    let live: Live = 'Team';
    for (let number = 0; number < devicesWanted; number += 1) {
      const context = await phone(browser, 'en');
      await enter(context, product, 'demo');
      const page = await context.newPage();
      await page.goto(`${product.origin}/team`);
      await untilKept(page);
      devices.push({ context, page, seen: live, wasOnline: true });
    }
    let offline = 0;
    for (let step = 0; step < steps; step += 1) {
      live = await change(product, live, variant.release);
      // It reaches the next page within a second.
      await devices[0]?.page.waitForTimeout(1_100);
      for (const device of devices) {
        const isOffline = random.next() < 0.5;
        await device.context.setOffline(isOffline);
        const answer = await device.page.goto(`${product.origin}/team`);
        const shown = await shownBy(device.page);
        const where = `step ${step}, ${isOffline ? 'without' : 'with'} a network, live ${live}, seen ${device.seen}`;
        if (isOffline) {
          offline += 1;
          expect(answer?.fromServiceWorker(), where).toBe(true);
          // What was off when last heard is not kept; what is kept may not have come whole before the network went.
          // An open page may have heard of the change since.
          const heard = [device.seen, ...(device.wasOnline ? [live] : [])].filter((what) => what !== 'off');
          expect([...heard, 'needs the server'], where).toContain(shown);
        } else {
          expect(shown, where).toBe(live);
          device.seen = live;
          if (random.next() < 0.7) await untilKept(device.page);
        }
        device.wasOnline = !isOffline;
      }
    }
    expect(offline).toBeGreaterThan(0);
  } finally {
    for (const { context } of devices) await context.close();
    await product.stop();
    product.remove();
  }
});

async function change(product: Product, live: Live, release: string): Promise<Live> {
  const why = ['--reason', 'another step'];
  if (live === 'off') {
    await runOps(product, 'switchFeatureOn', 'team', ...why);
    return beforeOff;
  }
  if (random.next() < 0.4) {
    await runOps(product, 'switchFeatureOff', 'team', ...why);
    beforeOff = live;
    return 'off';
  }
  if (live === 'Team') {
    await runOps(product, 'activateRelease', 'team', '--release', release, ...why);
    return 'My people';
  }
  await runOps(product, 'rollBackRelease', 'team', ...why);
  return 'Team';
}
let beforeOff: Live = 'Team';

/** All that is live now is kept. */
async function untilKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const state = await caches.open('state');
        const [seen, bundle] = await Promise.all(
          ['seen', 'bundle'].map(async (name) => (await state.match(`/~${name}`))?.json()),
        );
        return bundle !== undefined && JSON.stringify(JSON.parse(bundle.text).now.live) === JSON.stringify(seen?.live);
      }),
    )
    .toBe(true);
}

async function shownBy(page: Page): Promise<Shown> {
  const en = textsOf('en');
  const landmark = page
    .getByText(en('sdk', 'failure.absent'))
    .or(page.getByText(en('sdk', 'failure.offline')))
    .or(page.getByRole('navigation', { name: /Team|My people/ }));
  await expect(landmark.first()).toBeVisible();
  if (await page.getByText(en('sdk', 'failure.absent')).isVisible()) return 'off';
  if (await page.getByText(en('sdk', 'failure.offline')).isVisible()) return 'needs the server';
  return (await page.getByRole('heading', { level: 1 }).textContent()) as Live;
}
