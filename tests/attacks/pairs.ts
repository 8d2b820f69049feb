import {
  approvalPolicies,
  type OperatorEndpointName,
  type OperatorPolicy,
  type OperatorRole,
  operatorPolicies,
  operatorRoles,
  type WaitingAction,
} from '@trellis/api-contract/operator';
import pg from 'pg';
import { runningApplicationUrl } from '../../api/src/testing/index.ts';
import { holdInSuspense } from '../support/consoleDeposits.ts';
import { rowsOf, runSql } from '../support/database.ts';
import { approveAs, asOperator, inviteAs } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { type Attack, control } from './attack.ts';
import { newTx, withdrawal } from './payouts.ts';

type Words = Record<string, unknown>;

/** What two operators do who mean the same, each with their own code: of every pair of roles, and in more than one step. */
export const pairAttacks: readonly Attack[] = [
  {
    name: 'two admins are a third and a fourth person within minutes',
    async run(product) {
      const admins = ['mallory-admin', 'second-admin'] as const;
      for (const name of ['new-one', 'new-two']) await inviteAs(product, admins, name, ['treasurer']);
      const through = await together(product, 'new-one', 'new-two', 'whom two admins have let in');
      await asOperator(product, 'lent', 'listReleases', {}, 'viewer');
      const lent = { name: 'lent', roles: ['treasurer'], reason: 'x' };
      const { id } = await asOperator(product, admins[0], 'changeOperatorRoles', lent);
      await asOperator(product, admins[1], 'approve', { id, reason: 'x' });
      through.push(...(await together(product, 'new-one', 'lent', 'whose role is new')));
      await runSql(product, `UPDATE operator SET suspended_at = product_now() WHERE name IN ('new-one', 'new-two')`);
      const later = await together(product, 'honest-treasurer', 'second-treasurer', '');
      control(later.length > 0, 'nor do two who were there before');
      return through;
    },
  },
  {
    name: 'two admins enrol in the place of who was reset',
    async run(product) {
      await asOperator(product, 'robbed-treasurer', 'listPools', {}, 'treasurer');
      const gone = 'enrolled_at = NULL, password_hash = NULL, totp_secret = NULL, totp_key = NULL';
      await runSql(product, `UPDATE operator SET ${gone} WHERE name = 'robbed-treasurer'`);
      await inviteAs(product, ['mallory-admin', 'second-admin'], 'robbed-treasurer', ['treasurer']);
      return together(product, 'honest-treasurer', 'robbed-treasurer', 'under the name of somebody else');
    },
  },
  {
    name: 'whom two admins have let in leaves one admin free to suspend all others',
    async run(product) {
      const all = `SELECT name FROM operator WHERE 'releases' = ANY (roles) AND enrolled_at IS NOT NULL AND suspended_at IS NULL`;
      for (const name of ['old-releases', 'older-releases'])
        await asOperator(product, name, 'listReleases', {}, 'releases');
      for (const name of ['fresh-one', 'fresh-two'])
        await inviteAs(product, ['mallory-admin', 'second-admin'], name, ['releases']);
      const before = await rowsOf(product, all);
      for (const { name } of before)
        if (!String(name).startsWith('fresh'))
          await asOperator(product, 'mallory-admin', 'suspendOperator', { name, reason: 'x' }).catch(() => undefined);
      const left = (await rowsOf(product, all)).filter(({ name }) => !String(name).startsWith('fresh'));
      control(left.length < before.length, 'nobody is suspended');
      await runSql(
        product,
        `UPDATE operator SET suspended_at = NULL WHERE name IN (${before.map(({ name }) => `'${name}'`)})`,
      );
      await runSql(product, `UPDATE operator SET suspended_at = product_now() WHERE name LIKE 'fresh-%'`);
      return left.length >= 2 ? [] : [`${left.length} are left who were there before`];
    },
  },
  {
    name: 'who sets other rules by now is still one of the two',
    async run(product) {
      const names = ['changed', 'present-treasurer'] as const;
      for (const name of names) await asOperator(product, name, 'listRules', {}, 'treasurer');
      const rule = { subject: 'limit', key: 'transfer-USD', reason: 'x' };
      const ask = (most: string) => {
        const value = { minimum: '1', maximum: most, dayMaximum: most, fee: '0' };
        return asOperator(product, 'changed', 'setRule', { ...rule, value });
      };
      const { id } = await ask('500000');
      const roles = { name: 'changed', roles: ['admin'], reason: 'x' };
      await asOperator(product, 'second-admin', 'listOperators', {}, 'admin');
      const change = await asOperator(product, 'honest-admin', 'changeOperatorRoles', roles, 'admin');
      await asOperator(product, 'second-admin', 'approve', { id: change.id, reason: 'x' });
      const through = await approveAs(product, 'present-treasurer', id, { reason: 'x' }).then(
        () => ['what they had asked for is in force'],
        () => [],
      );
      await runSql(product, `UPDATE operator SET roles = '{treasurer}' WHERE name = 'changed'`);
      const { id: again } = await ask('900000');
      await approveAs(product, 'present-treasurer', again, { reason: 'x' });
      return through;
    },
  },
  {
    name: 'two who shorten a wait make use of it at once',
    async run(product) {
      const admins = ['mallory-admin', 'second-admin'] as const;
      for (const name of admins) await asOperator(product, name, 'listOperators', {}, 'admin');
      const set = async (waitHours: number) => {
        const rule = { subject: 'factorReset', key: 'all', value: { waitHours, approvalHours: 72 }, reason: 'x' };
        const { id } = await asOperator(product, admins[0], 'setRule', rule);
        await approveAs(product, admins[1], id, { reason: 'x' });
      };
      await set(1);
      await bind(product, 'jisoo');
      await asOperator(product, admins[0], 'requestFactorReset', { username: 'jisoo', reason: 'x' });
      const own = `(SELECT id FROM member WHERE username = 'jisoo')`;
      const [row] = await rowsOf(product, `SELECT id FROM factor_reset WHERE member = ${own} AND outcome IS NULL`);
      await approveAs(product, admins[1], row?.id, { reason: 'x' });
      const wait = `SELECT extract(epoch FROM due_at - approved_at)::int / 3600 AS hours FROM factor_reset WHERE id = ${row?.id}`;
      const [{ hours } = { hours: 0 }] = await rowsOf(product, wait);
      await set(72);
      return Number(hours) >= 72 ? [] : [`its owner has ${hours} hours`];
    },
  },
  {
    name: 'two treasurers each change a little, and it adds up',
    async run(product) {
      const pair = ['half-one', 'half-two'] as const;
      for (const name of pair) await asOperator(product, name, 'listRates', {}, 'treasurer');
      const [rate] = await rowsOf(
        product,
        `SELECT numerator::numeric / denominator AS now FROM market_rate_at('ON', 'USD', product_now())`,
      );
      const now = Number(rate?.now);
      const states = [];
      for (const [index, name] of pair.entries()) {
        const words = { base: 'ON', quote: 'USD', source: 'a market', reason: 'x' };
        const wanted = (now * 1.08 ** (index + 1)).toPrecision(6);
        states.push((await asOperator(product, name, 'setRate', { ...words, rate: wanted })).state);
      }
      control(states[0] === 'inForce', `one changes nothing alone: ${String(states[0])}`);
      const through = states[1] === 'waiting' ? [] : ['a rate rises by two steps of one person each'];
      const fees = [];
      const [fee] = await rowsOf(
        product,
        `SELECT (value ->> 'fee')::numeric / 1000000 AS now FROM rule_at('withdrawalFee', 'USDT-TRON', product_now())`,
      );
      for (const [index, name] of pair.entries()) {
        const value = { fee: (Number(fee?.now) * 1.08 ** (index + 1)).toFixed(4) };
        const rule = { subject: 'withdrawalFee', key: 'USDT-TRON', value, reason: 'x' };
        fees.push((await asOperator(product, name, 'setRule', rule)).state);
      }
      control(fees[0] === 'inForce', `one changes no fee alone: ${String(fees[0])}`);
      return fees[1] === 'waiting' ? through : [...through, 'a fee rises by two steps of one person each'];
    },
  },
  {
    name: 'two decide about an account that is one of theirs',
    async run(product) {
      const pair = ['owner-treasurer', 'friend-treasurer'] as const;
      for (const name of pair) await asOperator(product, name, 'listPools', {}, 'treasurer');
      await runSql(
        product,
        `INSERT INTO operator_member (operator, member, declared_at)
           SELECT o.id, m.id, product_now() FROM operator o, member m WHERE o.name = 'owner-treasurer' AND m.username = 'hana'`,
      );
      const input = { username: 'hana', direction: 'in', amount: '1', cause: 'goodwill', reason: 'x' };
      const ask = (name: string) => asOperator(product, name, 'askBonusCorrection', input);
      const through = [];
      if (await succeeds(ask(pair[0]))) through.push('who has it asks');
      const { id } = await ask(pair[1]);
      if (await succeeds(asOperator(product, pair[0], 'approve', { id, reason: 'x' })))
        through.push('who has it approves');
      control(id !== undefined, 'nobody can ask for it');
      return through;
    },
  },
  {
    name: 'a pair of roles pays out without two reviewers and another one who pays',
    async run(product) {
      for (const name of pairPeople) await asOperator(product, name, 'listReleases', {}, name.split('.')[1]);
      const now = `SELECT value FROM rule_at('withdrawalReview', 'all', product_now())`;
      const [before] = await rowsOf(product, now);
      const set = (value: object) =>
        runSql(
          product,
          `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
             VALUES ('withdrawalReview', 'all', '${JSON.stringify(value)}', product_now(), 'policy', product_now(), 'x')`,
        );
      await set({ ...(before?.value as object), twoFrom: '10000000' });
      const id = await withdrawal(product, 'oliver', '192.0.2.86', 'TRON');
      await set(before?.value as object);
      const through: string[] = [];
      /** Each tries it, who may last. */
      const step = async (endpoint: OperatorEndpointName, may: readonly string[], more: Words = {}) => {
        const people = [...pairPeople.filter((name) => !may.includes(name)), ...may];
        for (const name of people) {
          const [row] = await rowsOf(product, `SELECT revision FROM withdrawal WHERE id = '${id}'`);
          const call = asOperator(product, name, endpoint, { id, revision: row?.revision, reason: 'x', ...more });
          const done = await succeeds(call);
          if (done && !may.includes(name)) through.push(`${endpoint}: ${name}`);
          control(done || !may.includes(name), `${endpoint} is done by nobody: ${name}`);
        }
      };
      const approve = (name: string, revision: number) =>
        succeeds(asOperator(product, name, 'approveWithdrawal', { id, revision, reason: 'x' }));
      control(await approve('pair.reviewer.one', 1), 'a reviewer cannot approve it');
      if (await approve('pair.reviewer.one', 2)) through.push('one reviewer is both');
      await step('claimPayout', []);
      await step('approveWithdrawal', ['pair.reviewer.two']);
      await step('approveWithdrawal', []);
      await step('recordPayout', [], { tx: newTx() });
      // The later takes over from the earlier.
      await step('claimPayout', ['pair.treasurer.two', 'pair.treasurer.one']);
      await step('recordPayout', ['pair.treasurer.one'], { tx: newTx() });
      // Where a chain is asked, it alone says so.
      await step('confirmPayout', []);
      return through;
    },
  },
  {
    name: 'a pair of roles does together what neither is declared for',
    async run(product) {
      const through: string[] = [];
      for (const name of pairPeople) await asOperator(product, name, 'listReleases', {}, name.split('.')[1]);
      for (const action of await actionsOfTwo(product)) {
        const allowed: readonly OperatorRole[] = operatorPolicies[action.policy];
        for (const asks of operatorRoles) {
          let done = 0;
          // Who may not first: they leave what waits as it is.
          const others = operatorRoles.toSorted(
            (one, two) => Number(allowed.includes(one)) - Number(allowed.includes(two)),
          );
          let id: unknown;
          for (const approves of others) {
            id ??= await askFor(product, action, `pair.${asks}.one`);
            control(id !== undefined || !allowed.includes(asks), `${action.name} is asked for by nobody`);
            if (id === undefined) break;
            const before = await state(product);
            const alone = await succeeds(asOperator(product, `pair.${asks}.one`, 'approve', { id, reason: 'x' }));
            const both = await succeeds(asOperator(product, `pair.${approves}.two`, 'approve', { id, reason: 'x' }));
            const isDone = before !== (await state(product));
            const isDeclared = allowed.includes(asks) && allowed.includes(approves);
            if (alone) through.push(`${action.name}: ${asks} alone`);
            if ((both || isDone) && !isDeclared) through.push(`${action.name}: ${asks} asks, ${approves} approves`);
            if (isDone) {
              done += 1;
              id = undefined;
            }
          }
          if (allowed.includes(asks)) control(done > 0 || !action.isComplete, `${action.name} is done by nobody`);
          else control(done === 0, `${action.name} was done`);
        }
      }
      await putBack(product);
      return through;
    },
  },
];

