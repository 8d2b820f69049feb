import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSecret, generateSync } from 'otplib';
import pg from 'pg';

const stepSeconds = 30;
/**
 * How often the product's clock goes on by a step, so that members need not wait half a minute for their next code. While
 * anyone is still busy with a code, it waits: a code holds for as long as it is in use, however busy the machine is.
 */
const everyMs = 2_000;
/** In the data folder: where the product's clock stands. */
export const clockFile = 'clock.json';
/** The product reads its clock twice a second. */
const untilReadMs = 700;

/** The authenticators of a crowd, on the product's own clock, which they put forward as `/dev/clock` does. */
export class Phones {
  readonly secret = generateSecret();
  readonly #file: string;
  readonly #databaseUrl: string;
  readonly #used = new Map<string, number>();
  /** Members who are busy with a code. */
  readonly #inUse = new Set<string>();
  #aheadMs = 0;
  #aheadSince = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #admin: pg.Client | undefined;

  constructor(dataDir: string, databaseUrl: string) {
    this.#file = join(dataDir, clockFile);
    this.#databaseUrl = databaseUrl;
  }

  async start(): Promise<void> {
    const admin = new pg.Client({ connectionString: this.#databaseUrl });
    await admin.connect();
    this.#admin = admin;
    this.#timer = setInterval(() => {
      if (this.#inUse.size > 0) return;
      this.#aheadMs += stepSeconds * 1000;
      this.#aheadSince = performance.now();
      writeFileSync(this.#file, JSON.stringify({ aheadMs: this.#aheadMs }));
      void admin.query(`UPDATE development_clock SET ahead = $1 * interval '1 millisecond'`, [this.#aheadMs]);
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#admin?.end();
  }

  /** A code that this member has not used, in use until `done`; `undefined` while there is none. */
  code(username: string): string | undefined {
    const step = this.#step();
    const isRead = performance.now() - this.#aheadSince > untilReadMs;
    if (!isRead || (this.#used.get(username) ?? 0) >= step) return undefined;
    this.#used.set(username, step);
    this.#inUse.add(username);
    return generateSync({ secret: this.secret, epoch: step * stepSeconds, period: stepSeconds });
  }

  /** The member has done what they took a code for. */
  done(username: string): void {
    this.#inUse.delete(username);
  }

  #step(): number {
    return Math.floor((Date.now() + this.#aheadMs) / 1000 / stepSeconds);
  }
}
