import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSecret, generateSync } from 'otplib';

const stepSeconds = 30;
/** How often the product's clock goes on by a step, so that members need not wait half a minute for their next code. */
const everyMs = 1_000;

/** The authenticators of a crowd, on the product's own clock, which they put forward as `/dev/clock` does. */
export class Phones {
  readonly secret = generateSecret();
  readonly #file: string;
  readonly #used = new Map<string, number>();
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'clock.json');
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#aheadMs += stepSeconds * 1000;
      writeFileSync(this.#file, JSON.stringify({ aheadMs: this.#aheadMs }));
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** A code that this member has not used; `undefined` while there is none. */
  code(username: string): string | undefined {
    const seconds = (Date.now() + this.#aheadMs) / 1000;
    // The product reads its clock twice a second, so it may be a step behind; it takes the present step and the one before.
    const step = Math.floor(seconds / stepSeconds) - 1;
    const isNearlyOver = seconds % stepSeconds > stepSeconds - 1;
    if (isNearlyOver || (this.#used.get(username) ?? 0) >= step) return undefined;
    this.#used.set(username, step);
    return generateSync({ secret: this.secret, epoch: step * stepSeconds, period: stepSeconds });
  }
}
