import type { Clock } from '../../ground/clock.ts';
import { auditFault, rowIsGone } from '../../ledger/verification/invariants.ts';
import type { Database } from '../../platform/db/database.ts';

/** How far the chain of digests is known to be whole. */
export interface ChainState {
  /** The last row that there is. */
  readonly last: string;
  /** Every row up to this one was read since `since`. */
  readonly checkedTo: string;
  readonly since: Date;
  readonly checkedAt: Date;
  /** The first row that is not as it was written, or before which one is gone. */
  readonly broken: { readonly number: string; readonly fault: 'gone' | 'changed' } | undefined;
}

interface Page {
  readonly last: string | null;
  readonly checkedTo: string | null;
  readonly digest: Buffer | null;
  readonly broken: string | null;
  readonly fault: string | null;
  /** Whether the row up to which was checked before still stands there as it did. */
  readonly stands: boolean;
}

/** Rows of one look: about a third of a second. */
const pageRows = 50_000;
/** Whoever changes a row that was looked at is found by the next pass. */
const passMs = 3_600_000;

/**
 * Whether the audit log is as it was written, in pages: each look goes on where the last one came to, so that a log of a
 * million rows holds nobody up; after an hour it begins again with the first row. What it knows it keeps to itself: nobody
 * who can write the database can make it say something else.
 */
export class AuditChain {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #pageRows: number;
  #state: ChainState | undefined;
  #digest: Buffer = Buffer.alloc(0);
  #looking: Promise<ChainState> | undefined;

  constructor(database: Database, clock: Clock, rows = pageRows) {
    this.#database = database;
    this.#clock = clock;
    this.#pageRows = rows;
  }

  /** Looks at the next page, or at what is new. Of those who ask at once one looks. */
  look(): Promise<ChainState> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<ChainState> {
    const now = this.#clock.now();
    const known = this.#state;
    const isOver =
      known !== undefined && known.checkedTo === known.last && now.getTime() - known.since.getTime() > passMs;
    const from = known === undefined || isOver ? { checkedTo: '0', since: now, broken: undefined } : known;
    if (from !== known) this.#digest = Buffer.alloc(0);
    const page = await this.#database.one<Page>(
      `WITH page AS (
         SELECT number, digest, ${auditFault('$1::bigint', '$2::bytea')} AS fault
           FROM (SELECT * FROM audit_event WHERE number > $1::bigint ORDER BY number LIMIT $3) AS rows
         WINDOW log AS (ORDER BY number))
       SELECT (SELECT max(number) FROM audit_event) AS last,
              (SELECT max(number) FROM page) AS "checkedTo",
              (SELECT digest FROM page ORDER BY number DESC LIMIT 1) AS digest,
              first.number AS broken, first.fault,
              $1::bigint = 0 OR EXISTS (SELECT 1 FROM audit_event WHERE number = $1::bigint AND digest = $2::bytea) AS stands
         FROM (SELECT 1) AS one
         LEFT JOIN LATERAL (SELECT number, fault FROM page WHERE fault IS NOT NULL ORDER BY number LIMIT 1) AS first ON true`,
      [from.checkedTo, this.#digest, this.#pageRows],
    );
    if (!page) throw new Error('the audit log gave no answer');
    this.#digest = page.digest ?? this.#digest;
    this.#state = {
      last: page.last ?? '0',
      checkedTo: page.checkedTo ?? from.checkedTo,
      since: from.since,
      checkedAt: now,
      broken: from.broken ?? brokenIn(page, from.checkedTo),
    };
    return this.#state;
  }
}

function brokenIn({ broken, fault, stands }: Page, checkedTo: string): ChainState['broken'] {
  // Rows at the end that are gone break no digest: that they were there is remembered.
  if (!stands) return { number: checkedTo, fault: 'gone' };
  return broken === null ? undefined : { number: broken, fault: fault === rowIsGone ? 'gone' : 'changed' };
}
