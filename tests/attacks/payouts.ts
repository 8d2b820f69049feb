import pg from 'pg';
import { addresses, Client, demoPassword, newKey, runningApplicationUrl } from '../../api/src/testing/index.ts';
import { bindAuthenticator } from '../support/bindingSteps.ts';
import { runOps } from '../support/command.ts';
import { runSql } from '../support/database.ts';
import { asOperator } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { keepAddress } from '../support/withdrawals.ts';
import { type Attack, control, from, mailedCode, ownBrowser } from './attack.ts';

/** Ways to have money paid out that its owner, or an operator, has stopped; or never. */
export const payoutAttacks: readonly Attack[] = [
  {
    name: 'a payout goes on after its owner used the stop link',
    async run(product) {
      const token = await stopLink(product, 'lihua', '192.0.2.80');
      const id = await withdrawal(product, 'lihua', '192.0.2.81', 'TRON');
      const stopped = await new Client(product.origin).post('/api/v1/account-freezes', { token });
      control(stopped.status === 200, `the link did not stop the account: ${stopped.text}`);
      const through = [];
      if (await succeeds(decide(product, 'approveWithdrawal', id, 1, 'rita'))) through.push('it is approved');
      if (await asProduct(product, `UPDATE withdrawal SET step = 'approved', revision = 2 WHERE id = '${id}'`))
        through.push('the database takes an approval');
      await runSql(product, `UPDATE member SET frozen_at = NULL WHERE username = 'lihua'`);
      control(await succeeds(decide(product, 'approveWithdrawal', id, 1, 'rita')), 'nor afterwards');
      return through;
    },
  },
  {
    name: 'a payout goes on after its owner was suspended',
    async run(product) {
      const id = await withdrawal(product, 'demoright', '192.0.2.82', 'TRON');
      await decide(product, 'approveWithdrawal', id, 1, 'rita');
      await runOps(product, 'suspendMember', 'demoright', '--reason', 'a check', '--cause', 'securityCheck');
      const record = async () => {
        await decide(product, 'claimPayout', id, 2, 'tina');
        return decide(product, 'recordPayout', id, 2, 'tina', { tx: newTx() });
      };
      const through = [];
      if (await succeeds(record())) through.push('its payout is recorded');
      const row = `('${id}', 'TRON', repeat('e', 64), false, 'operator:tina', now(), 'recorded')`;
      const columns = 'withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state';
      if (await asProduct(product, `INSERT INTO withdrawal_payout (${columns}) VALUES ${row}`))
        through.push('the database takes a payout');
      await runOps(product, 'restoreMember', 'demoright', '--reason', 'the check is over');
      control(await succeeds(record()), 'nor afterwards');
      return through;
    },
  },
  {
    name: 'a mistyped transaction locks a withdrawal for ever, or one person alone takes it back',
    async run(product) {
      const id = await withdrawal(product, 'demoleft', '192.0.2.83', 'BSC');
      await decide(product, 'approveWithdrawal', id, 1, 'rita');
      const record = async () => {
        await decide(product, 'claimPayout', id, 2, 'tina').catch(() => undefined);
        return decide(product, 'recordPayout', id, 2, 'tina', { tx: `0x${newTx()}` });
      };
      await record();
      control(!(await succeeds(record())), 'a second payout was recorded alongside the first');
      const voidBy = (who: string) => succeeds(decide(product, 'voidPayout', id, 2, who));
      const through = [];
      if (await voidBy('tina')) through.push('it is voided on its first day');
      await runSql(
        product,
        `SET session_replication_role = 'replica';
         UPDATE withdrawal_payout SET recorded_at = recorded_at - interval '25 hours' WHERE withdrawal = '${id}'`,
      );
      control(await voidBy('tina'), 'nobody can ask for it');
      if (await voidBy('tina')) through.push('one person voids it alone');
      if (!(await voidBy('theo'))) through.push('two people cannot void it');
      if (!(await succeeds(record()))) through.push('the right one cannot be recorded any more');
      return through;
    },
  },
  {
    name: 'what is being paid is taken back as well',
    async run(product) {
      const id = await withdrawal(product, 'demo', '192.0.2.84', 'TRON');
      await decide(product, 'approveWithdrawal', id, 1, 'rita');
      control(await succeeds(decide(product, 'claimPayout', id, 2, 'tina')), 'nobody can pay it');
      const through = [];
      if (await succeeds(decide(product, 'rejectWithdrawal', id, 2, 'rolf'))) through.push('a reviewer rejects it');
      if (
        await asProduct(
          product,
          `UPDATE withdrawal SET status = 'rejected', step = 'ended', cause = 'x', revision = 3 WHERE id = '${id}'`,
        )
      )
        through.push('the database takes a rejection');
      return through;
    },
  },
];

/** A withdrawal of 20 USD in review, to an address that has waited, with a code. @returns its id */
export async function withdrawal(
  product: Product,
  username: string,
  network: string,
  chain: 'BSC' | 'TRON',
): Promise<string> {
  const member = await ownBrowser(product, username, network);
  const phone = await bindAuthenticator(
    async (path, data) => {
      const answer = await member.post(`/api/v1/security/${path}`, data, from(network));
      control(answer.status < 300, `${path} was refused: ${answer.text}`);
      member.keep(answer);
      return answer.body;
    },
    () => mailedCode(product, `${username}@example.com`),
  );
  await keepAddress(product, username, chain, addresses[chain]);
  const query = `unit=USD&amount=20&asset=USDT&chain=${chain}`;
  const { received } = (await member.get(`/api/v1/withdrawals/quote?${query}`, from(network))).body as {
    received?: { amount: string };
  };
  const order = { unit: 'USD', amount: '20', asset: 'USDT', chain, address: addresses[chain] };
  const answer = await member.post(
    '/api/v1/withdrawals',
    { ...order, received: received?.amount, code: phone.code() },
    { 'idempotency-key': newKey(), ...from(network) },
  );
  control(answer.status === 201, `the withdrawal was refused: ${answer.text}`);
  return String(answer.body.id);
}

/** What stops an account: from the mail about a log-in of a browser that was never seen. */
async function stopLink(product: Product, username: string, network: string): Promise<string> {
  const entries = { username, password: demoPassword };
  await ownBrowser(product, username, network);
  await new Client(product.origin).post('/api/v1/session', entries, from(network));
  const mails = await fetch(`${product.origin}/dev/mail.json?to=${encodeURIComponent(`${username}@example.com`)}`);
  const [mail] = (await mails.json()) as { text: string }[];
  const token = /\/freeze#(\S+)/.exec(mail?.text ?? '')?.[1];
  control(token !== undefined, 'no stop link was mailed');
  return token ?? '';
}

type Decision = 'approveWithdrawal' | 'rejectWithdrawal' | 'claimPayout' | 'recordPayout' | 'voidPayout';
const decide = (product: Product, name: Decision, id: string, revision: number, by: string, more: object = {}) =>
  asOperator(product, by, name, { id, revision, reason: 'fine', ...more });

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Whether the database does what somebody asks who has the product's own login. */
async function asProduct({ dataDir }: Product, statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: await runningApplicationUrl(dataDir) });
  await client.connect();
  try {
    return await succeeds(client.query(statement));
  } finally {
    await client.end();
  }
}

/** A transaction that no chain has seen. */
export const newTx = (): string => newKey().replaceAll('-', '').repeat(2);
