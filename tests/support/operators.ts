import type { BrowserContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { operatorApiBase } from '@trellis/api-contract/operator';
import { generateSync } from 'otplib';
import { runCommand } from './command.ts';
import { runSql } from './database.ts';
import type { Product } from './product.ts';

/** Where the console is served in development. */
export const consoleOf = ({ origin }: Product): string => `http://ops.localhost:${new URL(origin).port}`;

/** The address that a new operator is given. */
export async function enrolmentLink(product: Product, name: string, roles: string): Promise<string> {
  const printed = await runCommand(product, 'commands/operator.ts', 'create', name, '--roles', roles);
  return `${consoleOf(product)}/enrol${new URL(printed.trim()).hash}`;
}

/**
 * Opens an operator's session without the page, where the journey is about something else.
 * @returns the secret of their authenticator, for `freshCode`
 */
export async function enterConsole(
  context: BrowserContext,
  product: Product,
  name: string,
  roles = 'auditor,support',
): Promise<string> {
  const password = 'seven quiet lattices';
  const token = new URL(await enrolmentLink(product, name, roles)).hash.slice(1);
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
  const code = (stepsAgo: number) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1000) - 30 * stepsAgo, period: 30 });
  await call('/enrolment/confirmation', { token, code: code(1) });
  await call('/session', { name, password, code: code(0) });
  await page.close();
  return secret;
}

/** The code of now, as if it was not used yet: to wait for the next one takes half a minute for each deed. */
export async function freshCode(product: Product, name: string, secret: string): Promise<string> {
  await runSql(product, `UPDATE operator SET totp_step = 0 WHERE name = '${name}'`);
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000), period: 30 });
}
