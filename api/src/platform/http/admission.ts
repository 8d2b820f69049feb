import { type AppError, busy } from '../../ground/errors.ts';

export interface AdmissionLimits {
  /** So many at once, whoever they are. */
  readonly most: number;
  /** So many at once of one network, or one member. */
  readonly mostOfOne: number;
  /** What whoever is too many is told; without it, server.busy. */
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
   * @param one the network or member it is counted for
   * @returns to be called once when it is done
   * @throws AppError of `refusal`
   */
  enter(one: string): () => void {
    const already = this.#byOne.get(one) ?? 0;
    if (this.#all >= this.#limits.most || already >= this.#limits.mostOfOne)
      throw (this.#limits.refusal ?? (() => busy(1)))();
    this.#all += 1;
    this.#byOne.set(one, already + 1);
    return () => {
      this.#all -= 1;
      const left = (this.#byOne.get(one) ?? 1) - 1;
      if (left > 0) this.#byOne.set(one, left);
      else this.#byOne.delete(one);
    };
  }
}
