import { pageOfParameter, type ReleasesNow, registryEvent } from '@trellis/api-contract';
import { type OperatorTopic, operatorEventsPath } from '@trellis/api-contract/operator';
import type { Middleware } from 'koa';
import { isAction } from '../../governance/audit/auditLog.ts';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../../platform/db/database.ts';
import { EventStreams, type OpenPage } from '../../platform/events/eventStreams.ts';
import { type Audience, checkPageOf, identify } from '../../platform/http/audience.ts';
import type { LiveOperators, OperatorAudienceCaller } from '../../platform/http/caller.ts';
import { clientAddress } from '../../platform/http/origin.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import type { ReleasesOf } from './webOrigin.ts';

/**
 * By topic, in SQL, what becomes another value with whatever changes there. Each reads the end of an index or rows that are
 * few: it is asked once a second while a console is open.
 */
const marks: Readonly<Record<OperatorTopic, string>> = {
  withdrawals: `concat_ws(' ', (SELECT max(id) FROM withdrawal_event), (SELECT max(id) FROM withdrawal_payout),
    (SELECT max(approval) FROM approval_given))`,
  deposits: `concat_ws(' ', (SELECT max(id) FROM deposit_transfer), (SELECT count(*) FROM deposit_preview),
    (SELECT concat(max(id), ' ', count(*) FILTER (WHERE closed_at IS NULL)) FROM approval WHERE action IN ('deposit.release', 'deposit.return', 'chain_fault.close')),
    (SELECT concat(max(id), ' ', count(*) FILTER (WHERE closed_at IS NULL), ' ', max(look_asked_at), ' ', max(looked_at)) FROM chain_fault), (SELECT max(halted_at) FROM chain_cursor),
    (SELECT count(*) FROM deposit_transfer WHERE state = 'returning'))`,
  inquiries: `concat_ws(' ', (SELECT max(id) FROM inquiry_message),
    (SELECT count(*) FROM inquiry WHERE status = 'received'))`,
  approvals: `concat_ws(' ', (SELECT max(id) FROM approval), (SELECT count(*) FROM approval WHERE closed_at IS NULL))`,
  releases: `concat_ws(' ', (SELECT max(id) FROM release_event), (SELECT count(*) FROM refused_call))`,
  books: `concat_ws(' ', (SELECT max(id) FROM verification_run), (SELECT count(*) FROM payout_freeze WHERE ended_at IS NULL))`,
  audit: `(SELECT max(number) FROM audit_event WHERE ${isAction()})`,
};
const marksSql = `SELECT ${Object.entries(marks)
  .map(([topic, mark]) => `coalesce((${mark})::text, '') AS ${topic}`)
  .join(', ')}`;

export interface OperatorEventParts {
  readonly config: Config;
  readonly audience: Audience<OperatorAudienceCaller>;
  readonly sessions: LiveOperators;
  readonly database: Database;
  readonly log: Log;
  readonly releasesOf: ReleasesOf<OperatorAudienceCaller>;
}

/** The operator of a page, and the session that lets it listen. */
interface Listener {
  readonly operatorId: string;
  readonly token: string;
  readonly releases: () => Promise<ReleasesNow>;
}

/**
 * Reports the console's open pages that something changed, whatever the operator's roles: a mark says nothing of it. Listening
 * is no use of the session: it ends as if nobody were there, and its streams end with it.
 */
export class OperatorEventStreams {
  readonly #parts: OperatorEventParts;
  readonly #streams: EventStreams<Listener>;

  constructor(parts: OperatorEventParts) {
    this.#parts = parts;
    this.#streams = new EventStreams({
      name: 'operator events',
      nameOf: ({ operatorId }: Listener) => operatorId,
      addressOf: ({ req }) => clientAddress(req, parts.config.trustedProxies),
      log: parts.log,
      report: (pages) => this.#report(pages),
    });
  }

  middleware(): Middleware<RequestState> {
    return async (context, next) => {
      if (context.path !== operatorEventsPath) return next();
      if (context.method !== 'GET') throw new AppError('request.method_not_allowed', { headers: { allow: 'GET' } });
      const { audience, config, releasesOf } = this.#parts;
      // The browser comes back by itself from every broken connection.
      const caller = await identify(context, audience, config, { background: true });
      const { operator, token } = caller;
      if (!operator || token === undefined) throw new AppError('auth.session_required');
      checkPageOf(audience, caller, context.query[pageOfParameter]);
      await this.#streams.open(context, { operatorId: operator.id, token, releases: releasesOf(context, caller) });
    };
  }

  close(): void {
    this.#streams.close();
  }

  async #report(pages: readonly OpenPage<Listener>[]): Promise<void> {
    const { sessions, database } = this.#parts;
    const living = await sessions.living([...new Set(pages.map(({ who }) => who.token))]);
    const heard = pages.filter((page) => {
      const lives = living.has(page.who.token);
      if (!lives) page.end();
      return lives;
    });
    if (heard.length === 0) return;
    const now = await database.one<Record<OperatorTopic, string>>(marksSql);
    for (const page of heard) {
      for (const [topic, mark] of Object.entries(now ?? {})) page.send({ mark }, topic);
      page.send(await page.who.releases(), registryEvent);
    }
  }
}
