import { type DepositChain, depositChains, unitScale } from '@trellis/api-contract';
import { accountOfAddress, checkAddress, sameAddress } from '@trellis/api-contract/addresses';
import { isPrivate } from '../../ground/encrypted.ts';
import { hexOf } from '../nodes/hexadecimal.ts';
import type { NodeAddress } from '../nodes/jsonRpc.ts';
import { listOf } from './bitcoinConfig.ts';
import { DepositKey, DepositKeyFault } from './depositKey.ts';

/** The one token of a chain that deposits are made of. */
export interface Token {
  /** As `checkAddress` writes it. */
  readonly address: string;
  /** As logs have it: lower-case hexadecimal with 0x. */
  readonly account: string;
  readonly decimals: number;
}

/** A chain that deposits come by. */
export interface ChainConfig {
  readonly chain: DepositChain;
  readonly node: NodeAddress;
  /** A second provider, which the audit reads. */
  readonly auditNode: NodeAddress | undefined;
  readonly chainId: number;
  readonly token: Token;
  /** How many blocks stand on a block before what is in it counts. */
  readonly confirmations: number;
  /** Whether the node must say besides that the block is final. */
  readonly requireFinalized: boolean;
  readonly key: DepositKey;
  /** Accounts that payouts come from, as logs have them; without any no payout is looked up here. */
  readonly custody: ReadonlySet<string>;
  /** The first block that is ever read. */
  readonly startBlock: number;
  /** The most blocks of one call. */
  readonly maximumSpan: number;
  /** How much later the audit reads: a node that was behind has caught up by then. */
  readonly auditDelayMs: number;
  /** Between two looks. */
  readonly pauseMs: number;
}

export type Chains = ReadonlyMap<DepositChain, ChainConfig>;

interface Defaults {
  readonly chainId: number;
  readonly decimals: number;
  readonly confirmations: number;
  readonly maximumSpan: number;
  readonly pauseMs: number;
}

/** Of the main networks; README.md explains each variable. */
const mainnet: Readonly<Record<DepositChain, Defaults>> = {
  BSC: { chainId: 56, decimals: 18, confirmations: 15, maximumSpan: 500, pauseMs: 3_000 },
  TRON: { chainId: 728_126_428, decimals: 6, confirmations: 20, maximumSpan: 5_000, pauseMs: 9_000 },
};

/** First addresses of mnemonics that stand in every tutorial: whoever reads them can spend what arrives. */
const publicAddresses = new Set([
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6',
  '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
]);

/**
 * The chains that the environment configures: each of which one `CHAIN_<name>_` variable is set. Every fault is added to
 * `faults`, by variable; values are never repeated, for they may be keys.
 */
export function readChains(env: NodeJS.ProcessEnv, production: boolean, faults: string[]): Chains {
  const chains = new Map<DepositChain, ChainConfig>();
  for (const chain of depositChains) {
    const prefix = `CHAIN_${chain}_`;
    // An explorer is for readers alone: payouts go out on a chain that no deposits come by, too.
    const isNamed = Object.entries(env).some(
      ([name, value]) => name.startsWith(prefix) && name !== `${prefix}EXPLORER` && value,
    );
    const config = isNamed ? new ChainReader(chain, env, production, faults).read() : undefined;
    if (config) chains.set(chain, config);
  }
  return chains;
}

class ChainReader {
  readonly #chain: DepositChain;
  readonly #env: NodeJS.ProcessEnv;
  readonly #production: boolean;
  readonly #faults: string[];

  constructor(chain: DepositChain, env: NodeJS.ProcessEnv, production: boolean, faults: string[]) {
    this.#chain = chain;
    this.#env = env;
    this.#production = production;
    this.#faults = faults;
  }

