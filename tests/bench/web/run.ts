/**
 * `npm run bench:web`: the product alongside the same screens built as one application, in one run and by turns: bytes,
 * round trips, and the wallet of a logged-in member on a slow phone. `--json` prints one object, `--quick` ends within
 * 90 seconds.
 */
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { publishRelease, ReleaseStore, releaseKeys } from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { startProduct } from '../../support/product.ts';
import { brotliBytes } from './bytes.ts';
import { type Certificate, type Front, makeCertificate, startFront } from './front.ts';
import { type ColdAndWarm, countRoundTrips, launchBrowser, openOnSlowPhone } from './measure.ts';
import { buildMonolith, type Monolith } from './monolith.ts';
import { reportOf, type Sides, tableOf } from './report.ts';

const { values: flags } = readOptions({ options: { json: { type: 'boolean' }, quick: { type: 'boolean' } } });
const rounds = flags.quick ? 5 : 11;
const attempts = 3;

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

async function main(): Promise<void> {
  say('Building the same screens as one application ...');
  const monolith = await buildMonolith();
  const certificate = await makeCertificate();
  const product = await startProduct();
  const browser = await launchBrowser(certificate.pin);
  try {
    const keys = releaseKeys({ releaseKeys: new Map(), releaseSigningKey: undefined, dataDir: product.dataDir });
    publishRelease(new ReleaseStore(join(product.dataDir, 'releases')), keys, monolith.folder);
    const report = reportOf(brotliBytes(monolith), await measure(browser, certificate, product.origin, monolith));
    process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : tableOf(report));
  } finally {
    await browser.close();
    await product.stop();
    product.remove();
  }
}

/** On a busy machine a painting may not come within its minute: then it is begun again, and that is said. */
async function patiently<Result>(open: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await open();
    } catch (error) {
      if (attempt === attempts) throw error;
      say(`The page was not painted in time (${attempt} of ${attempts}); once more`);
    }
}

/** Both by turns, and each first as often as the other: what disturbs the machine disturbs both. */
async function measure(browser: Browser, certificate: Certificate, product: string, monolith: Monolith) {
  const fronts: Sides<Front> = {
    product: await startFront(certificate, product),
    monolith: await startFront(certificate, product, monolith),
  };
  const openings: Sides<ColdAndWarm[]> = { product: [], monolith: [] };
  try {
    const roundTrips = {
      product: await countRoundTrips(browser, fronts.product.origin),
      monolith: await countRoundTrips(browser, fronts.monolith.origin),
    };
    for (let round = 0; round < rounds; round += 1) {
      say(`Round ${round + 1} of ${rounds}`);
      const sides = round % 2 === 0 ? (['product', 'monolith'] as const) : (['monolith', 'product'] as const);
      for (const side of sides)
        openings[side].push(await patiently(() => openOnSlowPhone(browser, fronts[side].origin)));
    }
    return { roundTrips, openings };
  } finally {
    await fronts.product.close();
    await fronts.monolith.close();
  }
}

await main();
