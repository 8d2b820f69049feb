import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { passwordLength } from '@trellis/api-contract';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { busy } from '../../ground/errors.ts';

/** What Argon2id takes to hash. */
export interface HashCost {
  /** In KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}
/** 64 MiB and three passes (about 40 ms). */
const passwordCost: HashCost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };
/** For random codes of 50 bits and more, of which ten are made at once: 19 MiB and two passes (about 10 ms). */
const codeCost: HashCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const digestLength = 32;
const maximumRunning = 2 * availableParallelism();
const maximumWaiting = 50;
/** zxcvbn's 0 to 4; below this a password falls to a patient guesser. */
const minimumScore = 3;

/**
 * So much of a password is judged at once: the time grows with the square of the length and with the letters that digits
 * may stand for, and it is the event loop's. 32 characters take some 3 ms.
 */
const judgedLength = 32;
const judgedSubstitutions = 10;
/** Judged in about a millisecond. */
const shortLength = 16;
/** An address makes no more of a dictionary than this. */
const mostOwnWords = 12;

const strength = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: judgedSubstitutions,
});

/**
 * A password as it is judged and hashed: keyboards write the same letters in several ways (composed or not, full width
 * or half width).
 */
const normalizePassword = (password: string): string => password.normalize('NFKC');

/** Words that a guesser of somebody's password tries first: the name, both halves of the address, and their parts. */
export function ownWords(username: string, email = ''): string[] {
  const [local = '', domain = ''] = email.split('@');
  const parts = [username, local, domain, ...local.split(/[^\p{L}\p{N}]+/u), ...domain.split('.')];
  return [...new Set(parts.filter((part) => part.length > 2))].slice(0, mostOwnWords);
}

/** Whether a new password may be used: its length in code points, and not guessable from words or from its owner. */
export function isStrongPassword(password: string, words: readonly string[]): boolean {
  if (!hasLength(password)) return false;
  const characters = [...normalizePassword(password)];
  // Who guesses the whole has to guess each part: it is as strong as its stronger end.
  const ends = [
    characters.slice(0, judgedLength),
    ...(characters.length > judgedLength ? [characters.slice(-judgedLength)] : []),
  ];
  return ends.some((end) => strength.check(end.join(''), ['trellis', ...words]).score >= minimumScore);
}

function hasLength(password: string): boolean {
  const { length } = [...normalizePassword(password)];
  return length >= passwordLength.minimum && length <= passwordLength.maximum;
}

/** Judges, hashes and verifies, a few at a time: each needs 64 MiB, and a flood must not take the machine down. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #dummy: Promise<string> | undefined;
  readonly #productWords: readonly string[];
  readonly #passwordCost: HashCost;
  readonly #codeCost: HashCost;

  /**
   * @param productName what members call the product: nobody's password is made of it
   * @param cost another one than the product's, for tests of something else
   */
  constructor(productName = '', cost?: HashCost) {
    this.#passwordCost = cost ?? passwordCost;
    this.#codeCost = cost ?? codeCost;
    this.#productWords = [productName, productName.replaceAll(' ', ''), ...productName.split(' ')].filter(Boolean);
  }

  /** Whether a new password may be used. @param words `ownWords` of who wants it */
  isStrong(password: string, words: readonly string[]): boolean {
    return isStrongPassword(password, [...this.#productWords, ...words]);
  }

  /** As the contrary of `isStrong`, as far as it can be seen at no cost: for who has not proven anything yet. */
  isPlainlyWeak(password: string, words: readonly string[]): boolean {
    if (!hasLength(password)) return true;
    return [...normalizePassword(password)].length <= shortLength && !this.isStrong(password, words);
  }

  /** @throws AppError server.busy */
  async hash(password: string): Promise<string> {
    return this.#limited(() => hash(normalizePassword(password), this.#passwordCost));
  }

  /**
   * Without a hash (an unknown name) the same work is done against a dummy, so that the time shows nothing. Hashes of
   * before are of passwords as they were typed, so these are tried, too.
   * @throws AppError server.busy
   */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    this.#dummy ??= hash('no member has this one', this.#passwordCost);
    const against = stored ?? (await this.#dummy);
    const normalized = normalizePassword(password);
    const forms = normalized === password ? [normalized] : [normalized, password];
    let matches = false;
    for (const form of forms) matches ||= await this.#limited(() => verify(against, form));
    return matches && stored !== undefined;
  }

  /**
   * 32 bytes that are the same for the same code and salt, so that a random code can be looked up by them.
   * @throws AppError server.busy
   */
  async digest(code: string, salt: Buffer): Promise<Buffer> {
    return this.#limited(() => hashRaw(code, { ...this.#codeCost, outputLen: digestLength, salt }));
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
