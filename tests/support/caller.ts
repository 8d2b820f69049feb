import { Client, demoPassword } from '../../api/src/testing/index.ts';
import type { Product } from './product.ts';

/** A caller of the API logged in as a demo member. */
export async function callerOf({ origin }: Product, username: string): Promise<Client> {
  const answer = await new Client(origin).post('/api/v1/session', { username, password: demoPassword });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`log-in of ${username} answered ${answer.status} ${answer.text}`);
  return new Client(origin, cookie);
}
