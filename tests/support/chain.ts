import type { DepositChain } from '@trellis/api-contract';
import type { Product } from './product.ts';

/** Sends test USDT on the product's own chain, from a wallet elsewhere or from custody. @returns the transaction */
export async function payOnChain(
  product: Product,
  chain: DepositChain,
  address: string,
  amount: string,
  from: 'elsewhere' | 'custody' = 'elsewhere',
): Promise<string> {
  const response = await fetch(`${product.origin}/dev/chain.json`, {
    method: 'POST',
    body: JSON.stringify({ chain, address, amount, from }),
  });
  const { reported } = (await response.json()) as { reported: string };
  const [, tx] = /^Sent .* in transaction (0x[0-9a-f]{64})\.$/.exec(reported) ?? [];
  if (tx === undefined) throw new Error(reported);
  return tx;
}
