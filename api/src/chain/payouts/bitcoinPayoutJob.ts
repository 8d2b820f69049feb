import type { Log } from '../../ground/log.ts';
import { type Job, ReportedFailure } from '../../platform/jobs/job.ts';
import type { BitcoinConfig } from '../config/bitcoinConfig.ts';
import { BitcoinPayouts } from './bitcoinPayouts.ts';
import { PayoutWatch } from './payoutWatch.ts';
import type { RecordedPayouts } from './recordedPayouts.ts';

const pauseMs = 60_000;

/** Looks up payouts in BTC once a minute, as long as there are any. */
export function bitcoinPayoutJob(
  config: BitcoinConfig,
  { log, payouts }: { readonly log: Log; readonly payouts: RecordedPayouts },
): Job {
  const watch = new PayoutWatch(payouts, 'BTC', new BitcoinPayouts(config));
  return {
    name: 'BTC payouts',
    pauseMs,
    async run() {
      try {
        await watch.step();
      } catch (error) {
        log.warn({ why: error instanceof Error ? error.message : 'unknown' }, 'BTC payouts not looked up');
        throw new ReportedFailure('failed', error);
      }
      return false;
    },
  };
}
