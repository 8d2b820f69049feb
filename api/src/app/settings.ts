import { readBitcoin } from '../chain/config/bitcoinConfig.ts';
import { readChains } from '../chain/config/chainConfig.ts';
import { type Explorers, readExplorers } from '../chain/config/explorers.ts';
import type { PayoutSources } from '../chain/config/verifiable.ts';
import { type ReleaseSettings, readReleaseSettings } from '../delivery/releases/bucket/releaseSettings.ts';
import { type Config, parseConfig, withoutFaults } from '../ground/config.ts';

/** Everything that a process reads from its environment: the ground's part, and what chains and releases add. */
export interface Settings extends Config, PayoutSources, ReleaseSettings {
  readonly explorers: Explorers;
}

/** @throws ExplainedError that lists every fault at once, by variable */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const faults: string[] = [];
  const config = parseConfig(env, faults);
  const releases = readReleaseSettings(env, faults);
  const chains = readChains(env, env.NODE_ENV === 'production', faults);
  const bitcoin = readBitcoin(env, faults);
  const explorers = readExplorers(env, faults);
  return withoutFaults(config && { ...config, ...releases, chains, bitcoin, explorers }, faults);
}
