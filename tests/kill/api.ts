import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../api/src/testing/index.ts';
import { type Product, startProduct } from '../support/product.ts';
import type { Forwarder } from './forwarder.ts';

/** No measure of speed: on a busy machine, and with its Postgres killed meanwhile, it takes several tries. */
const startWithinMs = 240_000;

/** Of its database, as the product and as the owner log in. */
interface Addresses {
  readonly url: string;
  readonly ownerUrl: string;
}

interface ApiOptions {
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The API as its own process, killed and started again behind one address. */
export class KillableApi {
  readonly dataDir: string;
  readonly #proxy: Forwarder;
  readonly #addresses: Addresses;
  readonly #env: Readonly<Record<string, string>>;
  #product: Product | undefined;

  constructor(proxy: Forwarder, addresses: Addresses, options: ApiOptions = {}) {
    this.#proxy = proxy;
    this.#addresses = addresses;
    this.#env = options.env ?? {};
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'trellis-kill-api-'));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#proxy.port}`;
  }

  /** What runs, at its own address. @throws Error while nothing does */
  get product(): Product {
    if (!this.#product) throw new Error('it does not run');
    return { ...this.#product, ownerUrl: this.#addresses.ownerUrl };
  }

  /** Starts, again and again while its Postgres is away, as whoever supervises it would. */
  async start(): Promise<void> {
    // It may have ended with whoever pressed Ctrl-C.
    if (this.#product && !isAlive(this.#product.pid)) await this.kill();
    const giveUpAt = Date.now() + startWithinMs;
    while (!this.#product) {
      try {
        this.#product = await startProduct({
          dataDir: this.dataDir,
          env: {
            DATABASE_URL: this.#addresses.url,
            OWNER_DATABASE_URL: this.#addresses.ownerUrl,
            PUBLIC_ORIGIN: this.origin,
            LOG_LEVEL: 'error',
            ...this.#env,
          },
        });
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
        await delay(100);
      }
    }
    this.#proxy.aim(portOf(this.#product));
  }

  /** SIGKILL, if it runs. */
  async kill(): Promise<void> {
    const product = this.#product;
    this.#product = undefined;
    if (product) this.#proxy.leave(portOf(product));
    await product?.kill();
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

const portOf = ({ origin }: Product): number => Number(new URL(origin).port);
