import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { demoRoot, newKey, Random, scratchFolder, TestChain } from '../../api/src/testing/index.ts';
import { KillableApi } from '../kill/api.ts';
import { KillableCluster } from '../kill/cluster.ts';
import { bonusesOf, dayIsOver, fillDay } from '../kill/dueDay.ts';
import { balancesIn, query } from '../kill/evidence.ts';
import { ChaoticNetwork, Forwarder } from '../kill/forwarder.ts';
import { logIn, openPurses, progress, unexpected } from '../kill/harness.ts';
import { Load } from '../kill/load.ts';
import type { Order } from '../kill/orders.ts';
import type { KillReport } from '../kill/report.ts';
import { Books } from '../load/books.ts';
import { gatherCrowd, type Person } from '../load/crowd.ts';
import { live } from '../load/load.ts';
import { Phones } from '../load/phones.ts';
import { copyPrepared } from '../support/prepared.ts';
import { projectRoot } from '../support/product.ts';
import { Book, BookedSender } from './book.ts';
import { SmallDisk } from './disk.ts';
import { Events, putForward } from './events.ts';
import { MailServer } from './mailServer.ts';
import { StormClient } from './member.ts';
import { DoubtfulNode } from './node.ts';
import { eventsOf, type Misfortune, misfortunes, type StormPlan } from './plan.ts';
import { creditedOf, prove } from './proof.ts';

/** It has no key: whoever sends it again is shown how things are now. */
const isCancellation = ({ path }: Order): boolean => path.endsWith('/cancellation');

export interface StormReport extends KillReport {
  /** What could not happen here, and why. */
  readonly skipped: readonly string[];
  /** How much of the plan has happened, in this run and those before it. */
  readonly position: number;
  readonly planned: number;
}

type Member = Pick<Person, 'number' | 'username' | 'address'> & { readonly deposit: string };

/** What a run that goes on has to know. */
interface State {
  readonly cookies: [string, string][];
  readonly crowd: Member[];
  readonly opening: [string, string][];
  position: number;
  readonly counts: Record<Misfortune, number>;
  readonly sums: { cuts: number; roleMoves: number; halts: number; wrongAnswers: number; seconds: number };
}

const crowdSize = 8;
const restMs = 40;
const settleMs = 120_000;
/** So long after a journal its time may be sealed. */
const sealMarginMs = 11_000;
/** Some of what is due in three months, so that it comes in the middle of the storm. */
const dueDay = { packages: 10, stakes: 2 };
const daysMs = 90 * 86_400_000;
/** What is refused to a member for good, and is not kept with a key. */
const refusals = /^(money|transfer|exchange|withdrawal|deposit|package|stake)\.|^auth\.too_many_attempts$/;

/**
 * Members do all that they can do, by a network that loses requests and answers, while everything around them fails at
 * once: both processes of the API, Postgres, its disk, the mail server, the chain's node, the clock, the proxy in front.
 * Afterwards everything that anybody was shown has to be so, once, and nothing else.
 */
