import { setTimeout as delay } from 'node:timers/promises';
import type { OperatorEndpointName } from '@trellis/api-contract/operator';
import pg from 'pg';
import { newKey, runningApplicationUrl } from '../../api/src/testing/index.ts';
import { runOps } from '../support/command.ts';
import { approveAs, asOperator } from '../support/operatorCalls.ts';
import { enrolmentLink } from '../support/operators.ts';
import { type Attack, control, from, ownBrowser } from './attack.ts';

/** What somebody can do who has one person's rights, or the product's own login to the database. */
export const insiderAttacks: readonly Attack[] = [
  {
    name: 'one treasurer sets a fee of 99.99 %',
    async run(product) {
      const set = (percent: string) =>
        asOperator(product, 'mallory', 'setRule', {
          ...{ subject: 'exchangeFee', key: 'USD-USDT', value: { percent } },
          reason: 'better for everybody',
        });
      const { state } = await set('99.99');
      return state === 'waiting' ? [] : [`it is ${JSON.stringify(state)}`];
    },
  },
  {
    name: 'one admin publishes terms',
    async run(product) {
      const text = '# Terms\n\n## All\n\nAll is mine.\n';
      const texts = { en: text, jp: text, zh: text, ko: text };
      const title = async () => {
        const answer = await fetch(`${product.origin}/api/v1/documents/terms?language=en`);
        return ((await answer.json()) as { readonly title: string }).title;
      };
      const before = await title();
      const { id } = await asOperator(
        product,
        'mallory-admin',
        'askTerms',
        { document: 'terms', base: 1, texts, reason: 'x' },
        'admin',
      );
      control(id !== undefined, 'terms cannot be asked for');
      const approved = await approveAs(product, 'mallory-admin', id, { reason: 'x' }, 'admin').then(
        () => ['the one who asked approves them'],
        () => [],
      );
      return before === (await title()) ? approved : [...approved, 'they are in force'];
    },
  },
  {
    name: 'one admin ends a suspension',
    async run(product) {
      const call = (name: string, endpoint: OperatorEndpointName, input: Record<string, unknown>) =>
        asOperator(product, name, endpoint, { ...input, reason: 'x' }, 'admin');
      const victim = 'suspended-admin';
      for (const name of [victim, 'honest-admin', 'mallory-admin']) await call(name, 'listOperators', {});
      await call('honest-admin', 'suspendOperator', { name: victim });
      const { id } = await call('mallory-admin', 'restoreOperator', { name: victim });
      const isIn = async () =>
        (
          (await call('honest-admin', 'getOperator', { name: victim })).operator as {
            readonly suspendedAt: string | null;
          }
        ).suspendedAt === null;
      control(!(await isIn()), 'nobody was suspended');
      const through = [];
      for (const name of ['mallory-admin', victim])
        await approveAs(product, name, id, { reason: 'x' }, 'admin').then(
          () => through.push(`${name} approves it`),
          () => undefined,
        );
      if (await isIn()) through.push('they are in again');
      return through;
    },
  },
  {
    name: 'who approves an invitation enrols in its place',
    async run(product) {
      for (const name of ['honest-admin', 'mallory-admin'])
        await asOperator(product, name, 'listOperators', {}, 'admin');
      const invited = { name: 'nora', roles: ['treasurer'], reason: 'x' };
      const { id, word } = await asOperator(product, 'honest-admin', 'inviteOperator', invited, 'admin');
      const { token } = await asOperator(product, 'mallory-admin', 'approve', { id, reason: 'x' }, 'admin');
      const open = (half: unknown) =>
        asOperator(product, 'mallory-admin', 'openEnrolment', {
          ...{ token, word: half, password: 'seven quiet lattices' },
        }).then(
          () => true,
          () => false,
        );
      const through = [];
      for (const guess of [undefined, '', 'aaaa-aaaa-aaaa', token])
        if (await open(guess)) through.push(`it is opened with ${String(guess)}`);
      control(await open(word), 'nor is it opened by who has both');
      const together = { name: 'nils', roles: ['treasurer', 'reviewer'], reason: 'x' };
      await asOperator(product, 'honest-admin', 'inviteOperator', together, 'admin').then(
        () => through.push('one person reviews and pays'),
        () => undefined,
      );
      return through;
    },
  },
  {
    name: 'who has lost the role is one of two',
    async run(product) {
      const change = async (name: string, roles: readonly string[]) => {
        const { id } = await asOperator(
          product,
          'honest-admin',
          'changeOperatorRoles',
          { name, roles, reason: 'x' },
          'admin',
        );
        await approveAs(product, 'second-admin', id, { reason: 'x' }, 'admin');
      };
      const [asker, second] = ['former-treasurer', 'present-treasurer'];
      for (const name of ['honest-admin', 'second-admin'])
        await asOperator(product, name, 'listOperators', {}, 'admin');
      for (const name of [asker, second]) await asOperator(product, name, 'listPools', {});
      const fund = () =>
        asOperator(product, asker, 'askPoolFunding', { pool: 'package', amount: '10', direction: 'in', reason: 'x' });
      const { id: honest } = await fund();
      await approveAs(product, second, honest, { reason: 'x' });
      const { id } = await fund();
      control(id !== undefined, 'no funding can be asked for');
      await change(asker, ['viewer']);
      const approve = () => approveAs(product, second, id, { reason: 'x' });
      const through = await approve().then(
        () => ['what they had asked for is done'],
        () => [],
      );
      await change(asker, ['treasurer']);
      const later = await approve().then(
        () => ['it is done once they have the role again'],
        () => [],
      );
      return [...through, ...later];
    },
  },
  {
    name: 'a flood of requests hides the honest one',
    async run(product) {
      const on = (name: string) =>
        asOperator(product, name, 'switchFeatureOn', { feature: 'account', reason: 'x' }, 'releases');
      await asOperator(product, 'honest-releases', 'switchFeatureOff', { feature: 'account', reason: 'x' }, 'releases');
      for (let count = 0; count < 3; count += 1) await on('mallory-releases');
      await on('honest-releases');
      const { waiting } = (await asOperator(product, 'second-releases', 'listWaiting', {}, 'releases')) as {
        readonly waiting: readonly { readonly subject: string; readonly requestedBy: string }[];
      };
      await approveAs(product, 'second-releases', 'account', { reason: 'x' }, 'releases');
      const same = waiting.filter(({ subject }) => subject === 'account');
      return [
        ...(waiting[0]?.requestedBy === 'operator:honest-releases' ? [] : ['what was asked for last is not first']),
        ...(same.length === 1 ? [] : [`${same.length} wait for one feature`]),
      ];
    },
  },
  {
    name: 'what was asked for before an incident is approved after it',
    async run(product) {
      const call = (name: string, endpoint: OperatorEndpointName, input: Record<string, unknown>) =>
        asOperator(product, name, endpoint, { ...input, reason: 'x' }, 'releases');
      const off = () => call('honest-releases', 'switchFeatureOff', { feature: 'account' });
      await off();
      const { approval } = await call('mallory-releases', 'switchFeatureOn', { feature: 'account' });
      const { id } = approval as { readonly id: string };
      await off();
      const isOff = async () => {
        const { features } = await call('honest-releases', 'listReleases', {});
        return (features as { feature: string; off: boolean }[]).find(({ feature }) => feature === 'account')?.off;
      };
      await call('second-releases', 'approve', { id }).catch(() => undefined);
      if (!(await isOff())) return ['it is on'];
      await call('honest-releases', 'switchFeatureOn', { feature: 'account' });
      await approveAs(product, 'second-releases', 'account', { reason: 'x' }, 'releases');
      control(!(await isOff()), 'it stays off');
      return [];
    },
  },
  {
    name: 'one stolen session stops payouts again and again',
    async run(product) {
      const freeze = () => asOperator(product, 'robbed', 'freezePayouts', { reason: 'x', code: undefined });
      const frozen = async () => (await asOperator(product, 'honest-treasurer', 'getPayoutFreeze', {})).freeze !== null;
      await freeze();
      control(await frozen(), 'nobody can freeze payouts');
      await asOperator(product, 'honest-treasurer', 'askUnfreeze', { reason: 'x' });
      const { freeze: state } = (await asOperator(product, 'second-treasurer', 'getPayoutFreeze', {})) as {
        readonly freeze: { readonly waiting: { readonly id: string } };
      };
      const { id } = state.waiting;
      const through = [];
      await asOperator(product, 'robbed', 'refuseApproval', { id, reason: 'x', code: undefined }).then(
        () => through.push('it refuses what others ask for'),
        () => undefined,
      );
      // The books are looked at within a minute.
      for (let tries = 0; (await frozen()) && tries < 40; tries += 1) {
        await asOperator(product, 'second-treasurer', 'approve', { id, reason: 'x' }).catch(() => undefined);
        if (await frozen()) await delay(2_500);
      }
      control(!(await frozen()), 'two treasurers do not end it');
      await freeze().catch(() => undefined);
      if (await frozen()) through.push('they are frozen again');
      return through;
    },
  },
  {
    name: 'one stolen session turns a feature off again and again',
    async run(product) {
      const call = (name: string, endpoint: OperatorEndpointName, input: Record<string, unknown> = {}) =>
        asOperator(product, name, endpoint, { feature: 'team', reason: 'x', ...input }, 'releases');
      const off = () =>
        asOperator(product, 'robbed', 'switchFeatureOff', { feature: 'team', reason: 'x', code: undefined });
      const on = async () => {
        await call('honest-releases', 'switchFeatureOn');
        await approveAs(product, 'second-releases', 'team', { reason: 'x' }, 'releases');
      };
      await off();
      await on();
      const through = await off().then(
        () => ['it is off again'],
        () => [],
      );
      if (through.length > 0) await on();
      return through;
    },
  },
  {
    name: 'what one treasurer planned undoes what two lower afterwards',
    async run(product) {
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
      const limit = { subject: 'limit', key: 'transfer-USD' };
      const value = (maximum: string) => ({ minimum: '1', maximum, dayMaximum: '10000', fee: '0' });
      const agree = async (endpoint: 'setRule' | 'setRate', input: Record<string, unknown>) => {
        await asOperator(product, 'honest-treasurer', 'listRates', {});
        const { state, id } = await asOperator(product, 'second-treasurer', endpoint, { ...input, reason: 'x' });
        control(state === 'waiting', `it takes no second person: ${JSON.stringify(state)}`);
        await approveAs(product, 'honest-treasurer', id, { reason: 'x' });
      };
      const plan = async (endpoint: 'setRule' | 'setRate', input: Record<string, unknown>) => {
        const { state } = await asOperator(product, 'mallory', endpoint, { ...input, reason: 'x' });
        control(state === 'coming', `nothing is planned alone: ${JSON.stringify(state)}`);
      };
      const rate = { base: 'ON', quote: 'USD', source: 'a market' };
      const { pairs } = (await asOperator(product, 'mallory', 'listRates', {})) as {
        readonly pairs: readonly { base: string; rates: readonly { rate: string; state: string }[] }[];
      };
      const now = pairs.find(({ base }) => base === 'ON')?.rates.find(({ state }) => state === 'inForce')?.rate;
      control(now !== undefined, 'there is no rate');
      await plan('setRule', { ...limit, value: value('5400'), from: day(30) });
      await plan('setRate', { ...rate, rate: now, from: day(10) });
      await agree('setRule', { ...limit, value: value('100') });
      await agree('setRate', { ...rate, rate: String(Number(now) / 2) });
      const coming = async (endpoint: 'listRules' | 'listRates') =>
        JSON.stringify(await asOperator(product, 'honest-treasurer', endpoint, {})).includes('"coming"');
      const through = [];
      if (await coming('listRules')) through.push('a limit rises by itself');
      if (await coming('listRates')) through.push('a rate doubles by itself');
      return through;
    },
  },
  {
    name: 'one treasurer opens a sale, and what can be cancelled',
    async run(product) {
      const set = async (subject: string, key: string, value: object) =>
        (await asOperator(product, 'mallory', 'setRule', { subject, key, value, reason: 'x' })).state;
      const cancelling = (days: string, mostReward: string) =>
        set('packageCancelling', 'all', { days, mostReward, cancellations: 10 });
      const through = [];
      if ((await set('productSale', 'stake', { open: true, closedIn: '' })) !== 'waiting')
        through.push('a sale is open where it was closed');
      if ((await cancelling('JP:29,US:29', '999999999')) !== 'waiting') through.push('all rewards can be taken back');
      if ((await cancelling('', '2000')) !== 'waiting') through.push('nobody can cancel any more');
      control((await set('productSale', 'stake', { open: false, closedIn: 'US' })) === 'inForce', 'nor is one closed');
      return through;
    },
  },
  {
    name: 'one treasurer moves a rate between two exchanges of their own',
    async run(product) {
      const address = '203.0.113.77';
      const member = await ownBrowser(product, 'demo', address);
      const quote = (given: string, to: string) =>
        member.post('/api/v1/exchanges/quotes', { from: given, to, amount: '10' }, from(address));
      const exchange = async (id: unknown) =>
        member.post('/api/v1/exchanges', { quote: id }, { 'idempotency-key': newKey(), ...from(address) });
      const first = await exchange((await quote('USD', 'USDT')).body.id);
      control(first.status === 201, `nothing is exchanged before: ${first.text}`);
      const dear = (await quote('USD', 'USDT')).body.id;
      const { state } = await asOperator(product, 'mallory', 'setRate', {
        ...{ base: 'USDT', quote: 'USD', rate: '1.004', source: 'a market' },
        reason: 'better for one',
      });
      control(state === 'inForce', `the change waits: ${JSON.stringify(state)}`);
      const through = [];
      if ((await exchange(dear)).status < 300) through.push('a quote of before the change is good after it');
      const back = await quote('USDT', 'USD');
      if (back.status < 300) through.push('there is a quote at once after the change');
      return through;
    },
  },
  {
    name: 'two treasurers agree to a rate with its decimal point in the wrong place',
    async run(product) {
      const rateOf = async () =>
        (
          (await asOperator(product, 'careless', 'listRates', {})).pairs as readonly {
            readonly base: string;
            readonly rates: readonly { readonly rate: string; readonly state: string }[];
          }[]
        )
          .find(({ base }) => base === 'USDT')
          ?.rates.find(({ state }) => state === 'inForce')?.rate;
      const before = await rateOf();
      control(before !== undefined, 'there is no rate');
      const through = [];
      for (const rate of ['0.00000001', '1000000'])
        try {
          const words = { base: 'USDT', quote: 'USD', rate, source: 'a market', reason: 'x' };
          const { id } = await asOperator(product, 'careless', 'setRate', words);
          through.push(`${rate} is asked for`);
          await asOperator(product, 'careless-too', 'listRates', {});
          await approveAs(product, 'careless-too', id, { reason: 'x' });
        } catch {}
      const after = await rateOf();
      return after === before ? through : [...through, `it is ${after}`];
    },
  },
  {
    name: 'a command, or a name that is two, is the second person',
    async run(product) {
      const through = [];
      for (const name of ['tess:2', 'ops:anna', ':'])
        await enrolmentLink(product, name, 'treasurer').then(
          () => through.push(`${name} is a name`),
          () => undefined,
        );
      const rule = ['exchangeFee', 'USD-USDT', '{"percent": "1.5"}'];
      const request = await runOps(product, 'setRule', ...rule, '--reason', 'x').catch(() => undefined);
      if (request !== undefined) through.push(`a command sets a rule: ${JSON.stringify(request)}`);
      control('freeze' in (await runOps(product, 'getPayoutFreeze')), 'no command is answered');
      return through;
    },
  },
  {
    name: "the product's own login writes money and decisions",
    async run({ dataDir }) {
      const url = await runningApplicationUrl(dataDir);
      control(url !== undefined, 'the product has no database');
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        control((await client.query('SELECT 1 FROM account LIMIT 1')).rowCount === 1, 'it reads no accounts');
        const through = [];
        for (const statement of [
          'SET ROLE postgres',
          'SET SESSION AUTHORIZATION postgres',
          'SET ROLE NONE; UPDATE account SET balance = balance + 1',
          'UPDATE account SET balance = balance + 1',
          'INSERT INTO posting SELECT * FROM posting LIMIT 1',
          'INSERT INTO approval SELECT * FROM approval',
          `INSERT INTO terms_document (document, version, texts, published_at)
             SELECT document, version + 1, texts, now() FROM terms_document`,
          `INSERT INTO verification_run (started_at, ended_at, findings) VALUES (now(), now(), '[]')`,
          'DELETE FROM invariant',
          // A transfer of 1 USD whose fee is all the rest, and a deposit that no chain has seen, at the rate of another asset.
          `SELECT post(gen_random_uuid(), s.id, gen_random_uuid()::text, '\\x00', 'transfer', '{}',
               ARRAY[s.id * 1000 + 101, r.id * 1000 + 101, 401]::bigint[], ARRAY[-6000000, 1000000, 5000000]::bigint[],
               'transfer', 'USD', 1000000) FROM member s, member r WHERE s.username = 'demo' AND r.username = 'hana'`,
          `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account,
               member_id, units, usdt, usd, fee, rate, minimum, state, recorded_at)
             SELECT 'BSC', z.twenty, z.whole, 0, 1, z.whole, now(), z.twenty, z.twenty, m.id, 10000000, 10000000, 6400000000, 0,
                    r.id, 1, 'held_unverified', now()
               FROM member m, market_rate r JOIN rate_pair p ON p.id = r.pair,
                    (SELECT decode(repeat('07', 20), 'hex') AS twenty, decode(repeat('07', 32), 'hex') AS whole) z
              WHERE m.username = 'demo' AND p.base = 'BTC' LIMIT 1;
           SELECT post(gen_random_uuid(), d.member_id, 'deposit BSC ' || repeat('07', 32) || ' 0', '\\x00', 'deposit', '{}',
               ARRAY[d.member_id * 1000 + 101, 211, 711, 701]::bigint[], ARRAY[d.usd, -d.usdt, d.usdt, -d.usd]::bigint[],
               NULL, NULL, NULL) FROM deposit_transfer d WHERE d.usd = 6400000000`,
          `UPDATE operator SET roles = '{admin}'`,
          'ALTER TABLE account DISABLE TRIGGER ALL',
          'DELETE FROM security_event',
          'DELETE FROM audit_event',
        ])
          if (
            await client.query(statement).then(
              () => true,
              () => false,
            )
          )
            through.push(statement);
        return through;
      } finally {
        await client.end();
      }
    },
  },
];
