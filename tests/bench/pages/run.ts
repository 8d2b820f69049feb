/**
 * `npm run bench:pages`: what open pages cost, in Postgres and in the process that serves them: nothing open, then many that
 * open at once, then quiet, then with fifty transfers a second. `--pages 10000`. Members give their codes; each page belongs to
 * another member behind another network, as a proxy in front would say.
 */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memberEventsPath } from '@trellis/api-contract';
import { readOptions } from '../../support/options.ts';
import { startProduct } from '../../support/product.ts';
import { BenchCluster, tokenOf, treeMembers } from '../ledger/cluster.ts';
import { Senders } from '../ledger/codes.ts';
import { order } from '../ledger/http.ts';
import { processMs } from '../ledger/processTime.ts';
import { say } from '../ledger/rounds.ts';
import { feeMinor } from '../ledger/workload.ts';

const { values: flags } = readOptions({ options: { pages: { type: 'string', default: '10000' } } });
const pages = Math.min(Number(flags.pages), treeMembers);
const transfersASecond = 50;
const measuredMs = 20_000;
/** Of one core, Postgres and process together. */
const mostOfCore = 0.12;

interface Cost {
  readonly postgresMs: number;
  readonly processMs: number;
}

const cluster = await BenchCluster.create();
try {
  await cluster.setFee(feeMinor);
  const key = randomBytes(32);
  const senders = new Senders(treeMembers);
  await cluster.bindAuthenticators(senders.secret, key);
  const product = await startProduct({
    dataDir: join(cluster.folder, 'api-pages'),
    env: {
      DATABASE_URL: cluster.url,
      OWNER_DATABASE_URL: cluster.ownerUrl,
      SEED_DEMO: 'false',
      RATE_LIMIT_FACTOR: '100000',
      SECOND_FACTOR: 'on',
      SECRET_KEYS: key.toString('base64'),
      TRUSTED_PROXIES: '1',
    },
  });
  const { hostname, port } = new URL(product.origin);
  let open = 0;
  let events = 0;
  const sockets: http.ClientRequest[] = [];

  const openPage = (member: number): Promise<void> =>
    new Promise((opened, failed) => {
      const request = http.get(
        {
          hostname,
          port,
          path: memberEventsPath,
          agent: false,
          headers: {
            accept: 'text/event-stream',
            'sec-fetch-site': 'same-origin',
            cookie: `trellis-dev-session=${tokenOf(member)}`,
            'x-forwarded-for': `10.${(member >> 12) & 255}.${(member >> 4) & 255}.${member & 15}`,
          },
        },
        (answer) => {
          if (answer.statusCode !== 200) return failed(new Error(`${answer.statusCode} for a page that opens`));
          open += 1;
          answer.once('data', () => opened());
          answer.on('data', (part: Buffer) => {
            events += part.toString().split('event: ').length - 1;
          });
          answer.once('close', () => {
            open -= 1;
          });
        },
      );
      request.on('error', failed);
      sockets.push(request);
    });

  const send = async (): Promise<void> => {
    const { headers, body } = order('random', senders);
    const answer = await fetch(`${product.origin}/api/v1/transfers`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`${answer.status} for a transfer`);
  };

  /** @returns milliseconds of CPU a second */
  const measure = async (what: string, work: () => Promise<void>): Promise<Cost> => {
    const startedAt = performance.now();
    const before = { postgres: (await cluster.meter()).cpuUs, process: processMs(product.pid) };
    const eventsBefore = events;
    await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    const postgresMs = ((await cluster.meter()).cpuUs - before.postgres) / 1_000 / seconds;
    const processMsASecond = (processMs(product.pid) - before.process) / seconds;
    process.stdout.write(
      `${what}: Postgres ${postgresMs.toFixed(1)}, process ${processMsASecond.toFixed(1)} ms a second, ${events - eventsBefore} events\n`,
    );
    return { postgresMs, processMs: processMsASecond };
  };
  const quiet = () => delay(measuredMs);
  const busy = async (): Promise<void> => {
    await senders.refill((transfersASecond * measuredMs) / 1_000);
    const sent: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let count = 0; count < (transfersASecond * measuredMs) / 1_000; count += 1) {
      sent.push(send());
      await delay(Math.max(0, startedAt + ((count + 1) * 1_000) / transfersASecond - performance.now()));
    }
    await Promise.all(sent);
  };

  try {
    await cluster.settle();
    await delay(5_000);
    await busy();
    const without = [await measure('no page, quiet', quiet), await measure('no page, transfers', busy)] as const;
    const before = { postgres: (await cluster.meter()).cpuUs, process: processMs(product.pid) };
    const startedAt = performance.now();
    for (let first = 1; first <= pages; first += 100)
      await Promise.all(Array.from({ length: Math.min(100, pages - first + 1) }, (_, more) => openPage(first + more)));
    const seconds = (performance.now() - startedAt) / 1_000;
    process.stdout.write(
      `${open} pages opened in ${seconds.toFixed(1)} s; each: Postgres ${(((await cluster.meter()).cpuUs - before.postgres) / 1_000 / pages).toFixed(2)}, ` +
        `process ${((processMs(product.pid) - before.process) / pages).toFixed(2)} ms\n`,
    );
    await delay(3_000);
    const withPages = [
      await measure(`${open} pages, quiet`, quiet),
      await measure(`${open} pages, transfers`, busy),
    ] as const;
    if (open !== pages) throw new Error(`${pages - open} pages were closed`);
    for (const [place, name] of ['quiet', 'transfers'].entries()) {
      const cost = (side: readonly Cost[]): number => (side[place]?.postgresMs ?? 0) + (side[place]?.processMs ?? 0);
      const share = (cost(withPages) - cost(without)) / 1_000;
      process.stdout.write(
        `${share > mostOfCore ? '!!' : '  '} ${name}: the pages take ${(share * 100).toFixed(1)} % of a core, wanted ${mostOfCore * 100} at most\n`,
      );
    }
    say('the verifier');
    await cluster.verify();
  } finally {
    for (const socket of sockets) socket.destroy();
    await product.stop();
  }
} finally {
  await cluster.remove();
}
