import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { apiBase, endpoints, type MemberEndpoint, type Proofs } from '@trellis/api-contract';
import { demoPassword, ReleaseStore, readManifest } from '../../api/src/testing/index.ts';
import { activateUnasked, publishBroken } from '../support/brokenRelease.ts';
import { chromiumPath, launchArguments } from '../support/browser.ts';
import { asOperator } from '../support/operatorCalls.ts';
import type { Product } from '../support/product.ts';
import { type Attack, control, from, ownBrowser } from './attack.ts';

interface Hostile {
  readonly heard: readonly string[];
  reach(otherOrigin: string, own: string, name: string, other: string): Promise<Readonly<Record<string, string>>>;
  bySdk(name: string, input: object): Promise<string>;
  answerTo(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<string>;
  sharedByAll(): Promise<Readonly<Record<string, string>>>;
  hostile: {
    ask(path: string, headers?: Readonly<Record<string, string>>): Promise<string>;
    askByRequest(path: string, header?: string): Promise<string>;
    leave(): Promise<void>;
    listen(): void;
    modules(addresses: readonly string[]): Promise<readonly string[]>;
    workers(own: string): Promise<readonly string[]>;
  };
}
type HostileWindow = Window & Hostile;

const calls = Object.entries(endpoints as Readonly<Record<string, MemberEndpoint>>).filter(
  ([name]) => name !== 'reportLoads',
);
const addressOf = ({ path }: MemberEndpoint): string => apiBase + path.replace(/:\w+/g, '7');
const refused = '403 request.page_outdated';
const [address, other] = ['203.0.113.90', '203.0.113.91'];
/** Another's, in the field that money goes to. */
const planted = 'noah';

/** A release of team with a signature that holds, which has turned on whoever opens it. */
export const hostileReleaseAttacks: readonly Attack[] = [
  {
    name: 'a signed release turns on its member: it calls what it does not declare',
    run: (product) =>
      withRelease(product, async ({ page, release }) => [
        ...(await callsThatGotThrough(page, product, release)),
        ...(await whatOperatorsLearn(product, release)),
      ]),
  },
  {
    name: 'a signed release turns on its member: it runs what nobody signed',
    run: (product) => withRelease(product, ({ page, release }) => codeThatRan(page, product, release)),
  },
  {
    name: 'a signed release turns on its member: it stays behind when it is taken back',
    run: (product) =>
      withRelease(product, ({ page, release, takeBack }) => whatIsLeft(page, product, release, takeBack)),
  },
];

interface OpenRelease {
  readonly page: Page;
  readonly release: string;
  readonly takeBack: () => Promise<void>;
}

/** The release on a member's page, and taken back afterwards. */
async function withRelease(
  product: Product,
  work: (open: OpenRelease) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { release } = publishBroken(product, 'team', 'turns on its member');
  const takeBack = await activateUnasked(product, 'team', release);
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: launchArguments });
  try {
    const context = await browser.newContext({ extraHTTPHeaders: from(address) });
    return await work({ page: await opened(context, product), release, takeBack });
  } finally {
    await browser.close();
    // One of the attacks has taken it back itself.
    await takeBack().catch(() => undefined);
  }
}

