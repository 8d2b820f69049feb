import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import {
  Random,
  runningApplicationUrl,
  runningPostgresUrl,
  scratchFolder,
  verifyAll,
} from '../../api/src/testing/index.ts';
import { type Product, startProduct } from '../support/product.ts';
import { type ActionParts, actions } from './actions.ts';
import { Books } from './books.ts';
import { gatherCrowd, type Person } from './crowd.ts';
import { clockFile, Phones } from './phones.ts';

export interface LoadPlan {
  readonly members: number;
  readonly seconds: number;
  /** Decides who does what; how it falls together is the machine's. */
  readonly seed: number;
  /** The build before, in which every second member is served: as while a new version takes the place of an old one. */
  readonly earlier?: string | undefined;
  /** Outcomes without which a run proves little: it goes on until there is one of each, a minute longer at the most. */
  readonly until?: readonly string[];
}

export interface LoadReport {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What was answered, by act and outcome: `transfer 201`, `exchange money.insufficient_balance`. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Empty: every balance is what its owner was shown, and the verifier finds nothing. */
  readonly faults: readonly string[];
}

const longerMs = 60_000;

/** Members do all kinds of things at once, each as fast as they are answered; then every balance is looked at. */
export async function runLoad({ members, seconds, seed, earlier, until = [] }: LoadPlan): Promise<LoadReport> {
  const key = randomBytes(32);
  const env = {
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'error',
    SEED_DEMO: 'false',
    SECOND_FACTOR: 'on',
    SECRET_KEYS: key.toString('base64'),
  };
  const product = await startProduct({ env });
  const url = await runningPostgresUrl(product.dataDir);
  const phones = new Phones(product.dataDir, url);
  let other: Product | undefined;
  try {
    other = earlier === undefined ? undefined : await startAlongside(product, { root: earlier, ownerUrl: url, env });
    const origins: [string, ...string[]] = [product.origin];
    if (other) origins.push(other.origin);
    const crowd = await gatherCrowd(origins, url, members, phones, key);
    const books = new Books(crowd);
    const outcomes = new Map<string, number>();
    const times: number[] = [];
    const send: ActionParts['send'] = async (name, call) => {
      const at = performance.now();
      const answer = await call();
      times.push(performance.now() - at);
      const outcome = `${name} ${answer.problem.code ?? answer.status}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      return answer;
    };
    await phones.start();
    const startedAt = performance.now();
    const goesOn = () => {
      const ms = performance.now() - startedAt;
      return ms < seconds * 1_000 || (ms < seconds * 1_000 + longerMs && until.some((name) => !outcomes.has(name)));
    };
    await Promise.all(
      crowd.map((who) => live(who, { crowd, books, send, phones, random: new Random(seed + who.number) }, goesOn)),
    );
    const tookSeconds = (performance.now() - startedAt) / 1_000;
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    const differences = await Promise.all(crowd.map((who) => books.differences(who)));
    const broken = (await verifyAll(url)).filter(({ rows }) => rows.length > 0);
    return {
      calls: times.length,
      callsPerSecond: Math.round(times.length / tookSeconds),
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      outcomes,
      faults: [
        ...differences.flat(),
        ...broken.map(({ name, rows }) => `${name}: ${JSON.stringify(rows).slice(0, 300)}`),
        ...[...outcomes].filter(([name]) => unexpected.test(name)).map(([name, times]) => `${times} times ${name}`),
      ],
    };
  } finally {
    await phones.stop();
    await other?.stop();
    other?.remove();
    await product.stop();
    product.remove();
  }
}

interface OtherBuild {
  readonly root: string;
  readonly ownerUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Another build on a product's database, with its secrets and releases. */
async function startAlongside(product: Product, { root, ownerUrl, env }: OtherBuild): Promise<Product> {
  const database = { DATABASE_URL: await runningApplicationUrl(product.dataDir), OWNER_DATABASE_URL: ownerUrl };
  const dataDir = scratchFolder('trellis-alongside-');
  for (const name of readdirSync(product.dataDir))
    if (!name.startsWith('postgres') && name !== clockFile)
      cpSync(join(product.dataDir, name), join(dataDir, name), { recursive: true });
  // The same clock: with one of its own, codes of the time that the phones put forward come from the future.
  symlinkSync(join(product.dataDir, clockFile), join(dataDir, clockFile));
  return startProduct({ dataDir, root, env: { ...env, ...database } });
}

/** Nobody does anything wrong here: no field may be refused, nothing may fail. */
export const unexpected = / (?:request\.|field\.|server\.error|auth\.|member\.|twofactor\.|5\d\d)/;

/** Does one thing after another. */
export async function live(who: Person, parts: ActionParts, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    let dice = parts.random.below(100);
    const [, action] = actions.find(([share]) => {
      dice -= share;
      return dice < 0;
    }) ?? [0, undefined];
    await action?.(who, parts);
    parts.phones.done(who.username);
  }
}
