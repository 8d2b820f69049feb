import { type APIRequestContext, expect } from '@playwright/test';
import { type BoundPhone, bindAuthenticator, type SecurityCall } from './bindingSteps.ts';
import { mailedCode } from './fixtures.ts';
import type { Product } from './product.ts';

/** Binds an authenticator past the screens, where a journey is about something else. */
export function bindByCalls(caller: APIRequestContext, product: Product, username: string): Promise<BoundPhone> {
  const call: SecurityCall = async (path, data) => {
    const answer = await caller.post(`${product.origin}/api/v1/security/${path}`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Record<string, unknown>;
  };
  return bindAuthenticator(call, () => mailedCode(product, `${username}@example.com`));
}
