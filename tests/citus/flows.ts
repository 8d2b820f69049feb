import { setTimeout as delay } from 'node:timers/promises';
import {
  type Answer,
  Client,
  demoInvitation,
  goodPassword,
  newKey,
  registration,
} from '../../api/src/testing/index.ts';
import { authenticatorOf } from '../support/authenticators.ts';
import { payOnChain } from '../support/chain.ts';
import { rowsOf, runSql } from '../support/database.ts';
import { asOperator, inviteAs } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';

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

const emailOf = (username: string): string => `${username}@example.com`;

/** @param after a code that was mailed before */
async function mailedCode(origin: string, username: string, after?: string): Promise<string> {
  return until('the mail', async () => {
    const mails = (await (
      await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(emailOf(username))}`)
    ).json()) as {
      code?: string;
    }[];
    const code = mails[0]?.code;
    return code === after ? undefined : code;
  });
}

/** Registers by an invitation, with the code of a mail, and logs in. */
async function register(origin: string, username: string): Promise<{ member: Client; emailCode: string }> {
  const email = emailOf(username);
  const visitor = new Client(origin);
  await done(visitor.post('/api/v1/email-codes', { purpose: 'register', email, language: 'en' }));
  const emailCode = await mailedCode(origin, username);
  const answer = await visitor.post(
    '/api/v1/members',
    registration({ email, username, invitationCode: demoInvitation, emailCode }),
  );
  if (answer.status >= 300) throw new Error(`${username} does not register: ${answer.text}`);
  return { member: visitor.after(answer), emailCode };
}

/** Goes all the way to a bound authenticator. @returns its codes, each good once */
async function bind(
  product: Product,
  member: Client,
  username: string,
  former: string,
): Promise<() => Promise<string>> {
  const path = '/api/v1/security/google/binding';
  await done(member.post('/api/v1/security/email-codes', { purpose: 'bindGoogle' }));
  const emailCode = await mailedCode(product.origin, username, former);
  const { secret } = await done(member.post(path, { password: goodPassword, emailCode }));
  const code = authenticatorOf(`otpauth://totp/Trellis?secret=${secret}`, product);
  const { recoveryCodes } = await done(member.post(`${path}/code`, { code: await code() }));
  const bound = await member.post(`${path}/recovery-code`, { recoveryCode: (recoveryCodes as string[])[4] });
  await done(Promise.resolve(bound));
  member.keep(bound);
  return code;
}

/** An operator approves a withdrawal, another pays it on the product's own chain, and it is complete when the chain says so. */
async function pay(product: Product, member: Client, id: string, amount: string): Promise<void> {
  const operate = (
    name: string,
    endpoint: 'approveWithdrawal' | 'claimPayout' | 'recordPayout',
    revision: number,
    more = {},
  ) => asOperator(product, name, endpoint, { id, revision, reason: 'fine', ...more });
  await operate('ops-ann', 'approveWithdrawal', 1);
  const tx = await payOnChain(product, 'BSC', wallet, amount, 'custody');
  await operate('ops-cleo', 'claimPayout', 2);
  await operate('ops-cleo', 'recordPayout', 2, { tx });
  await until('the payout', async () => {
    const { step } = await done(member.get(`/api/v1/withdrawals/${id}`));
    return step === 'complete' || undefined;
  });
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
 * What one member does, each once: registers, deposits, transfers without and with a code, exchanges, withdraws and is paid, buys a
 * package, begins a stake, and reads balances, records and statements. And what two operators do: let in a third, and erase
 * a member.
 * @returns the names of what was done, and the keys of what moved money
 */
export async function goThroughFlows(
  origin: string,
  product: Product,
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
  const { member, emailCode } = await step('register', register(origin, username));
  await runSql(product, `UPDATE member SET country = 'JP' WHERE username = '${username}'`);
  await runSql(
    product,
    `INSERT INTO book_address (member_id, chain, address, label, created_at, usable_from)
     SELECT id, 'BSC', '${wallet}', 'My ledger', now() - interval '30 days', now() - interval '29 days' FROM member
      WHERE username = '${username}'`,
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
  const { id } = await step('withdraw', send('withdrawals', { ...order, address: wallet, received: amount }));
  await step('payout', pay(product, member, String(id), amount));
  await step('package', send('packages', { level: 'Clear', shownReward: '0' }));
  await step('stake', send('stakes', { cp: '100', shownRate: '1.0000', shownReward: '0' }));
  const code = await step('authenticator', bind(product, member, username, emailCode));
  await step(
    'transfer with a code',
    send('transfers', { recipient: 'demo', amount: '2.22', unit: 'USD', code: await code() }),
  );
  await step('operator by two admins', inviteAs(product, ['ada', 'abe'], 'third', ['support']));
  await step('erasure by two', erase(origin, product, `gone${Date.now() % 1_000_000}`));
  for (const path of ['balances', 'records', 'statements', 'stakes', 'packages', 'withdrawals', 'notices'])
    await step(path, done(member.get(`/api/v1/${path}`)));
  return { names, keys };
}

async function erase(origin: string, product: Product, username: string): Promise<void> {
  await register(origin, username);
  const words = { reason: 'asked for it' };
  const { id } = await asOperator(product, 'sue', 'askMemberErasure', { username, ...words }, 'support');
  await asOperator(product, 'sam', 'approve', { id, ...words }, 'support');
  const left = await rowsOf(product, `SELECT FROM member WHERE username = '${username}'`);
  if (left.length > 0) throw new Error('the member is still there');
}
