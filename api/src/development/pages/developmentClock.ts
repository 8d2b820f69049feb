import type { Middleware } from 'koa';
import { type Clock, DevelopmentClock } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import { putForward } from '../databaseClock.ts';
import { serveDevelopmentPage } from './developmentPage.ts';

/** Longer than the longest term of the product. */
const mostHours = 400 * 24;

/**
 * The development clock, at `/dev/clock`: puts the product's time forward, for what takes a day or a term. Never back: what has
 * happened has happened. Loopback only. Production, whose clock is the real one, does not have this page at all.
 */
export function serveDevelopmentClock(clock: Clock, database: Database): Middleware<RequestState> {
  if (!(clock instanceof DevelopmentClock)) return (_context, next) => next();
  return serveDevelopmentPage({
    path: '/dev/clock',
    title: 'Development clock',
    async take({ hours }) {
      await putForward(database, clock, readHours(hours) * 3_600_000);
      return '';
    },
    async show() {
      const now = clock.now().toISOString();
      const aheadHours = clock.aheadMs() / 3_600_000;
      return { json: { now, aheadHours }, html: contentOf(now, aheadHours) };
    },
  });
}

/** @throws AppError request.malformed */
function readHours(hours: unknown): number {
  const wanted = Number(hours);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > mostHours) throw new AppError('request.malformed');
  return wanted;
}

const contentOf = (now: string, aheadHours: number): string =>
  `<p>The product's time is <time>${now}</time>, ${aheadHours} hours ahead of this machine's.</p>
<form method="post" action="/dev/clock"><label>Put it forward by <input name="hours" value="25" size="5" inputmode="numeric" required> hours</label><button>Put forward</button></form>
<p>Sessions end as if nobody had been there; log in again. It never goes back, except with the data folder.</p>`;
