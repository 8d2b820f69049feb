import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  Client,
  demoPassword,
  makeReleaseKey,
  registration,
  ringJson,
  scratchFolder,
} from '../../api/src/testing/index.ts';
import { type Product, startProduct } from '../support/product.ts';

/** One way in, tried from outside against a started product. */
export interface Attack {
  readonly name: string;
  /** @returns what got through, a sentence each; nothing where it held. Its own control must succeed, or it throws. */
  run(product: Product): Promise<readonly string[]>;
}

/**
 * A product as members have it, but for the proxy in front: the attacks are that proxy, and choose networks. One key signs
 * every release, and another one those of team alone.
 */
export function startTarget(): Promise<Product> {
  const dataDir = scratchFolder('trellis-target-');
  const [all, team] = [makeReleaseKey(dataDir), makeReleaseKey(join(dataDir, teamKeys))];
  // Where whoever publishes without naming a key has it from.
  renameSync(all.file, join(dataDir, 'release-signing-key.pem'));
  return startProduct({
    dataDir,
    env: {
      ...{ SECOND_FACTOR: 'on', RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1', PUBLIC_ORIGIN: 'http://localhost:3000' },
      // No page of theirs is of a release of before.
      UNDECLARED_CALLS_HOURS: '0',
      RELEASE_KEYS: JSON.stringify({ ...JSON.parse(ringJson(all, 'all')), ...JSON.parse(ringJson(team, ['team'])) }),
      RELEASE_SIGNING_KEY: join(dataDir, 'release-signing-key.pem'),
    },
  });
}

const teamKeys = 'keys-of-team';

/** The private key of whoever publishes team. */
export function teamKeyOf({ dataDir }: Product): string {
  const [file = ''] = readdirSync(join(dataDir, teamKeys));
  return join(dataDir, teamKeys, file);
}

/** Headers of somebody behind an address. */
export const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

/** A browser of a demo member's own, from a network of its own. @throws Error if it is not let in */
export async function ownBrowser({ origin }: Product, username: string, address: string): Promise<Client> {
  const visitor = new Client(origin);
  const answer = await visitor.post('/api/v1/session', { username, password: demoPassword }, from(address));
  if (answer.status !== 200) throw new Error(`the control failed: ${username} was not let in: ${answer.text}`);
  return visitor.after(answer);
}

/** The newest code that was mailed to an address. */
export async function mailedCode({ origin }: Product, email: string): Promise<string> {
  const mails = (await (await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as {
    code?: string;
  }[];
  const code = mails[0]?.code;
  if (code === undefined) throw new Error(`the control failed: no code was mailed to ${email}`);
  return code;
}

/** Signs up as anybody does. @returns the answer */
export async function signUp(product: Product, username: string, email: string, network: string) {
  const visitor = new Client(product.origin);
  await visitor.post('/api/v1/email-codes', { purpose: 'register', email, language: 'en' }, from(network));
  const emailCode = await mailedCode(product, email);
  return visitor.post('/api/v1/members', registration({ email, username, emailCode }), from(network));
}

/** @throws Error with the sentence, unless it holds: an attack that could not succeed anyway proves nothing */
export function control(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`the control failed: ${sentence}`);
}
