import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Client, demoInvitation, newKey, registration } from '../../api/src/testing/index.ts';
import { query } from '../kill/evidence.ts';

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const waitMs = 60_000;

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const giveUpAt = Date.now() + waitMs; Date.now() < giveUpAt; await delay(250)) {
    const result = await look();
    if (result !== undefined) return result;
  }
  throw new Error(`${what} does not come`);
}

/** @throws Error with the problem of an answer that is none of success */
async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

async function mailedCode(origin: string, email: string): Promise<string> {
  return until('the mail', async () => {
    const mails = (await (await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(email)}`)).json()) as {
      code?: string;
    }[];
    return mails[0]?.code;
  });
}

/** Registers by an invitation, with the code of a mail, and logs in. */
async function register(origin: string, username: string): Promise<Client> {
  const email = `${username}@example.com`;
  const visitor = new Client(origin);
  await done(visitor.post('/api/v1/email-codes', { purpose: 'register', email, language: 'en' }));
  const emailCode = await mailedCode(origin, email);
  const answer = await visitor.post(
    '/api/v1/members',
    registration({ email, username, invitationCode: demoInvitation, emailCode }),
  );
  if (answer.status >= 300) throw new Error(`${username} does not register: ${answer.text}`);
  return visitor.after(answer);
}

/** Test USDT on the product's own chain, until they are on the balance. */
async function deposit(origin: string, member: Client): Promise<void> {
  const { address } = await done(member.post('/api/v1/deposits/addresses', { chain: 'BSC' }));
  const characters = String(address).slice(-6);
  await done(member.post('/api/v1/deposits/addresses/verification', { chain: 'BSC', characters }));
  await done(
    fetch(`${origin}/dev/chain.json`, {
      method: 'POST',
      body: JSON.stringify({ chain: 'BSC', address, amount: '500', from: 'elsewhere' }),
    }).then(async (sent) => ({ status: sent.status, text: await sent.text(), body: {} }) as Answer),
  );
  await until('the deposit', async () => {
    const { deposits } = await done(member.get('/api/v1/deposits'));
    return (deposits as { state: string }[]).some(({ state }) => state === 'credited') || undefined;
  });
}

/**
 * What one member does, each once: registers, deposits, transfers, exchanges, withdraws, buys a package, begins a stake, and
 * reads balances, records and statements.
 * @returns the names of what was done, and the keys of what moved money
 */
export async function goThroughFlows(
  origin: string,
  ownerUrl: string,
): Promise<{ names: readonly string[]; keys: readonly string[] }> {
  const names: string[] = [];
  const keys: string[] = [];
  const step = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const result = await work.catch((error: unknown) => {
      throw new Error(`${name}: ${String(error)}`, { cause: error });
    });
    names.push(name);
    return result;
  };
  const username = `citus${Date.now() % 1_000_000}`;
  const member = await step('register', register(origin, username));
  await query(ownerUrl, `UPDATE member SET country = 'JP' WHERE username = $1`, [username]);
  await query(
    ownerUrl,
    `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
     SELECT id, 'BSC', $2, 'My ledger', now() - interval '30 days', now() - interval '29 days' FROM member WHERE username = $1`,
    [username, wallet],
  );
  const send = (path: string, body: object): Promise<Answer['body']> => {
    const key = newKey();
    keys.push(key);
    return done(member.post(`/api/v1/${path}`, body, { 'idempotency-key': key }));
  };
  await step('deposit', deposit(origin, member));
  await step('transfer', send('transfers', { recipient: 'demo', amount: '1.11', unit: 'USD' }));
  const { id: quote } = await step(
    'quote',
    done(member.post('/api/v1/exchanges/quotes', { from: 'USD', to: 'USDT', amount: '20' })),
  );
  await step('exchange', send('exchanges', { quote }));
  const order = { unit: 'USD', amount: '30', asset: 'USDT', chain: 'BSC' };
  const { received } = await done(member.get(`/api/v1/withdrawals/quote?${new URLSearchParams(order)}`));
  const { amount } = received as { amount: string };
  await step('withdraw', send('withdrawals', { ...order, address: wallet, received: amount }));
  await step('package', send('packages', { level: 'Clear', shownReward: '0' }));
  await step('stake', send('stakes', { cp: '100', shownRate: '1.0000', shownReward: '0' }));
  for (const path of ['balances', 'records', 'statements', 'stakes', 'packages', 'withdrawals', 'notices'])
    await step(path, done(member.get(`/api/v1/${path}`)));
  return { names, keys };
}
