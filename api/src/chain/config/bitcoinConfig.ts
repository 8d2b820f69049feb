import { checkAddress } from '@trellis/api-contract/addresses';

/** Where payouts in BTC are looked up. */
export interface BitcoinConfig {
  /** Explorers that speak Esplora's language, of two operators: they have to agree. */
  readonly explorers: readonly [string, string];
  readonly confirmations: number;
  /** Addresses that payouts come from. */
  readonly custody: ReadonlySet<string>;
}

/** @returns `undefined` if none of its variables is set; faults go to `faults` */
export function readBitcoin(env: NodeJS.ProcessEnv, faults: string[]): BitcoinConfig | undefined {
  const { CHAIN_BTC_ESPLORA_URLS: urls, CUSTODY_BTC: addresses, CHAIN_BTC_CONFIRMATIONS: depth = '3' } = env;
  if (!urls && !addresses) return undefined;
  const before = faults.length;
  const [first, second, ...others] = listOf(urls);
  if (!first || !second || others.length > 0 || ![first, second].every(isSafe) || hostOf(first) === hostOf(second))
    faults.push('CHAIN_BTC_ESPLORA_URLS is not two https addresses of different hosts, separated by a comma');
  const custody = listOf(addresses);
  if (custody.length === 0 || !custody.every((address) => checkAddress('BTC', address).valid))
    faults.push('CUSTODY_BTC is not a list of addresses of BTC');
  if (!/^[1-9][0-9]?$/.test(depth)) faults.push('CHAIN_BTC_CONFIRMATIONS is not a whole number between 1 and 99');
  if (!first || !second || faults.length > before) return undefined;
  return { explorers: [first, second], confirmations: Number(depth), custody: new Set(custody) };
}

/** The parts of a list that is separated by commas. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((part) => part.trim() || []);

const isSafe = (url: string): boolean =>
  URL.canParse(url) && (/^https:/.test(url) || ['localhost', '127.0.0.1'].includes(new URL(url).hostname));
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