  read(): ChainConfig | undefined {
    const { chainId, decimals, confirmations, maximumSpan, pauseMs } = mainnet[this.#chain];
    const faultsBefore = this.#faults.length;
    const apiKey = this.#text('API_KEY');
    const node = this.#node('RPC_URL', apiKey);
    const auditNode = this.#text('AUDIT_RPC_URL') === undefined ? undefined : this.#node('AUDIT_RPC_URL', apiKey);
    if (auditNode && node && isSameEndpoint(node.url, auditNode.url))
      this.#fault('AUDIT_RPC_URL', 'is the endpoint of RPC_URL: what one provider leaves out, only another one shows');
    if (this.#production && !auditNode)
      this.#fault('AUDIT_RPC_URL', 'is missing: what one provider leaves out, only another one shows');
    const read = {
      chainId: this.#number('CHAIN_ID', 1, Number.MAX_SAFE_INTEGER, chainId),
      token: this.#token(decimals),
      confirmations: this.#number('CONFIRMATIONS', 1, 10_000, confirmations),
      requireFinalized: this.#flag('REQUIRE_FINALIZED', true),
      key: this.#key(),
      custody: this.#custody(),
      startBlock: this.#number('START_BLOCK', 0, Number.MAX_SAFE_INTEGER, undefined),
      maximumSpan: this.#number('MAX_SPAN', 1, 100_000, maximumSpan),
      auditDelayMs: 1000 * this.#number('AUDIT_DELAY_S', 0, 86_400, 1_800),
      pauseMs: this.#number('POLL_MS', 100, 600_000, pauseMs),
    };
    if (this.#production && read.chainId !== chainId) this.#fault('CHAIN_ID', `is not the main network's, ${chainId}`);
    const { token, key } = read;
    if (!node || !token || !key || this.#faults.length > faultsBefore) return undefined;
    return { chain: this.#chain, node, auditNode, ...read, token, key };
  }

  #node(name: string, apiKey: string | undefined): NodeAddress | undefined {
    const url = this.#required(name);
    if (url === undefined) return undefined;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      this.#fault(name, 'is not an http(s) address');
      return undefined;
    }
    if (this.#production && new URL(url).protocol !== 'https:' && !isPrivate(new URL(url).hostname))
      this.#fault(name, 'is not https: whoever is in between could make deposits up');
    return { url, apiKey };
  }

  #token(defaultDecimals: number): Token | undefined {
    const decimals = this.#number('USDT_DECIMALS', unitScale.USDT, 36, defaultDecimals);
    const text = this.#required('USDT');
    if (text === undefined) return undefined;
    const verdict = checkAddress(this.#chain, text);
    if (!verdict.valid) {
      this.#fault('USDT', `is not an address of ${this.#chain} (${verdict.reason})`);
      return undefined;
    }
    return { address: verdict.canonical, account: hexOf(accountOfAddress(this.#chain, verdict.canonical)), decimals };
  }

  #key(): DepositKey | undefined {
    const text = this.#required('XPUB');
    const check = this.#required('XPUB_CHECK_ADDRESS');
    if (text === undefined) return undefined;
    let first: string;
    let key: DepositKey;
    try {
      key = DepositKey.read(this.#chain, text);
      first = key.at(0).address;
    } catch (error) {
      if (!(error instanceof DepositKeyFault)) throw error;
      this.#fault('XPUB', error.message);
      return undefined;
    }
    if (check !== undefined && !sameAddress(this.#chain, first, check))
      this.#fault('XPUB_CHECK_ADDRESS', 'is not the first address (index 0) of CHAIN_…_XPUB: one of the two is wrong');
    if (this.#production && publicAddresses.has(first))
      this.#fault('XPUB', 'is the key of a mnemonic that everybody knows: deposits would be stolen');
    return key;
  }

  #custody(): ReadonlySet<string> {
    const name = `CUSTODY_${this.#chain}`;
    const addresses = listOf(this.#env[name]);
    const isWrong = addresses.some((address) => !checkAddress(this.#chain, address).valid);
    if (isWrong) this.#faults.push(`${name} is not a list of addresses of ${this.#chain}, separated by commas`);
    return new Set(isWrong ? [] : addresses.map((address) => hexOf(accountOfAddress(this.#chain, address))));
  }

  #number(name: string, minimum: number, maximum: number, fallback: number | undefined): number {
    const text = fallback === undefined ? this.#required(name) : this.#text(name);
    if (text === undefined) return fallback ?? minimum;
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= minimum && value <= maximum))
      this.#fault(name, `is not a whole number between ${minimum} and ${maximum}`);
    return value;
  }

  #flag(name: string, fallback: boolean): boolean {
    const text = this.#text(name);
    if (text !== undefined && text !== 'true' && text !== 'false') this.#fault(name, 'is neither true nor false');
    return text === undefined ? fallback : text === 'true';
  }

  #required(name: string): string | undefined {
    const text = this.#text(name);
    if (text === undefined) this.#fault(name, 'is missing: this chain is configured in part');
    return text;
  }

  #text(name: string): string | undefined {
    return this.#env[`CHAIN_${this.#chain}_${name}`] || undefined;
  }

  #fault(name: string, sentence: string): void {
    this.#faults.push(`CHAIN_${this.#chain}_${name} ${sentence}`);
  }
}

/** Whether two addresses lead to one endpoint, however they are written. A key in the path or the query makes no other provider. */
function isSameEndpoint(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  const host = ({ hostname }: URL): string => hostname.replace(/\.$/, '');
  return host(a) === host(b) && a.port === b.port;
}
