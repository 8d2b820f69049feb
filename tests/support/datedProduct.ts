import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, newKey, runningPostgresUrl } from '../../api/src/testing/index.ts';
import { inOneTransaction } from '../load/console/database.ts';
import { callerOf } from './caller.ts';
import { runSql } from './database.ts';
import { type Product, projectRoot, startProduct } from './product.ts';
import { openStakes, stakePoolHolds } from './stakes.ts';
import { keepAddress } from './withdrawals.ts';

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
type Answer = Readonly<Record<string, unknown>>;

/** Gives a member what has terms: a country, a package, two stakes and an address for withdrawals. */
export async function giveTerms(product: Product, username: string): Promise<Client> {
  const member = await callerOf(product, username);
  await post(member, 'profile/country', { country: 'JP' });
  await post(member, 'packages', { level: 'Gold', rp: '12', shownReward: '0' });
  // In Japan a certificate is made when the purchase can no longer be cancelled.
  await runSql(product, 'UPDATE certificate_due SET ready_at = product_now()');
  await openStakes(product, { open: true, closedIn: 'US' });
  await stakePoolHolds(product, 1_000);
  await keepAddress(product, username, 'BSC', wallet);
  for (const cp of ['500', '1200']) await post(member, 'stakes', { cp, shownRate: '1.0000', shownReward: '0' });
  return member;
}

async function post(member: Client, path: string, data: object): Promise<Answer> {
  const { status, text, body } = await member.post(`/api/v1/${path}`, data, { 'idempotency-key': newKey() });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return body as Answer;
}

/** A product in which every screen has something with a date, and the addresses of those that are of one thing. */
export interface DatedProduct {
  readonly product: Product;
  readonly memberPaths: readonly string[];
  readonly consolePaths: readonly string[];
}

/** What a member has only after hours or by others: written past every guard, for screens to read. */
const others = `
  INSERT INTO passkey (id, member_id, public_key, counter, transports, name, created_at, last_used_at)
    SELECT 'dates', id, '\\x00', 1, '{}', 'Phone', now() - interval '2 days', now() - interval '1 hour' FROM member
     WHERE username = 'demo';
  INSERT INTO announcement (texts, starts_at, ends_at, requested_by, requested_at, reason, expires_at, approved_by, approved_at)
    SELECT jsonb_object_agg(language, '{"title": "A pause", "text": "All goes on after it."}'::jsonb),
           now() - interval '1 hour', now() + interval '1 day', 'operator:a', now() - interval '2 hours', 'a test',
           now() + interval '1 day', 'operator:b', now() - interval '1 hour'
      FROM unnest(ARRAY['en', 'jp', 'zh', 'ko']) AS language;`;

export async function startDated(): Promise<DatedProduct> {
  const product = await startProduct();
  const member = await giveTerms(product, 'demo');
  const first = async (path: string, name: string, isIt = (_: Answer): boolean => true): Promise<string> => {
    for (let tries = 0; tries < 100; tries += 1) {
      const list = ((await member.get(`/api/v1/${path}`)).body as Record<string, Answer[]>)[name];
      const result = list?.find(isIt);
      if (result) return String(result.id);
      await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error(`nothing of that kind among ${path}`);
  };
  const order = { unit: 'USD', amount: '50', asset: 'USDT', chain: 'BSC' };
  const quote = await member.get(`/api/v1/withdrawals/quote?${new URLSearchParams(order)}`);
  const { received } = quote.body as { received: { amount: string } };
  const withdrawal = await post(member, 'withdrawals', { ...order, address: wallet, received: received.amount });
  const inquiry = await post(member, 'inquiries', { type: 'other', text: 'When is it there?' });
  const [record, own, stake, notice] = [
    await first('records', 'records'),
    await first('packages', 'packages', ({ certificate }) => certificate !== null),
    await first('stakes', 'stakes'),
    await first('notices', 'notices', ({ template }) => template === 'stakeStarted'),
  ];
  const system = readFileSync(join(projectRoot, 'tests/load/console/platform.sql'), 'utf8')
    .replaceAll(':members', '20')
    .replaceAll(':withdrawals', '40');
  await inOneTransaction(await runningPostgresUrl(product.dataDir), system + others);
  return {
    product,
    memberPaths: [
      `/wallet/records/${record}`,
      `/wallet/withdrawal?id=${withdrawal.id}`,
      `/wallet/stakeDetail?id=${stake}`,
      `/plan/packages/${own}`,
      `/certificate/${own}`,
      `/notify/detail/${notice}`,
      `/consulation/detail/${inquiry.id}`,
      '/team?tab=performance',
    ],
    consolePaths: [`/withdrawals/${withdrawal.id}`],
  };
}
