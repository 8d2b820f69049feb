import { type APIRequestContext, expect } from '@playwright/test';
import { generateSync } from 'otplib';
import { demoPassword } from '../../api/src/testing/index.ts';
import { mailedCode } from './fixtures.ts';
import type { Product } from './product.ts';

/** A bound authenticator. */
export interface BoundPhone {
  /** The code of now, or of so many steps of thirty seconds ago: each is good once. */
  code(stepsAgo?: number): string;
  /** Nine that are left to use. */
  readonly recoveryCodes: readonly string[];
}

/** Binds an authenticator past the screens, where a journey is about something else. It uses up the code of the step before. */
export async function bindByCalls(caller: APIRequestContext, product: Product, username: string): Promise<BoundPhone> {
  const post = async (path: string, data: object): Promise<Record<string, string & string[]>> => {
    const answer = await caller.post(`${product.origin}/api/v1/security/${path}`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  await post('email-codes', { purpose: 'bindGoogle' });
  const emailCode = await mailedCode(product, `${username}@example.com`);
  const { secret = '' } = await post('google/binding', { password: demoPassword, emailCode });
  const code = (stepsAgo = 0): string =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1000) - 30 * stepsAgo, period: 30 });
  const { recoveryCodes } = await post('google/binding/code', { code: code(1) });
  await post('google/binding/recovery-code', { recoveryCode: recoveryCodes?.[0] });
  return { code, recoveryCodes: ((recoveryCodes as string[] | undefined) ?? []).slice(1) };
}