export async function runStorm(plan: StormPlan): Promise<StormReport> {
  const startedAt = Date.now();
  const folder = plan.folder ?? scratchFolder('trellis-storm-');
  mkdirSync(folder, { recursive: true });
  const disk = SmallDisk.open(folder);
  const stateFile = join(folder, 'state.json');
  const known = existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State) : undefined;
  const [databaseDir, firstDir, secondDir] = [
    join(disk.path, 'db'),
    join(disk.path, 'api-0'),
    join(disk.path, 'api-1'),
  ];
  const apiDirs = [firstDir, secondDir];
  if (!known) begin();
  const book = new Book(join(folder, 'book.jsonl'));

  /** From nothing, or from what was prepared for many products: its cluster is the database's. */
  function begin(): void {
    for (const path of [databaseDir, ...apiDirs]) {
      rmSync(path, { recursive: true, force: true });
      mkdirSync(path);
    }
    rmSync(join(folder, 'book.jsonl'), { force: true });
    copyPrepared(firstDir);
    for (const name of readdirSync(firstDir))
      if (name.startsWith('postgres')) renameSync(join(firstDir, name), join(databaseDir, name));
  }

  const ends: (() => unknown)[] = [() => disk.close()];
  const opened = <T>(value: T, end: (value: T) => unknown): T => {
    ends.unshift(() => end(value));
    return value;
  };
  try {
    const chain = opened(await TestChain.start(), (it) => it.stop());
    const node = opened(await DoubtfulNode.start(chain.url), (it) => it.close());
    const mailServer = opened(await MailServer.start((taken) => book.note({ taken })), (it) => it.stop());
    const cluster = opened(await KillableCluster.create(databaseDir), (it) => it.stop());
    const network = new ChaoticNetwork(new Random(plan.seed + 1));
    const front = opened(await Forwarder.listen(() => network.fate()), (it) => it.close());
    const { token, key: depositKey } = chain.config('BSC');
    const env = {
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      RATE_LIMIT_FACTOR: '100000',
      CHAIN_BSC_RPC_URL: node.url,
      CHAIN_BSC_AUDIT_RPC_URL: chain.url,
      CHAIN_BSC_AUDIT_DELAY_S: '1',
      CHAIN_BSC_CHAIN_ID: '31337',
      CHAIN_BSC_USDT: token.address,
      CHAIN_BSC_XPUB: chain.xpub('BSC'),
      CHAIN_BSC_XPUB_CHECK_ADDRESS: depositKey.at(0).address,
      CHAIN_BSC_START_BLOCK: '0',
      CHAIN_BSC_CONFIRMATIONS: '3',
      CHAIN_BSC_POLL_MS: '200',
    };
    const apis = apiDirs.map((dataDir) => opened(new KillableApi(front, cluster, { dataDir, env }), (it) => it.kill()));
    const { origin } = apis[0] ?? {};
    if (origin === undefined) throw new Error('there is no API');
    await apis[0]?.start();
    // Both have the same secrets and releases.
    if (!known) execFileSync('cp', ['-a', `${firstDir}/.`, secondDir]);
    const state = known ?? (await prepare());
    await Promise.all(apis.map((api) => api.start()));

    const commands = {
      DATABASE_URL: cluster.url,
      OWNER_DATABASE_URL: cluster.ownerUrl,
      DATA_DIR: firstDir,
    };
    const events = new Events(
      {
        apis,
        cluster,
        front,
        disk,
        mailServer,
        node,
        random: new Random(plan.seed + 3 + state.position),
        unfeltMs: plan.dueDay ? 40_000 : 3_000,
        unhalt,
      },
      state.counts,
    );
    let excused = 0;
    const sender = new BookedSender(book, origin, new Map(state.cookies), new Random(plan.seed + 2), {
      refusals,
      pauseMs: 40,
      isExcused(answer) {
        // What Postgres refuses for want of room is a failure that members may see.
        const isOne = events.isDiskFull && answer.startsWith('500');
        if (isOne) excused += 1;
        return isOne;
      },
    });
    const load = new Load(sender, new Random(plan.seed + state.position), restMs);
    const faults: string[] = [];
    const outcomes = new Map<string, number>();
    // What was under way when the run before this one ended.
    for (const order of book.open) await sender.send(order);

    network.calm = false;
    let isOver = false;
    const goesOn = () => !isOver;
    const working = [load.work(), ...everybody(), watchRole()].map((work) =>
      work.catch((error: unknown) => void faults.push(String(error))),
    );
    await blow().finally(() => {
      isOver = true;
      load.end();
    });
    await Promise.all(working);
    network.calm = true;
    await events.calm();
    await settle();
    load.answered.splice(0, Number.POSITIVE_INFINITY, ...book.answered.filter(({ order }) => !isCancellation(order)));
    await load.askAgain();
    const figures = load.figures();
    const bonuses = await bonusesOf(cluster.ownerUrl);
    for (const api of apis) await api.kill();
    await sealRest();
    const proof = await prove({
      ownerUrl: cluster.ownerUrl,
      book,
      opening: new Map(state.opening.map(([account, minor]) => [account, BigInt(minor)])),
      token: token.account,
      env: { ...env, ...commands },
    });
    state.sums.seconds += Math.round((Date.now() - startedAt) / 1000);
    save();
    return {
      figures: {
        ...Object.fromEntries(
          misfortunes.map((name) => [`event${name[0]?.toUpperCase()}${name.slice(1)}`, state.counts[name]]),
        ),
        ...figures,
        ...Object.fromEntries([...outcomes].sort()),
        droppedAnswers: front.droppedAnswers,
        ...state.sums,
        refusedForRoom: events.refusedForRoom,
        failedOnFullDisk: excused,
        ...bonuses,
        ...proof.figures,
        lost: proof.lost,
        doubled: proof.doubled,
      },
      faults: [...proof.faults, ...load.faults, ...faults, ...unexpected(sender)],
      skipped: disk.skipped === undefined ? [] : [`fullDisk: ${disk.skipped}`],
      position: state.position,
      planned: eventsOf(plan).length,
    };

    /** Members with money, sessions, and addresses to pay to; some of the team has what is due soon. */
    async function prepare(): Promise<State> {
      await openPurses(cluster.ownerUrl);
      if (plan.dueDay) await fillDay(cluster.ownerUrl, dueDay);
      const [root] = await query<{ id: string }>(cluster.ownerUrl, 'SELECT id FROM member WHERE username = $1', [
        demoRoot,
      ]);
      const phones = new Phones(folder, cluster.ownerUrl);
      const people = await gatherCrowd(
        [origin ?? ''],
        cluster.ownerUrl,
        crowdSize,
        phones,
        Buffer.from(readFileSync(join(firstDir, 'secret-key'), 'utf8'), 'base64'),
        root?.id,
      );
      const crowd: Member[] = [];
      for (const { number, username, address, client } of people) {
        const { body } = await client.post('/api/v1/deposits/addresses', { chain: 'BSC' });
        const deposit = String(body.address);
        const verification = { chain: 'BSC', characters: deposit.slice(-6) };
        const verified = await client.post('/api/v1/deposits/addresses/verification', verification);
        if (verified.status !== 200) throw new Error(`no deposit address: ${verified.text}`);
        crowd.push({ number, username, address, deposit });
      }
      const cookies = await logIn(origin ?? '');
      for (const { username, client } of people) cookies.set(username, client.cookie);
      if (plan.dueDay) await putForward({ cluster, apis }, daysMs);
      const opening = [
        ...(await balancesIn(cluster.ownerUrl, 'USD')),
        ...(await balancesIn(cluster.ownerUrl, 'USDT', 'crowd%')),
        ...(await balancesIn(cluster.ownerUrl, 'USDP', 'crowd%')),
      ];
      const state: State = {
        cookies: [...cookies],
        crowd,
        opening: opening.map(([account, minor]) => [account, String(minor)]),
        position: 0,
        counts: Object.fromEntries(misfortunes.map((name) => [name, 0])) as State['counts'],
        sums: { cuts: 0, roleMoves: 0, halts: 0, wrongAnswers: 0, seconds: 0 },
      };
      write(state);
      return state;
    }

    /** One event after the other, then on until enough connections were cut. */
    async function blow(): Promise<void> {
      const planned = eventsOf(plan);
      const endAt = plan.minutes === undefined ? Number.POSITIVE_INFINITY : startedAt + plan.minutes * 60_000;
      const isLate = () => Date.now() > endAt || plan.signal?.aborted === true;
      const random = new Random(plan.seed + 4 + state.position);
      while (!isLate()) {
        const event = planned[state.position];
        if (event === undefined && state.sums.cuts >= plan.sockets && (plan.apiKills === 0 || state.sums.roleMoves > 0))
          break;
        await delay(100 + random.below(250));
        if (event !== undefined) {
          await events.happen(event);
          state.position += 1;
          // Where everybody was cut off they have to get answers again.
          if (event === 'postgres' || event === 'fullDisk' || event === 'front') await progress(() => book.kept.size);
        }
        save();
      }
    }

    /** The crowd on all its flows; money that arrives on the chain; codes that are requested by mail. */
    function everybody(): Promise<void>[] {
      const crowd = state.crowd.map((member) => ({
        ...member,
        client: new StormClient(origin ?? '', sender, member.username),
      }));
      const parts = {
        crowd,
        // The book of this storm is the one that counts.
        books: new Books(crowd),
        phones: { code: () => '000000', done: () => undefined },
        send: async (name: string, call: () => ReturnType<StormClient['get']>) => {
          const answer = await call();
          if (answer.status < 300) outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
          await delay(restMs);
          return answer;
        },
      };
      const random = new Random(plan.seed + 5 + state.position);
      const pay = async (): Promise<void> => {
        while (goesOn()) {
          const { username, deposit } = random.pick(crowd);
          const amount = String(10 + random.below(50));
          const transaction = await chain.pay('BSC', deposit, amount);
          book.note({ paid: { username, token: token.account, transaction, amount } });
          await chain.node.mine(1);
          await delay(600);
        }
      };
      const requestCodes = async (): Promise<void> => {
        while (goesOn()) {
          const email = `storm-${newKey()}@example.com`;
          const body = { purpose: 'register', email, language: 'en' };
          const { status, retries } = await sender.ask({ method: 'POST', path: '/api/v1/email-codes', from: '', body });
          // Who lost an answer is refused a second code for a minute: nothing was promised then.
          if (status === 202) book.note({ requested: { recipient: email, tries: retries + 1 } });
          await delay(400);
        }
      };
      return [
        ...crowd.map((who) =>
          live(who, { ...parts, random: new Random(plan.seed + state.position + who.number) }, goesOn),
        ),
        pay(),
        requestCodes(),
      ];
    }

    /** How often the jobs went from one process to the other. */
    async function watchRole(): Promise<void> {
      let last: string | undefined;
      while (goesOn()) {
        const rows = await query<{ holder: string }>(
          cluster.ownerUrl,
          `SELECT holder FROM role_lease WHERE role = 'jobs'`,
        ).catch(() => []);
        const holder = rows[0]?.holder;
        if (last !== undefined && holder !== undefined && holder !== last) state.sums.roleMoves += 1;
        last = holder ?? last;
        await delay(500);
      }
    }

    /** A node that had other blocks halts its chain, until somebody says that it may go on. */
    async function unhalt(): Promise<void> {
      const rows = await query(cluster.ownerUrl, 'SELECT FROM chain_cursor WHERE halted_reason IS NOT NULL').catch(
        () => [],
      );
      if (rows.length === 0) return;
      const args = ['api/src/commands/chain/unhalt.ts', '--chain', 'BSC', '--reason', 'the node had other blocks'];
      const done = await promisify(execFile)(process.execPath, args, {
        cwd: projectRoot,
        env: { ...process.env, ...env, ...commands },
      }).then(
        () => true,
        // Postgres may be away: the next one, or the end of the storm, comes back to it.
        () => false,
      );
      if (done) state.sums.halts += 1;
    }

    /** Waits until nothing is due any more, whatever was put off. */
    async function settle(): Promise<void> {
      const giveUpAt = Date.now() + settleMs;
      for (;;) {
        await unhalt();
        await chain.node.mine(1);
        const here = book.payments.filter((payment) => payment.token === token.account).length;
        const credited = await creditedOf(cluster.ownerUrl, token.account);
        const [mails] = await query<{ waiting: number; due: number }>(
          cluster.ownerUrl,
          `SELECT count(*)::integer AS waiting, (count(*) FILTER (WHERE due_at <= product_now()))::integer AS due
             FROM outbox_mail WHERE sent_at IS NULL AND dead_at IS NULL`,
        );
        if (credited >= here && mails?.waiting === 0) break;
        if (Date.now() > giveUpAt) {
          faults.push(`${credited} of ${here} deposits are credited, and ${mails?.waiting} mails wait`);
          break;
        }
        // A mail whose try was cut short is tried again half a minute later.
        if (mails && mails.waiting > 0 && mails.due === 0) await putForward({ cluster, apis }, 20_000);
        await delay(500);
      }
      await dayIsOver(cluster.ownerUrl);
    }

    /**
     * Seals what is left. Once the clock was put forward, a seal waits until nobody has a transaction: its times are the
     * product's, and those of transactions are the machine's.
     */
    async function sealRest(): Promise<void> {
      await delay(sealMarginMs);
      while ((await query(cluster.ownerUrl, 'SELECT FROM seal_next(1000)')).length > 0);
    }

    function save(): void {
      state.sums.cuts += front.cuts;
      state.sums.wrongAnswers += node.wrongAnswers;
      front.cuts = 0;
      node.wrongAnswers = 0;
      write(state);
    }

    /** Whole or not at all. */
    function write(state: State): void {
      writeFileSync(`${stateFile}.new`, JSON.stringify(state));
      renameSync(`${stateFile}.new`, stateFile);
    }
  } finally {
    for (const end of ends) await (async () => end())().catch(() => undefined);
    if (plan.folder === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}
