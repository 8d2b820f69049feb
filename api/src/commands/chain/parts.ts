import { type DepositChain, depositChains } from '@trellis/api-contract';
import { readSettings, type Settings } from '../../app/settings.ts';
import { ChainWork } from '../../chain/chainWork.ts';
import type { ChainConfig, Chains } from '../../chain/config/chainConfig.ts';
import { isVerifiable } from '../../chain/config/verifiable.ts';
import type { Cursors } from '../../chain/watch/cursors.ts';
import { chainsAlongside } from '../../development/localChain/localChains.ts';
import { Notifier } from '../../governance/notifications/notifier.ts';
import { type Clock, clockOf } from '../../ground/clock.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { createLog, type Log } from '../../ground/log.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { Rates } from '../../ledger/rates.ts';
import { Database } from '../../platform/db/database.ts';
import { checkReachable } from '../../platform/db/withClient.ts';
import { runningApplicationUrl } from '../../platform/embedded/postgres.ts';
import { createDeposits } from '../../products/deposits/createDeposits.ts';
import { createPayouts } from '../../products/withdrawals/createPayouts.ts';

/** What the commands of chains work with: the database of a running Trellis, or the one that DATABASE_URL names. */
export interface CommandParts {
  readonly config: Settings;
  readonly chains: Chains;
  readonly database: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly work: ChainWork;
  readonly log: Log;
}

/** The chains of the environment, or in development those of the Trellis that runs. @throws ExplainedError if none */
export function configuredChains(config: Settings): Chains {
  const chains = chainsAlongside(config);
  if (chains.size === 0)
    throw new ExplainedError('No chain is configured: set the variables CHAIN_BSC_… or CHAIN_TRON_….');
  return chains;
}

export async function withParts<T>(run: (parts: CommandParts) => Promise<T>): Promise<T> {
  const config = readSettings(process.env);
  const chains = configuredChains(config);
  const url = config.databaseUrl ?? (await runningApplicationUrl(config.dataDir));
  await checkReachable(url, 'DATABASE_URL');
  const database = new Database({ url, poolSize: 6 });
  const log = createLog(config.logLevel, 1);
  const clock = clockOf(config);
  const base = { database, clock, log };
  const ledger = new Ledger(database);
  const notifier = new Notifier(database, clock);
  const deposits = createDeposits({ ...base, chains, ledger, rates: new Rates(database), notifier });
  const sources = { chains, bitcoin: config.bitcoin };
  const payouts = createPayouts({
    ...base,
    ledger,
    notifier,
    isVerifiable: (chain, asset) => isVerifiable(sources, chain, asset),
  });
  const work = new ChainWork({ ...base, ...deposits, payouts }, chains);
  try {
    return await run({ config, chains, ...base, ...deposits, work });
  } finally {
    await database.close();
  }
}

/** The chain that `--chain` names. @throws ExplainedError with the usage */
export function chainNamed(chains: Chains, name: string | undefined, usage: string): ChainConfig {
  const chain = depositChains.find((each): each is DepositChain => each === name);
  if (chain === undefined) throw new ExplainedError(usage);
  const config = chains.get(chain);
  if (!config) throw new ExplainedError(`${chain} is not configured.`);
  return config;
}

/** A block's number. @throws ExplainedError with the usage */
export function blockNumber(text: string | undefined, usage: string): number {
  if (text === undefined || !/^[0-9]{1,15}$/.test(text)) throw new ExplainedError(usage);
  return Number(text);
}
