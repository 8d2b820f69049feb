import { setTimeout as delay } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { type OperatorRole, operatorApiBase } from '@trellis/api-contract/operator';
import { generateSync } from 'otplib';
import { Database, OperatorAccounts } from '../../api/src/testing/index.ts';
import { runCommand } from './command.ts';
import { databaseOf, productNow, runSql } from './database.ts';
import type { Product } from './product.ts';

/** Where the console is served in development. */
export const consoleOf = ({ origin }: Product): string => `http://ops.localhost:${new URL(origin).port}`;

/** The address that a new operator is given, by the command. */
export async function enrolmentLink(product: Product, name: string, roles: string): Promise<string> {
  const printed = await runCommand(product, 'commands/operator.ts', 'create', name, '--roles', roles, '--together');
  return `${consoleOf(product)}/enrol${new URL(printed.trim()).hash}`;
}

/**
 * The token in that address past the command, where a journey is about something else: the same account in the audit log
 * and database, without a process that takes more than half a second to begin.
 */
export async function enrolmentToken(product: Product, name: string, roles: string): Promise<string> {
  const database = new Database({ url: await databaseOf(product), poolSize: 1 });
  try {
    // The link is good for a day of the product's clock, which a journey may have put forward.
    const now = await productNow(product);
    const accounts = new OperatorAccounts(database, { now: () => now }, 'command:test');
    return await accounts.create(name, roles.split(',') as OperatorRole[]);
  } finally {
    await database.close();
  }
}

/** By what an operator is known, at a log-in or for a fresh code. */
export interface EnteredOperator {
  readonly name: string;
  readonly password: string;
  readonly secret: string;
}
const password = 'seven quiet lattices';

/** A code that was not used yet. Each works once and shows for half a minute: what was used is forgotten instead of waited for. */
export async function freshCode(product: Product, { name, secret }: EnteredOperator): Promise<string> {
  await runSql(product, `UPDATE operator SET totp_step = 0 WHERE name = '${name}'`);
  return generateSync({ secret, epoch: Math.floor((await productNow(product)).getTime() / 1000), period: 30 });
}

/** Opens an operator's session without the page, where the journey is about something else. */
export async function enterConsole(
  context: BrowserContext,
  product: Product,
  name: string,
  roles = 'auditor,support',
): Promise<EnteredOperator> {
  const token = await enrolmentToken(product, name, roles);
  // The browser knows the console's host name; this machine may not.
  const page = await context.newPage();
  await page.goto(`${consoleOf(product)}/login`);
  const call = async (path: string, data: object): Promise<Record<string, string>> => {
    const answer = await page.evaluate(
      async ([address, body]) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(address, { method: 'POST', headers, body })).json() as Promise<Record<string, string>>;
      },
      [operatorApiBase + path, JSON.stringify(data)] as const,
    );
    expect(answer, path).not.toHaveProperty('code');
    return answer;
  };
  const { otpauthUri = '' } = await call('/enrolment', { token, password });
  const secret = new URL(otpauthUri).searchParams.get('secret') ?? '';
  const code = await firstCodes(product, secret);
  await call('/enrolment/confirmation', { token, code: code(1) });
  await call('/session', { name, password, code: code(0) });
  await page.close();
  return { name, password, secret };
}

/**
 * The codes of a new authenticator by the product's own clock, of now or of so many steps ago: that of one step ago is still good
 * for some seconds.
 * @param seconds that have to be left until then
 */
export async function firstCodes(product: Product, secret: string, seconds = 8): Promise<(stepsAgo: number) => string> {
  const now = async () => Math.floor((await productNow(product)).getTime() / 1000);
  const left = 30 - ((await now()) % 30);
  if (left < seconds) await delay(left * 1_000);
  const epoch = await now();
  return (stepsAgo) => generateSync({ secret, epoch: epoch - 30 * stepsAgo, period: 30 });
}
