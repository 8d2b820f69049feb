import { type AppError, busy } from '../../ground/errors.ts';
import type { Network } from './origin.ts';

export interface AdmissionLimits {
  /** So many at once, whoever they are. */
  readonly most: number;
  /** So many at once of one network, or one member. */
  readonly mostOfOne: number;
  /** What whoever is too many is shown; without it, server.busy. */
  readonly refusal?: () => AppError;
}

/** Counts what is worked on at this moment, and turns away what would be too much before it costs anything. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #byOne = new Map<string, number>();
  #all = 0;

  constructor(limits: AdmissionLimits) {
    this.#limits = limits;
  }

  /**
   * @param one the member it is counted for, or the networks
   * @returns to be called once when it is done
   * @throws AppError of `refusal`
   */
  enter(one: string | readonly Network[]): () => void {
    const { most, mostOfOne, refusal } = this.#limits;
    const counted = typeof one === 'string' ? [{ key: one, times: 1 }] : one;
    const isFull = counted.some(({ key, times }) => (this.#byOne.get(key) ?? 0) >= mostOfOne * times);
    if (this.#all >= most || isFull) throw (refusal ?? (() => busy(1)))();
    this.#all += 1;
    for (const { key } of counted) this.#byOne.set(key, (this.#byOne.get(key) ?? 0) + 1);
    return () => {
      this.#all -= 1;
      for (const { key } of counted) {
        const left = (this.#byOne.get(key) ?? 1) - 1;
        if (left > 0) this.#byOne.set(key, left);
        else this.#byOne.delete(key);
      }
    };
  }
}
