import { setTimeout as delay } from 'node:timers/promises';
import { generateSecret, generateSync } from 'otplib';

const stepSeconds = 30;
/** Just before a step ends the server may be in the next one, and takes the code of the one before no more. */
const safeSeconds = 25;

/** Senders that each give a code for each transfer, as members do: a code is good once, in its half minute and the next. */
export class Senders {
  /** All members have the same, so that a code is made once a step. */
  readonly secret = generateSecret();
  /** By member: the last time step that a code was given of. */
  readonly #used: number[];
  #next = 0;
  #code: { readonly step: number; readonly text: string } | undefined;

  /** @param members numbers from 1 on */
  constructor(members: number) {
    this.#used = new Array<number>(members + 1).fill(0);
  }

  /** Waits until so many codes can be given, if they are not there now. */
  async refill(codes: number): Promise<void> {
    const { now } = moment();
    const left = this.#used.reduce((sum, used) => sum + (used < now ? 1 : 0), 0);
    if (left >= codes) return;
    await delay((stepSeconds - moment().into) * 1000 + 100);
  }

  /** The next member that has a code left. @throws Error if none has */
  take(): { readonly member: number; readonly code: string } {
    const { now, into } = moment();
    for (const step of into < safeSeconds ? [now - 1, now] : [now])
      for (let tries = 1; tries < this.#used.length; tries += 1) {
        this.#next = (this.#next % (this.#used.length - 1)) + 1;
        const used = this.#used[this.#next] ?? 0;
        if (used >= step) {
          // Whoever comes next in turn was used as well, unless the turn has just begun.
          if (tries > 64) break;
          continue;
        }
        this.#used[this.#next] = step;
        return { member: this.#next, code: this.#codeOf(step) };
      }
    throw new Error('every member has used their code of this half minute');
  }

  #codeOf(step: number): string {
    if (this.#code?.step !== step)
      this.#code = {
        step,
        text: generateSync({ secret: this.secret, epoch: step * stepSeconds, period: stepSeconds }),
      };
    return this.#code.text;
  }
}

function moment(): { readonly now: number; readonly into: number } {
  const seconds = Date.now() / 1000;
  return { now: Math.floor(seconds / stepSeconds), into: seconds % stepSeconds };
}
