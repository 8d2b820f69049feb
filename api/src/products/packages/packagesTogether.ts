import { v7 as newId } from 'uuid';
import { type Reader, writtenFor } from '../../governance/tell/written.ts';
import type { Log } from '../../ground/log.ts';
import { isRefused } from '../../ground/refused.ts';
import { BatchedRead } from '../../platform/db/batchedRead.ts';
import { BatchQueue } from '../../platform/db/batchQueue.ts';
import { sqlState } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import { saleIn } from '../sale/saleTo.ts';
import { agreedOf, boughtTexts, linkToPackage } from './packageAgreement.ts';
import { type PackageQuote, quotePackage } from './packageQuote.ts';
import { packageTermsNow } from './packageRules.ts';
import type { BoughtPackage, PackageOrder, PackageParts } from './packageService.ts';

/** One after the other, for all of them lock the same pool; and so few that nobody waits for it longer than some 20 ms. */
const options = { lanes: 1, maximumBatch: 16, maximumQueued: 400 };

interface Facts extends Reader {
  readonly usd: string;
  readonly rp: string;
  readonly free: string;
  readonly country: string | null;
  readonly cancelDays: number;
}

interface Item {
  readonly key: string;
  readonly journal: string;
  readonly [agreed: string]: unknown;
}

/**
 * Buys packages of many members at a moment in one call. It says yes or nothing at all: what is in doubt, what the pool may
 * not reach for, and what went wrong on the way, is left to the single purchase, which judges, explains and stores.
 */
export class PackagesTogether {
  readonly #parts: PackageParts;
  readonly #log: Log;
  readonly #facts: BatchedRead<string, Facts | undefined>;
  readonly #queue: BatchQueue<Item, Date | undefined>;
  readonly #inFlight = new Set<string>();

  constructor(parts: PackageParts, log: Log) {
    this.#parts = parts;
    this.#log = log;
    this.#facts = new BatchedRead(parts.database, (members) => this.#readFacts(members));
    this.#queue = new BatchQueue((items) => this.#buyAll(items), options);
  }

  /**
   * Buys one in a transaction with others, if nothing stands against it.
   * @returns `undefined` if that is not certain; after a lost connection it may have been bought: the single call under the
   *   same key finds out
   * @throws AppError server.busy if too many wait
   */
  async buy(memberId: string, order: PackageOrder, call: Idempotency): Promise<BoughtPackage | undefined> {
    // A key stands in a batch once: a second one would undo the batch of all.
    const inFlight = `${memberId} ${call.key}`;
    if (this.#inFlight.has(inFlight)) return undefined;
    this.#inFlight.add(inFlight);
    try {
      const prepared = await this.#prepare(memberId, order, call);
      const at = prepared && (await this.#queue.submit(prepared.item));
      return at && { id: prepared.id, reference: prepared.item.journal, at, quote: prepared.quote };
    } finally {
      this.#inFlight.delete(inFlight);
    }
  }

  async #prepare(
    memberId: string,
    order: PackageOrder,
    call: Idempotency,
  ): Promise<{ id: string; quote: PackageQuote; item: Item } | undefined> {
    const { rules, clock } = this.#parts;
    const [terms, facts] = await Promise.all([packageTermsNow(rules), this.#facts.get(memberId)]);
    if (!facts) return undefined;
    const quote = quotePackage(terms, {
      ...order,
      usdAvailable: BigInt(facts.usd),
      rpAvailable: BigInt(facts.rp),
      freePool: BigInt(facts.free),
      startedAt: clock.now(),
      cancelDays: facts.cancelDays,
      open: (await saleIn(rules, 'package', facts.country)) === 'open',
      suspended: false, // who is suspended does not come here, and the database looks again
    });
    // Near the end of the pool each is looked at by itself: who is first gets what is left.
    if (isRefused(quote) || quote.reward < quote.fullReward) return undefined;
    const id = newId();
    const { mail, notice } = writtenFor(facts, 'packageBought', boughtTexts(quote), { link: linkToPackage(id) });
    if (!mail || !notice) throw new Error('a purchase is told by notice and mail');
    return {
      id,
      quote,
      item: {
        ...agreedOf(terms, quote, facts.cancelDays),
        id,
        member: memberId,
        journal: newId(),
        key: call.key,
        hash: call.requestHash.toString('hex'),
        values: quote.loops.map(({ value }) => String(value)),
        rewards: quote.loops.map(({ reward }) => String(reward)),
        notice,
        mail: { ...mail, id: newId() },
      },
    };
  }

  async #readFacts(members: readonly string[]): Promise<(Facts | undefined)[]> {
    const { database, clock } = this.#parts;
    const rows = await database.rows<Facts & { readonly id: string }>(
      `SELECT m.id::text, m.email, m.language, m.anti_phishing_code, m.time_zone, m.country,
              package_cancel_days(m.id, $2) AS "cancelDays",
              coalesce((SELECT balance FROM account WHERE id = m.id * 1000 + 101), 0)::text AS usd,
              coalesce((SELECT balance FROM account WHERE id = m.id * 1000 + 131), 0)::text AS rp,
              (SELECT balance FROM account WHERE id = 601)::text AS free
         FROM member m WHERE m.id = ANY ($1::bigint[])`,
      [[...members], clock.now()],
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return members.map((member) => byId.get(member));
  }

  async #buyAll(items: readonly Item[]): Promise<(Date | undefined)[]> {
    const answers = new Array<Date | undefined>(items.length).fill(undefined);
    try {
      const rows = await this.#parts.database.rows<{ place: number; at: Date }>('SELECT * FROM buy_packages($1)', [
        JSON.stringify(items),
      ]);
      for (const { place, at } of rows) answers[place - 1] = at;
    } catch (error) {
      // Members notice nothing but a slower answer, so somebody else has to.
      this.#log.warn({ sqlState: sqlState(error), packages: items.length }, 'a batch of packages failed');
    }
    return answers;
  }
}
