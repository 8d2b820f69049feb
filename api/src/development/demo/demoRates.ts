import { RateService } from '../../governance/rules/rateService.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { RatedAsset, Rates } from '../../ledger/rates.ts';
import { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** In USD. ON is a test token here, of no value anywhere. */
const demo = { BTC: '64000', ON: '0.25' } as const satisfies Partial<Record<RatedAsset, string>>;
const assets = Object.keys(demo) as (keyof typeof demo)[];
const source = 'demo rate';
const reason = 'so that a development product can pay out';

export interface DemoRateParts {
  readonly clock: Clock;
  readonly rates: Rates;
  readonly rateService: RateService;
  /** The database as its owner: a first rate takes two operators, and a demo has none yet. */
  readonly ownerUrl: string;
}

/**
 * Keeps rates for BTC and ON good in development, also when its clock is put forward: without one neither can be paid
 * out. One that somebody else has set is left alone.
 */
export function demoRates({ clock, rates, rateService, ownerUrl }: DemoRateParts): Job {
  return {
    name: 'demo rates',
    pauseMs: 2_000,
    async run() {
      for (const asset of assets) if (await isWanted(asset)) await set(asset);
      return false;
    },
  };

  async function isWanted(asset: RatedAsset): Promise<boolean> {
    const missing = await rates.at(asset, 'USD', clock.now()).then(
      () => false,
      (error: unknown) => {
        if (error instanceof AppError) return true;
        throw error;
      },
    );
    if (!missing) return false;
    const [latest] = await rateService.history(asset, undefined, 1);
    return latest === undefined || latest.source === source;
  }

  async function set(asset: keyof typeof demo): Promise<void> {
    const wanted = { base: asset, quote: 'USD', rate: demo[asset], source, from: undefined } as const;
    const owner = new Database({ url: ownerUrl, poolSize: 1 });
    try {
      const asOwner = new RateService(owner, clock);
      const made = await asOwner.set(wanted, { actor: 'command:demo', reason });
      if (made.state === 'waiting') await asOwner.approve(made.id, { actor: 'command:demo-second', reason });
    } finally {
      await owner.close();
    }
  }
}
