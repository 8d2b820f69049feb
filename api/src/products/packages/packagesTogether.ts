import { v7 as newId } from 'uuid';
import { type Reader, writtenFor } from '../../governance/notifications/written.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { dayText, type UtcDay, utcDayOf } from '../../ground/utcDay.ts';
import { BatchedRead } from '../../platform/db/batchedRead.ts';
import { BatchQueue } from '../../platform/db/batchQueue.ts';
import { sqlState } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import {
  type BoughtPackage,
  boughtOf,
  boughtTexts,
  linkToPackage,
  type PurchaseItem,
  purchase,
  purchaseItem,
} from './packagePurchases.ts';
import { orderInSql, type PackageOrder, termsInSql } from './packageQuote.ts';
import { packageTermsNow } from './packageRules.ts';
import type { PackageParts } from './packageService.ts';

/** One after the other, for all of them lock the same pool; and so few that nobody waits for it longer than some 20 ms. */
const options = { lanes: 1, maximumBatch: 16, maximumQueued: 400 };

interface Asked {
  readonly member: string;
  readonly order: PackageOrder;
}

/** Whom a purchase notifies, and of what. */
interface Foreseen extends Reader {
  readonly level: string;
  readonly price: string;
  readonly reward: string;
  readonly days: number;
}

/**
 * Buys packages of many members at a moment in one call, each with its notice and mail: what these say is what is bought, or nothing
 * is. What is refused or in doubt, and what went wrong on the way, is left to the single purchase, which explains and stores.
 */
export class PackagesTogether {
  readonly #parts: PackageParts;
  readonly #log: Log;
  readonly #foresee: BatchedRead<Asked, Foreseen | undefined>;
  readonly #queue: BatchQueue<PurchaseItem, BoughtPackage | undefined>;
  readonly #inFlight = new Set<string>();

  constructor(parts: PackageParts, log: Log) {
    this.#parts = parts;
    this.#log = log;
    this.#foresee = new BatchedRead(parts.database, (queries) => this.#readForeseen(queries));
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
      const foreseen = await this.#foresee.get({ member: memberId, order });
      return foreseen && (await this.#queue.submit(this.#withTexts(purchaseItem(memberId, order, call), foreseen)));
    } finally {
      this.#inFlight.delete(inFlight);
    }
  }

  #withTexts(item: PurchaseItem, foreseen: Foreseen): PurchaseItem {
    const { level, price, reward, days } = foreseen;
    const last: UtcDay = todayOf(this.#parts.clock) + days;
    const texts = boughtTexts({ level, price: BigInt(price), reward: BigInt(reward), last });
    const { mail, notice } = writtenFor(foreseen, 'packageBought', texts, { link: linkToPackage(item.id) });
    if (!mail || !notice) throw new Error('a purchase has a notice and a mail');
    return {
      ...item,
      notified: { level, price, reward, lastDay: dayText(last) },
      notice,
      mail: { ...mail, id: newId() },
    };
  }

  async #readForeseen(queries: readonly Asked[]): Promise<(Foreseen | undefined)[]> {
    const { database, rules } = this.#parts;
    const terms = termsInSql(await packageTermsNow(rules));
    const rows = await database.rows<Foreseen & { readonly place: number }>(
      `SELECT a.place::integer, m.email, m.language, m.anti_phishing_code, m.time_zone, e.level, e.price,
              least(e.full_reward, pool.balance) AS reward, e.loops * ($2::jsonb -> 'loopDays')::integer AS days
         FROM ROWS FROM (jsonb_to_recordset($1) AS (member bigint, level text, custom bigint)) WITH ORDINALITY
           AS a (member, level, custom, place)
         JOIN member m ON m.id = a.member JOIN account pool ON pool.id = system_account('packageRewardPool')
         CROSS JOIN LATERAL package_earnings($2, a.level, a.custom) e WHERE e.refused IS NULL`,
      [JSON.stringify(queries.map(({ member, order }) => ({ ...orderInSql(order), member }))), JSON.stringify(terms)],
    );
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return queries.map((_, index) => byPlace.get(index + 1));
  }

  async #buyAll(items: readonly PurchaseItem[]): Promise<(BoughtPackage | undefined)[]> {
    const answers = new Array<BoughtPackage | undefined>(items.length).fill(undefined);
    try {
      for (const row of await purchase(this.#parts.database, items))
        if (row.refused === null && !row.replayed) answers[row.place - 1] = boughtOf(row);
    } catch (error) {
      // Members notice nothing but a slower answer, so somebody else has to.
      this.#log.warn({ sqlState: sqlState(error), packages: items.length }, 'a batch of packages failed');
    }
    return answers;
  }
}

const todayOf = (clock: Clock): UtcDay => utcDayOf(clock.now());
