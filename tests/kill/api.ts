import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Product, startProduct } from '../support/product.ts';
import type { Forwarder } from './forwarder.ts';

const startWithinMs = 60_000;

/** Of its database, as the product and as the owner log in. */
interface Addresses {
  readonly url: string;
  readonly ownerUrl: string;
}

/** The API as its own process, killed and started again behind one address. */
export class KillableApi {
  readonly #proxy: Forwarder;
  readonly #addresses: Addresses;
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'trellis-kill-api-'));
  #product: Product | undefined;

  constructor(proxy: Forwarder, addresses: Addresses) {
    this.#proxy = proxy;
    this.#addresses = addresses;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#proxy.port}`;
  }

  /** Starts, again and again while its Postgres is away, as whoever supervises it would. */
  async start(): Promise<void> {
    const giveUpAt = Date.now() + startWithinMs;
    while (!this.#product) {
      try {
        this.#product = await startProduct({
          dataDir: this.#dataDir,
          env: {
            DATABASE_URL: this.#addresses.url,
            OWNER_DATABASE_URL: this.#addresses.ownerUrl,
            PUBLIC_ORIGIN: this.origin,
            LOG_LEVEL: 'error',
          },
        });
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
        await delay(100);
      }
    }
    this.#proxy.targetPort = Number(new URL(this.#product.origin).port);
  }

  /** SIGKILL, if it runs. */
  async kill(): Promise<void> {
    this.#proxy.targetPort = undefined;
    await this.#product?.kill();
    this.#product = undefined;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