/** A member's page with the release on it. */
async function opened(context: BrowserContext, { origin }: Product): Promise<Page> {
  const answer = await context.request.post(`${origin}/api/v1/session`, {
    data: { username: 'demo', password: demoPassword },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  control(answer.status() === 200, `demo was not let in: ${answer.status()}`);
  const page = await context.newPage();
  for (let tries = 0; tries < 10; tries += 1) {
    await page.goto(`${origin}/team`);
    const isThere = await page
      .waitForFunction(() => 'hostile' in window, undefined, { timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
    if (isThere) return page;
  }
  throw new Error('the control failed: the release is not on the page');
}

/** Every endpoint of members, by every way that a script has. */
async function callsThatGotThrough(page: Page, product: Product, release: string): Promise<string[]> {
  const through: string[] = [];
  const declared = readManifest(new ReleaseStore(`${product.dataDir}/releases`).folder('team', release)).calls ?? [];
  const bySdk = (name: string) => page.evaluate((each) => (window as unknown as Hostile).bySdk(each, {}), name);
  control(declared.length > 0 && declared.length < calls.length / 2, `it declares ${declared.length} calls`);
  const own = await bySdk('getInvite');
  control(own === 'answered', `a call that it declares was ${own}`);

  // What another browser was given, as whoever made the release has it.
  const { text } = await (await ownBrowser(product, 'noah', other)).get('/wallet', {
    ...from(other),
    'sec-fetch-dest': 'document',
  });
  const proofs = JSON.parse(/id="proofs">(.*?)<\/script>/.exec(text)?.[1] ?? '{}') as Proofs;
  control(proofs.wallet !== undefined, 'the other browser was given no proof');
  const headers = [undefined, `team ${release} ${'A'.repeat(22)}`, proofs.wallet, proofs.shell];
  for (const [name, endpoint] of calls) {
    if (!declared.includes(name) && (await bySdk(name)) !== `team does not declare that it calls ${name}`)
      through.push(`${name} by the sdk`);
    for (const said of headers) {
      const answer = await page.evaluate(
        ([method, path, header]) =>
          (window as unknown as HostileWindow).answerTo(
            method,
            path,
            header === undefined ? {} : { 'x-feature': header },
          ),
        [endpoint.method, addressOf(endpoint), said] as const,
      );
      if (answer !== refused) through.push(`${name} by fetch with ${said ?? 'nothing'}: ${answer}`);
    }
    if (endpoint.method !== 'GET') continue;
    const answer = await page.evaluate(
      ([path, header]) => (window as unknown as HostileWindow).hostile.askByRequest(path, header),
      [addressOf(endpoint), proofs.wallet] as const,
    );
    if (answer !== refused) through.push(`${name} by XMLHttpRequest: ${answer}`);
  }
  const shared = await page.evaluate(() => (window as unknown as HostileWindow).sharedByAll());
  control(Object.keys(shared).includes('react'), 'it finds nothing of what all share');
  for (const [name, found] of Object.entries(shared))
    if (found === 'an sdk') through.push(`the sdk of others: ${name}`);
  const data = await page.evaluate(() =>
    (window as unknown as HostileWindow).hostile.ask('/server-loader?route=wallet%2Fhome'),
  );
  if (data !== refused) through.push(`the data of another's screen: ${data}`);
  return through;
}

/** Code that nobody signed, or that outlives the page. */
async function codeThatRan(page: Page, product: Product, release: string): Promise<string[]> {
  const { origin, dataDir } = product;
  const { chunks } = readManifest(new ReleaseStore(`${dataDir}/releases`).folder('team', release));
  // Signed, and the same wherever it runs.
  const own = `/assets/team/${release}/${chunks['texts-en']?.find((file) => file.endsWith('.js'))}`;
  const isServed = await page.evaluate((path) => fetch(path).then(({ ok }) => ok), own);
  control(isServed, `${own} is not served`);
  const otherOrigin = 'http://127.0.0.1:9';
  const reached = await page.evaluate(
    ([to, file]) => (window as unknown as HostileWindow).reach(to, file, 'app_team', 'app_account'),
    [otherOrigin, own] as const,
  );
  const through = Object.entries(reached).flatMap(([kind, answer]) =>
    answer.startsWith('refused') ? [] : [`${kind}: ${answer}`],
  );
  const modules = [`${otherOrigin}/import.js`, 'data:text/javascript,1', `blob:${origin}/1`];
  const came = await page.evaluate(
    (addresses) => (window as unknown as HostileWindow).hostile.modules(addresses),
    modules,
  );
  const made = await page.evaluate((file) => (window as unknown as HostileWindow).hostile.workers(file), own);
  return [...through, ...came.map((each) => `the module ${each}`), ...made.map((each) => `a ${each}`)];
}

/** What of it is there after it was taken back, and one more page. */
async function whatIsLeft(
  page: Page,
  { origin }: Product,
  release: string,
  takeBack: () => Promise<void>,
): Promise<string[]> {
  const draft = 'draft demo transfer.recipient';
  const plant = () =>
    page.evaluate(
      async ([name, value]) => {
        sessionStorage.setItem(name, value);
        await (window as unknown as HostileWindow).hostile.leave();
      },
      [draft, planted] as const,
    );
  const recipient = async () => {
    await page.goto(`${origin}/wallet/transfer`);
    // The amount comes first, then whom it goes to.
    const field = page.getByRole('textbox').nth(1);
    await field.waitFor();
    // What is restored comes after the first frame.
    await delay(1_000);
    return field.inputValue();
  };
  await plant();
  const restored = await recipient();
  control(restored === planted, `a draft is not restored at all, but ${JSON.stringify(restored)}`);
  await page.goto(`${origin}/team`);
  await page.waitForFunction(() => 'hostile' in window);
  await plant();
  await takeBack();
  // What is live is looked at once a second.
  await delay(1_200);
  const after = await recipient();
  const through = after === '' ? [] : [`the form of a transfer has the recipient ${after}`];
  await page.goto(`${origin}/team`);
  control(!(await page.content()).includes(release), 'it was not taken back');
  let left = await leftIn(page);
  // It is removed once the first screen is there.
  for (let tries = 0; tries < 30 && left.length > 0; tries += 1) {
    await delay(500);
    left = await leftIn(page);
  }
  return [...through, ...left.map((each) => `left behind: ${each}`)];
}

const leftIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    const names = [
      ...[localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)),
      ...document.cookie.split('; '),
      ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
      ...(await caches.keys()),
      ...files,
      window.name,
      JSON.stringify(window.history.state),
    ].filter((name) => name.includes('left'));
    const workers = await navigator.serviceWorker.getRegistrations();
    return [...names, ...workers.map(({ scope }) => scope), ...('hostile' in window ? ['its code'] : [])];
  });

/** That it called what it does not declare is counted. */
async function whatOperatorsLearn(product: Product, release: string): Promise<string[]> {
  const { features } = (await asOperator(product, 'mallory-releases', 'listReleases', {}, 'releases')) as {
    features: { feature: string; refusedCalls: { release: string }[] }[];
  };
  const known = features.find(({ feature }) => feature === 'team')?.refusedCalls ?? [];
  // Nothing of it had a proof of its own: it is an old page to the server, and raises no alarm.
  return known.some((each) => each.release === release) ? ['an alarm for what had no proof'] : [];
}
