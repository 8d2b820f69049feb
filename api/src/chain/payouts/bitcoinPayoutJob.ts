import type { Job } from '../../jobs/loop.ts';
import type { Log } from '../../log.ts';
import type { BitcoinConfig } from './bitcoinConfig.ts';
import { BitcoinPayouts } from './bitcoinPayouts.ts';
import { PayoutWatch, type PayoutWatchParts } from './payoutWatch.ts';

const pauseMs = 60_000;

/** Looks up payouts in BTC once a minute, as long as there are any. */
export function bitcoinPayoutJob(config: BitcoinConfig, { log, ...parts }: PayoutWatchParts & { log: Log }): Job {
  const watch = new PayoutWatch(parts, 'BTC', new BitcoinPayouts(config));
  return {
    name: 'BTC payouts',
    pauseMs,
    async step() {
      try {
        await watch.step();
      } catch (error) {
        log.warn({ why: error instanceof Error ? error.message : 'unknown' }, 'BTC payouts not looked up');
      }
      return false;
    },
  };
}
