import { type PayoutChain, payoutChains } from '@trellis/api-contract';

const place = '{transaction}';

/** Where members may look at a transaction themselves, by chain; a chain without one has no link. */
export class Explorers {
  readonly #templates: ReadonlyMap<PayoutChain, string>;

  constructor(templates: ReadonlyMap<PayoutChain, string> = new Map()) {
    this.#templates = templates;
  }

  /** The page of a transaction as it is named on its chain; `null` where none is configured. */
  pageOf(chain: PayoutChain, transaction: string): string | null {
    return this.#templates.get(chain)?.replace(place, encodeURIComponent(transaction)) ?? null;
  }
}

/**
 * `CHAIN_<name>_EXPLORER`: an https address with `{transaction}` where the transaction stands, once and after the host.
 * Faults go to `faults`.
 */
export function readExplorers(env: NodeJS.ProcessEnv, faults: string[]): Explorers {
  const templates = new Map<PayoutChain, string>();
  for (const chain of payoutChains) {
    const name = `CHAIN_${chain}_EXPLORER`;
    const template = env[name];
    if (!template) continue;
    if (isTemplate(template)) templates.set(chain, template);
    else faults.push(`${name} is not an https address with ${place} in its path, query or fragment`);
  }
  return new Explorers(templates);
}

function isTemplate(text: string): boolean {
  const [start = '', ...ends] = text.split(place);
  if (ends.length !== 1 || !URL.canParse(start)) return false;
  const { protocol, hostname, username, password } = new URL(start);
  // The address begins with its whole host: what is filled in never says where the link leads.
  return (
    protocol === 'https:' && hostname !== '' && username + password === '' && /^https:\/\/[^/?#]+[/?#]/.test(start)
  );
}
