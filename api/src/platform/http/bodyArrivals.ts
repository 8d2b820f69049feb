import type { IncomingMessage } from 'node:http';
import { AppError } from '../../ground/errors.ts';
import { type ReceivedBody, receiveBody } from './body.ts';
import type { Network } from './origin.ts';

export interface ArrivalLimits {
  /** A body that takes longer is given up. */
  readonly timeoutMs: number;
  /** So many may be on their way at once. */
  readonly most: number;
  readonly mostOfOneNetwork: number;
}

interface Arrival {
  readonly networks: readonly Network[];
  readonly giveUp: () => void;
}

/**
 * Bodies on their way. They are read before their requests count as being worked on, so that whoever sends slowly holds
 * up nobody but themselves: one more than a network, or all of them, may have gives up the one that has been on its way
 * for longest. What a browser sends is there at once, and never the oldest for long.
 */
export class BodyArrivals {
  readonly #limits: ArrivalLimits;
  /** Both in the order in which they began. */
  readonly #all = new Set<Arrival>();
  readonly #byNetwork = new Map<string, Set<Arrival>>();

  constructor(limits: ArrivalLimits) {
    this.#limits = limits;
  }

  /** @throws AppError request.too_slow */
  async receive(request: IncomingMessage, networks: readonly Network[]): Promise<ReceivedBody> {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    // The rest of it is not waited for: the connection ends with the answer.
    const giveUp = () => reject(new AppError('request.too_slow', { headers: { connection: 'close' } }));
    const arrival: Arrival = { networks, giveUp };
    const timer = setTimeout(arrival.giveUp, this.#limits.timeoutMs);
    this.#begin(arrival);
    try {
      return await Promise.race([receiveBody(request), givenUp]);
    } finally {
      clearTimeout(timer);
      this.#end(arrival);
    }
  }

  #begin(arrival: Arrival): void {
    const { most, mostOfOneNetwork } = this.#limits;
    this.#all.add(arrival);
    let tooMany = this.#all.size > most ? this.#all : undefined;
    for (const { key, times } of arrival.networks) {
      const own = (this.#byNetwork.get(key) ?? new Set()).add(arrival);
      this.#byNetwork.set(key, own);
      if (own.size > mostOfOneNetwork * times) tooMany = own;
    }
    const [oldest] = tooMany ?? [];
    if (!oldest) return;
    oldest.giveUp();
    this.#end(oldest);
  }

  #end(arrival: Arrival): void {
    this.#all.delete(arrival);
    for (const { key } of arrival.networks) {
      const own = this.#byNetwork.get(key);
      own?.delete(arrival);
      if (own?.size === 0) this.#byNetwork.delete(key);
    }
  }
}