/** Everybody who has roles here, two of each. */
const pairPeople = operatorRoles.flatMap((role) => [`pair.${role}.one`, `pair.${role}.two`]);

/** One asks for money to go into a pool, the other approves it. @returns what got through */
async function together(product: Product, asks: string, approves: string, who: string): Promise<string[]> {
  await asOperator(product, approves, 'listPools', {}, 'treasurer');
  const funding = { pool: 'package', amount: '10', direction: 'in', reason: 'x' };
  const { id } = await asOperator(product, asks, 'askPoolFunding', funding, 'treasurer');
  return (await succeeds(asOperator(product, approves, 'approve', { id, reason: 'x' })))
    ? [`money moves by the word of somebody ${who}`]
    : [];
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const bind = (product: Product, username: string): Promise<void> =>
  runSql(
    product,
    `UPDATE member SET google_secret = '\\x00', google_key = 'none', google_bound_at = product_now() WHERE username = '${username}'`,
  );

interface ActionOfTwo {
  readonly name: WaitingAction;
  readonly policy: OperatorPolicy;
  /** Whether it can be done as it is asked for here, and not only be turned away for want of what it is about. */
  readonly isComplete: boolean;
  ask(by: string): Promise<unknown>;
}

/** Asks. @returns the number of what waits; `undefined` where they may not */
async function askFor(product: Product, { name, ask }: ActionOfTwo, by: string): Promise<unknown> {
  if (!(await succeeds(ask(by)))) return undefined;
  const open = `SELECT id FROM approval WHERE action = '${name}' AND requested_by = 'operator:${by}' AND closed_at IS NULL`;
  const [row] = await rowsOf(product, `${open} ORDER BY id DESC LIMIT 1`);
  control(row !== undefined, `${name} waits for nobody when ${by} asks`);
  return row?.id;
}

/** All that an approval can change, in a word. */
async function state(product: Product): Promise<string> {
  const [row] = await rowsOf(
    product,
    `SELECT concat_ws('|',
       (SELECT count(*) FROM market_rate WHERE approved_at IS NOT NULL), (SELECT count(*) FROM rule),
       (SELECT count(*) FROM journal WHERE kind IN ('pool_funding', 'bonus_correction', 'fee_returned', 'deposit_return')),
       (SELECT string_agg(state, ' ' ORDER BY id) FROM deposit_transfer WHERE chain = 'TRON'),
       (SELECT count(*) FROM chain_fault WHERE closed_at IS NULL), (SELECT count(*) FROM factor_reset WHERE approved_at IS NOT NULL),
       (SELECT count(*) FROM withdrawal_payout WHERE state = 'invalid'), (SELECT count(*) FROM release_event),
       (SELECT count(*) FROM payout_freeze WHERE ended_at IS NULL), (SELECT count(*) FROM announcement WHERE approved_at IS NOT NULL),
       (SELECT count(*) FROM terms_document),
       (SELECT string_agg(concat(name, roles, suspended_at), ' ' ORDER BY id) FROM operator)) AS now`,
  );
  return String(row?.now);
}

/** Every action by two people, each asked for as the console does, or where it takes a payout or a release, as the product's login does. */
async function actionsOfTwo(product: Product): Promise<readonly ActionOfTwo[]> {
  const admin = (sql: string) => runSql(product, sql);
  const one = async (sql: string) => Object.values((await rowsOf(product, sql))[0] ?? {})[0];
  const call =
    (endpoint: OperatorEndpointName, input: Words | (() => Promise<Words>)) =>
    async (by: string): Promise<unknown> =>
      asOperator(product, by, endpoint, { ...(typeof input === 'function' ? await input() : input), reason: 'x' });
  const action = (name: WaitingAction, ask: ActionOfTwo['ask'], more: Partial<ActionOfTwo> = {}): ActionOfTwo => ({
    ...{ name, ask, policy: approvalPolicies[name], isComplete: true },
    ...more,
  });
  const bare = (name: WaitingAction): ActionOfTwo =>
    action(name, (by) => requestAsProduct(product, name, by), { isComplete: false });
  const said = { title: 'News', text: 'All is well.' };
  const texts = { en: said, jp: said, zh: said, ko: said };
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const held = 'SELECT max(id) FROM deposit_transfer WHERE state = ';
  await asOperator(product, 'pair.spare', 'listReleases', {}, 'viewer');
  await asOperator(product, 'pair.gone', 'listReleases', {}, 'viewer');
  let serial = 0;
  const next = () => {
    serial += 1;
    return serial;
  };
  const terms = '# Terms\n\n## All\n\nAll is well.\n';
  return [
    action(
      'rate.approve',
      call('setRate', async () => {
        const now = Number(
          await one(`SELECT numerator / denominator FROM market_rate_at('BTC', 'USD', product_now())`),
        );
        return { base: 'BTC', quote: 'USD', rate: now > 75_000 ? '60000' : '90000', source: 'a market' };
      }),
    ),
    action(
      'rule.approve',
      call('setRule', async () => {
        const now = await one(`SELECT value ->> 'percent' FROM rule_at('exchangeFee', 'USD-USDT', product_now())`);
        return { subject: 'exchangeFee', key: 'USD-USDT', value: { percent: Number(now) === 9 ? '1' : '9' } };
      }),
      { policy: 'treasury' },
    ),
    action(
      'rule.approve',
      call('setRule', async () => ({
        ...{ subject: 'factorReset', key: 'all', value: { waitHours: 72 + (next() % 100), approvalHours: 72 } },
      })),
      { policy: 'security' },
    ),
    action('pool.fund', call('askPoolFunding', { pool: 'team', amount: '100', direction: 'in' })),
    action(
      'bonus.correct',
      call('askBonusCorrection', { username: 'demo', direction: 'in', amount: '1', cause: 'goodwill' }),
    ),
    bare('fee.return'),
    action(
      'deposit.release',
      call('askDepositRelease', async () => {
        await holdInSuspense(product, 'demo', next());
        return { id: String(await one(`${held} 'below_minimum'`)) };
      }),
    ),
    bare('deposit.return'),
    action(
      'chain_fault.close',
      call('askFaultClosing', async () => {
        const log = `'{"address":"0x' || repeat('ab', 20) || '","blockHash":"0x12","topics":["0x' || repeat('dd', 32) || '"]}'`;
        await admin(
          `INSERT INTO chain_fault (chain, block, last_block, transaction, log_index, log, reason, recorded_at, looked_at, finding)
             VALUES ('BSC', 1, 1, '0x' || lpad('${next()}', 64, '0'), '0x0', ${log}, 'x', now(), now(), 'absent')`,
        );
        return { id: String(await one('SELECT max(id) FROM chain_fault')) };
      }),
    ),
    action(
      'factor_reset.approve',
      call('requestFactorReset', async () => {
        await bind(product, 'emma');
        const open = `outcome IS NULL AND member = (SELECT id FROM member WHERE username = 'emma')`;
        await admin(
          `SET session_replication_role = 'replica';
           UPDATE factor_reset SET outcome = 'withdrawn', ended_at = product_now() WHERE ${open}`,
        );
        return { username: 'emma' };
      }),
    ),
    bare('withdrawal.void_payout'),
    bare('withdrawal.settle_payout'),
    bare('release.approve_below_floor'),
    bare('release.approve_lower_floor'),
    action('release.approve_on', async (by) => {
      const off = { feature: 'account', reason: 'x' };
      await asOperator(product, 'pair.releases.one', 'switchFeatureOff', off);
      return asOperator(product, by, 'switchFeatureOn', off);
    }),
    action('payouts.unfreeze', async (by) => {
      await rowsOf(product, `SELECT freeze_payouts('operator:pair.treasurer.one', 'x')`);
      await rowsOf(product, `SELECT verify_books(product_now(), '[]')`);
      return asOperator(product, by, 'askUnfreeze', { reason: 'x' });
    }),
    action(
      'operator.invite',
      call('inviteOperator', async () => ({ name: `pair.guest${next()}`, roles: ['viewer'] })),
    ),
    action(
      'operator.roles',
      call('changeOperatorRoles', async () => {
        const now = await one(`SELECT roles[1] FROM operator WHERE name = 'pair.spare'`);
        return { name: 'pair.spare', roles: [now === 'viewer' ? 'auditor' : 'viewer'] };
      }),
    ),
    action(
      'operator.restore',
      call('restoreOperator', async () => {
        await admin(
          `UPDATE operator SET suspended_at = product_now() WHERE name = 'pair.gone' AND suspended_at IS NULL`,
        );
        return { name: 'pair.gone' };
      }),
    ),
    action('announcement.publish', call('askAnnouncement', { texts, from: hours(1), until: hours(2) })),
    action(
      'terms.publish',
      call('askTerms', async () => {
        await rowsOf(
          product,
          `SELECT close_approval(id, product_now()) FROM approval WHERE action = 'terms.publish' AND closed_at IS NULL`,
        );
        const base = Number(await one(`SELECT max(version) FROM terms_document WHERE document = 'terms'`));
        return { document: 'terms', base, texts: { en: terms, jp: terms, zh: terms, ko: terms } };
      }),
    ),
  ];
}

/** As whoever has the product's own login asks in an operator's name, of something that is not there. */
async function requestAsProduct({ dataDir }: Product, action: WaitingAction, by: string): Promise<void> {
  const client = new pg.Client({ connectionString: await runningApplicationUrl(dataDir) });
  await client.connect();
  try {
    const payload = { feature: 'account', release: 'none', floor: 'none', deposit: '0', amount: '1' };
    await client.query(
      `SELECT request_approval($1, '0', $2, NULL, $3, 'x', product_now(), product_now() + interval '1 day')`,
      [action, JSON.stringify(payload), `operator:${by}`],
    );
  } finally {
    await client.end();
  }
}

/** What members would meet of it: terms that nobody has agreed to, a feature that is off, an authenticator that nobody has. */
async function putBack(product: Product): Promise<void> {
  const nothing = 'google_secret = NULL, google_key = NULL, google_bound_at = NULL';
  await runSql(
    product,
    `SET session_replication_role = 'replica';
     DELETE FROM terms_notice WHERE publication IN (SELECT publication FROM terms_document WHERE version > 1);
     DELETE FROM terms_document WHERE version > 1;
     UPDATE payout_freeze SET ended_at = product_now(), ended_by = 'x', reason = 'x' WHERE ended_at IS NULL;
     UPDATE member SET ${nothing} WHERE username IN ('emma', 'jisoo')`,
  );
}
