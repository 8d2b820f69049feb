import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type Language, languages, type Output } from '@trellis/api-contract';
import { demoRoot, randomOf, registration } from '../../api/src/testing/index.ts';
import { runSql } from './database.ts';
import { mailedCode } from './fixtures.ts';
import { nextStep } from './nextStep.ts';
import type { Product } from './product.ts';
import type { textsOf } from './texts.ts';
import { askForWithdrawal, keepAddress } from './withdrawals.ts';

type Text = ReturnType<typeof textsOf>;

const tronAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const isOwn = { 'sec-fetch-site': 'same-origin' };

/** A member of a journey's own, who has money and nothing else, and whose browser this is. */
export interface Newcomer {
  readonly username: string;
  readonly product: Product;
  readonly context: BrowserContext;
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, data: object): Promise<Answer>;
}

/** By which every newcomer logs in. */
export const newcomerPassword = String(registration().password);

/** Registers somebody in Japan, below the head of the demo team, and gives them USD. */
export async function newcomer(context: BrowserContext, product: Product, language: Language): Promise<Newcomer> {
  const username = `late${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  const base = `${product.origin}/api/v1`;
  const member: Newcomer = {
    username,
    product,
    context,
    get: async <Answer>(path: string) => (await (await context.request.get(base + path)).json()) as Answer,
    post: async <Answer>(path: string, data: object) => {
      const headers = { ...isOwn, 'idempotency-key': randomUUID() };
      const answer = await context.request.post(base + path, { data, headers });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
      return (await answer.json()) as Answer;
    },
  };
  await member.post('/email-codes', { purpose: 'register', email, language });
  const emailCode = await mailedCode(product, email);
  await member.post('/members', registration({ username, email, emailCode, language }));
  await member.post('/profile/country', { country: 'JP' });
  await runSql(
    product,
    `SELECT post(gen_random_uuid(), id, gen_random_uuid()::text, '\\x00', 'opening', '{}', ARRAY[id * 1000 + 101, 201]::bigint[],
       ARRAY[2000000000, -2000000000]::bigint[], NULL, NULL, NULL) FROM member WHERE username = '${username}'`,
  );
  return member;
}

/** Something that a member's page does with money, once. */
interface Action {
  /** As a sentence has it. */
  readonly name: string;
  readonly language: Language;
  readonly method: 'POST' | 'DELETE';
  readonly path: (member: Newcomer) => Promise<string>;
  /** What the page calls. */
  readonly call: RegExp;
  readonly prepare?: (member: Newcomer) => Promise<void>;
  /** Goes as far as the press that sends it. */
  readonly send: (page: Page, text: Text) => Promise<void>;
  /** How often it was done. */
  readonly done: (member: Newcomer) => Promise<number>;
  /** The page says that it is done. */
  readonly isDone: (page: Page, text: Text) => Promise<void>;
}

/** One that has a key, by which what became of it is asked. */
interface KeptAction extends Action {
  readonly kept: true;
  /** The press that sends it. */
  readonly confirm: (page: Page, text: Text) => Promise<void>;
}

/** One that is of a thing and ends it: what the thing is, reports what became of it. */
interface EndingAction extends Action {
  readonly kept: false;
  /** The page says that the thing is as it was. */
  readonly stands: (page: Page, text: Text) => Promise<void>;
}

export type MoneyAction = KeptAction | EndingAction;

const languageOf = (action: string): Language => randomOf(`language of ${action}`).pick(languages);

const inSheet = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

/** A flow: reviewed, confirmed by the button of that name, and then this is said. */
const flow = (
  parts: Omit<KeptAction, 'kept' | 'language' | 'method' | 'send' | 'confirm' | 'isDone'> & {
    readonly fill: (page: Page, text: Text) => Promise<void>;
    readonly submit: (text: Text) => string;
    readonly success: (text: Text) => string;
  },
): KeptAction => {
  const { fill, submit, success, ...action } = parts;
  const confirm = (page: Page, text: Text) => inSheet(page, submit(text)).click();
  return {
    ...action,
    kept: true,
    language: languageOf(action.name),
    method: 'POST',
    confirm,
    send: async (page, text) => {
      await fill(page, text);
      await nextStep(page, text).click();
      await confirm(page, text);
    },
    isDone: (page, text) => expect(page.getByText(success(text)).first()).toBeVisible(),
  };
};

/** What ends a thing: offered by one button of the page, and done by another in its sheet. */
const ending = (
  parts: Omit<EndingAction, 'kept' | 'language' | 'send' | 'stands' | 'isDone'> & {
    readonly offer: (text: Text) => string;
    /** Without a sheet. */
    readonly atOnce?: true;
    readonly ended: (text: Text) => string;
  },
): EndingAction => {
  const { offer, atOnce, ended, ...action } = parts;
  const offered = (page: Page, text: Text) => page.getByRole('main').getByRole('button', { name: offer(text) });
  return {
    ...action,
    kept: false,
    language: languageOf(action.name),
    send: async (page, text) => {
      await offered(page, text).click();
      if (!atOnce) await inSheet(page, offer(text)).click();
    },
    stands: (page, text) => expect(offered(page, text).first()).toBeVisible(),
    isDone: async (page, text) => {
      await expect(page.getByRole('main').getByText(ended(text)).first()).toBeVisible();
      await expect(offered(page, text)).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  };
};

const recordsOf = (kind: string) => async (member: Newcomer) =>
  (await member.get<Output<'listRecords'>>(`/records?kind=${kind}&limit=100`)).records.length;

async function beginStake(member: Newcomer): Promise<string> {
  const { cp, rate, reward, maturesOn } = await member.get<Output<'getStakeQuote'>>('/stakes/quote?cp=100');
  const shown = { shownRate: rate, shownReward: reward.amount, shownMaturesOn: maturesOn };
  return (await member.post<Output<'startStake'>>('/stakes', { cp: cp.amount, ...shown })).id;
}

const eventsOf = (kind: string) => async (member: Newcomer) => {
  const { stakes } = await member.get<Output<'getStakes'>>('/stakes');
  const all = await Promise.all(stakes.map(({ id }) => member.get<Output<'getStake'>>(`/stakes/${id}`)));
  return all.flatMap(({ events }) => events).filter((event) => event.kind === kind).length;
};

export const transfer: MoneyAction = flow({
  name: 'a transfer',
  call: /\/api\/v1\/transfers$/,
  path: async () => '/wallet/transfer',
  fill: async (page, text) => {
    await page.getByLabel(text('wallet', 'transfer.recipient'), { exact: true }).fill(demoRoot);
    await page.getByLabel(text('wallet', 'transfer.amount')).first().fill('1.11');
  },
  submit: (text) => text('wallet', 'transfer.submit', { amount: '1.11 USD' }),
  success: (text) => text('wallet', 'transfer.success'),
  done: recordsOf('transfer_out'),
});

/** What else a member's page does with money. */
export const otherActions: readonly MoneyAction[] = [
  flow({
    name: 'an exchange',
    call: /\/api\/v1\/exchanges$/,
    path: async () => '/wallet/exchange',
    fill: async (page, text) => {
      await page.getByLabel(text('wallet', 'exchange.amount')).fill('20');
      await expect(page.getByRole('timer')).toBeVisible();
    },
    submit: (text) => text('wallet', 'exchange.submit', { amount: '20.00 USD' }),
    success: (text) => text('wallet', 'exchange.success'),
    done: recordsOf('exchange_out'),
  }),
  flow({
    name: 'a withdrawal',
    call: /\/api\/v1\/withdrawals$/,
    prepare: ({ product, username }) => keepAddress(product, username, 'TRON', tronAddress),
    path: async () => '/wallet/withdrawal',
    fill: async (page, text) => {
      await page.getByRole('textbox', { name: text('wallet', 'withdrawal.amount') }).fill('30');
      await page.getByRole('textbox', { name: text('wallet', 'withdrawal.address') }).fill(tronAddress);
      await expect(page.getByText('My ledger', { exact: true })).toBeVisible();
      await expect(page.getByText('28.00 USDT')).toBeVisible();
    },
    submit: (text) => text('wallet', 'withdrawal.submit', { amount: '30.00 USD' }),
    success: (text) => text('wallet', 'withdrawal.success', { hours: '72' }),
    done: async (member) => (await member.get<Output<'listWithdrawals'>>('/withdrawals?limit=100')).withdrawals.length,
  }),
  ending({
    name: 'a withdrawal’s cancellation',
    method: 'POST',
    call: /\/withdrawals\/[^/]+\/cancellation$/,
    prepare: ({ product, username }) => keepAddress(product, username, 'TRON', tronAddress),
    path: async ({ context, product }) => {
      const order = { amount: '30', address: tronAddress };
      return `/wallet/withdrawal?id=${await askForWithdrawal(context.request, product, order)}`;
    },
    offer: (text) => text('wallet', 'withdrawal.cancel'),
    ended: (text) => text('wallet', 'withdrawal.returned', { amount: '30.00 USD' }),
    done: async (member) =>
      (await member.get<Output<'listWithdrawals'>>('/withdrawals?limit=100')).withdrawals.filter(
        ({ cause }) => cause === 'cancelled',
      ).length,
  }),
  flow({
    name: 'a package',
    call: /\/api\/v1\/packages$/,
    path: async () => '/plan/buy/clear',
    fill: async (page) => expect(page.getByText('100.49 USDP').first()).toBeVisible(),
    submit: (text) => text('plan', 'package.submit', { level: 'Clear', amount: '100.00 USD' }),
    success: (text) => text('plan', 'package.success'),
    done: async (member) => (await member.get<Output<'listPackages'>>('/packages')).packages.length,
  }),
  ending({
    name: 'a package’s cancellation',
    method: 'POST',
    call: /\/packages\/[^/]+\/cancellation$/,
    path: async (member) => {
      const bought = await member.post<Output<'buyPackage'>>('/packages', { level: 'Clear', shownReward: '0' });
      return `/plan/packages/${bought.id}`;
    },
    offer: (text) => text('plan', 'cancel.action'),
    ended: (text) => text('plan', 'package.cancelledOn').split('{date}').toSorted().at(-1)?.trim() ?? '',
    done: async (member) =>
      (await member.get<Output<'listPackages'>>('/packages')).packages.filter(({ cancelledAt }) => cancelledAt !== null)
        .length,
  }),
  flow({
    name: 'a stake',
    call: /\/api\/v1\/stakes$/,
    path: async () => '/wallet/stake',
    fill: async (page, text) => {
      await page.getByRole('textbox', { name: text('wallet', 'stake.amount') }).fill('100');
      await expect(page.getByText('100.98 CP').first()).toBeVisible();
    },
    submit: (text) => text('wallet', 'stake.submit', { amount: '100.00 CP' }),
    success: (text) => text('wallet', 'stake.success'),
    done: async (member) => (await member.get<Output<'getStakes'>>('/stakes')).stakes.length,
  }),
  flow({
    name: 'what becomes of a stake',
    call: /\/stakes\/[^/]+\/choice$/,
    path: async (member) => `/wallet/stakeDetail?id=${await beginStake(member)}`,
    fill: (page, text) =>
      page.getByRole('radio', { name: text('wallet', 'stake.maturity.continue_other', { count: 90 }) }).check(),
    submit: (text) => text('wallet', 'stake.maturity.save'),
    success: (text) => text('wallet', 'stake.maturity.saved').split('{')[0] ?? '',
    done: eventsOf('chosen'),
  }),
  ending({
    name: 'the removal of a stake’s choice',
    method: 'DELETE',
    call: /\/stakes\/[^/]+\/choice\?/,
    path: async (member) => {
      const id = await beginStake(member);
      await member.post(`/stakes/${id}/choice`, { option: 1, acceptsFrom: '0' });
      return `/wallet/stakeDetail?id=${id}`;
    },
    offer: (text) => text('wallet', 'stake.maturity.remove'),
    atOnce: true,
    ended: (text) => text('wallet', 'stake.event.unchosen'),
    done: eventsOf('unchosen'),
  }),
];

/** What becomes of a request that the page has sent and that is still on its way. */
export interface Held {
  /** The page's own: it is lost. */
  readonly lose: () => Promise<void>;
  /** It arrives after all. @returns the status of what the page does not hear any more */
  readonly arrive: () => Promise<number>;
}

/** Holds the next one back that the page sends. @returns what reports when it was sent, and what can become of it */
export async function holdNext(page: Page, { call, method }: MoneyAction): Promise<{ readonly held: Promise<Held> }> {
  const { promise: held, resolve } = Promise.withResolvers<Held>();
  let isHeld = false;
  await page.route(call, async (route) => {
    const request = route.request();
    if (isHeld || request.method() !== method) return route.fallback();
    isHeld = true;
    const { 'idempotency-key': key } = await request.allHeaders();
    const data: unknown = request.postDataJSON();
    const headers = {
      'content-type': 'application/json',
      ...isOwn,
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    resolve({
      lose: () => route.abort().catch(() => undefined),
      arrive: async () => {
        const late = { method, headers, ...(data !== null && { data }) };
        return (await page.context().request.fetch(request.url(), late)).status();
      },
    });
  });
  return { held };
}
