import { z } from 'zod';
import type { BitcoinConfig } from '../config/bitcoinConfig.ts';
import { ChainFault } from '../nodes/chainFault.ts';
import type { OpenPayout } from './recordedPayouts.ts';
import type { PayoutSighting, PayoutSource } from './sighting.ts';

/** What of Esplora's answers is read; https://github.com/Blockstream/esplora/blob/master/API.md */
const transaction = z.object({
  vin: z.array(z.object({ prevout: z.object({ scriptpubkey_address: z.string().optional() }).nullable() })),
  vout: z.array(z.object({ scriptpubkey_address: z.string().optional(), value: z.int().nonnegative() })),
  status: z.union([
    z.object({ confirmed: z.literal(true), block_height: z.int(), block_hash: z.string(), block_time: z.int() }),
    z.object({ confirmed: z.literal(false) }),
  ]),
});
type Transaction = z.infer<typeof transaction>;

const timeoutMs = 15_000;
const maximumBytes = 4 * 1024 * 1024;
/** Miners' clocks may be behind by as much. */
const toleranceMs = 2 * 3600_000;

/** Payouts in BTC, by two explorers that have to say the same. */
export class BitcoinPayouts implements PayoutSource {
  readonly #config: BitcoinConfig;

  constructor(config: BitcoinConfig) {
    this.#config = config;
  }

  /** @throws ChainFault */
  async look(payout: OpenPayout): Promise<PayoutSighting | 'unknown' | undefined> {
    const { explorers, confirmations: needed } = this.#config;
    const [one, other] = await Promise.all(explorers.map((explorer) => this.#transaction(explorer, payout.tx)));
    if (!one && !other) return 'unknown';
    if (!one?.status.confirmed || !other?.status.confirmed) return undefined;
    if (one.status.block_hash !== other.status.block_hash || !sameOutputs(one, other)) return undefined;
    const heights = await Promise.all(explorers.map((explorer) => this.#height(explorer)));
    const confirmations = Math.max(0, Math.min(...heights) - one.status.block_height + 1);
    const fault = this.#faultOf(payout, one);
    const paid =
      fault === undefined
        ? one.vout.flatMap(({ scriptpubkey_address: to, value }, ordinal) =>
            to === payout.address ? [{ ordinal, paidMinor: BigInt(value) }] : [],
          )
        : [];
    const matches = paid.flatMap(({ ordinal, paidMinor }) => (paidMinor === payout.receivedMinor ? [ordinal] : []));
    return {
      matches,
      others: paid.filter(({ paidMinor }) => paidMinor !== payout.receivedMinor && paidMinor > 0n),
      needed,
      isFinal: confirmations >= needed,
      confirmations: Math.min(confirmations, needed),
      fault: fault ?? (matches.length === 0 ? 'it has no output of exactly this to this address' : undefined),
    };
  }

  #faultOf({ approvedAt }: OpenPayout, { vin, status }: Transaction): string | undefined {
    const fromUs = vin.every(({ prevout }) => this.#config.custody.has(prevout?.scriptpubkey_address ?? ''));
    if (!fromUs || vin.length === 0) return 'it does not come from custody alone';
    if (status.confirmed && status.block_time * 1000 < approvedAt.getTime() - toleranceMs)
      return 'it is older than the approval';
    return undefined;
  }

  async #transaction(explorer: string, id: string): Promise<Transaction | undefined> {
    const text = await ask(explorer, `/tx/${id}`);
    if (text === undefined) return undefined;
    const read = transaction.safeParse(parse(text));
    if (!read.success) throw new ChainFault('transient', 'an explorer answered no transaction');
    return read.data;
  }

  async #height(explorer: string): Promise<number> {
    const text = await ask(explorer, '/blocks/tip/height');
    if (text === undefined || !/^[0-9]{1,9}$/.test(text.trim()))
      throw new ChainFault('transient', 'an explorer answered no height');
    return Number(text);
  }
}

const sameOutputs = (one: Transaction, other: Transaction): boolean =>
  JSON.stringify([one.vin, one.vout]) === JSON.stringify([other.vin, other.vout]);

/** `undefined`: it is not there. @throws ChainFault */
async function ask(explorer: string, path: string): Promise<string | undefined> {
  let response: Response;
  let text: string;
  try {
    // Sent elsewhere, two explorers might be one.
    response = await fetch(explorer.replace(/\/$/, '') + path, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch {
    throw new ChainFault('transient', 'an explorer does not answer');
  }
  if (response.status === 404) return undefined;
  if (!response.ok || text.length > maximumBytes)
    throw new ChainFault('transient', `an explorer answered ${response.status}`);
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
