import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { passwordLength } from '@trellis/api-contract';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { busy } from '../../ground/errors.ts';

/** Argon2id, 64 MiB and three passes (about 40 ms). */
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const;
/** For random codes of 50 bits and more, of which ten are made at once: 19 MiB and two passes (about 10 ms). */
const codeParameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
const maximumRunning = 2 * availableParallelism();
const maximumWaiting = 50;
/** zxcvbn's 0 to 4; below this a password falls to a patient guesser. */
const minimumScore = 3;

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Whether a new password may be used: its length in code points, and not guessable from words or from its owner. */
export function isStrongPassword(password: string, ownWords: readonly string[]): boolean {
  const length = [...password].length;
  if (length < passwordLength.minimum || length > passwordLength.maximum) return false;
  return strength.check(password.slice(0, 100), ['trellis', ...ownWords]).score >= minimumScore;
}

/** Judges, hashes and verifies, a few at a time: each needs 64 MiB, and a flood must not take the machine down. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #dummy: Promise<string> | undefined;
  readonly #houseWords: readonly string[];

  /** @param productName what members call the product: nobody's password is made of it */
  constructor(productName = '') {
    this.#houseWords = [productName, productName.replaceAll(' ', ''), ...productName.split(' ')].filter(Boolean);
  }

  /** Whether a new password may be used. @param ownWords the names and addresses of who wants it */
  isStrong(password: string, ownWords: readonly string[]): boolean {
    return isStrongPassword(password, [...this.#houseWords, ...ownWords]);
  }

  /** @throws AppError server.busy */
  async hash(password: string): Promise<string> {
    return this.#limited(() => hash(password, parameters));
  }

  /**
   * Without a hash (an unknown name) the same work is done against a dummy, so that the time tells nothing.
   * @throws AppError server.busy
   */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    this.#dummy ??= hash('no member has this one', parameters);
    const against = stored ?? (await this.#dummy);
    const matches = await this.#limited(() => verify(against, password));
    return matches && stored !== undefined;
  }

  /**
   * 32 bytes that are the same for the same code and salt, so that a random code can be looked up by them.
   * @throws AppError server.busy
   */
  async digest(code: string, salt: Buffer): Promise<Buffer> {
    return this.#limited(() => hashRaw(code, { ...codeParameters, salt }));
  }

  async #limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= maximumRunning) {
      if (this.#waiting.length >= maximumWaiting) throw busy(2);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
