/**
 * `npm run bench:push`: how many messages one process seals and hands over a second, from the rows of its queue to a push service on
 * this machine that answers at once, and to one that is far away. `--messages 4000`, `--answer-ms 0,50`.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  createLog,
  Database,
  PushOutbox,
  PushSubscriptions,
  pushJob,
  pushKeysOf,
  startPushService,
  systemClock,
} from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { EmptyCluster } from '../ledger/emptyCluster.ts';

if (isMainThread) {
  const { values } = readOptions({
    options: { messages: { type: 'string', default: '4000' }, 'answer-ms': { type: 'string', default: '0,50' } },
  });
  const messages = Number(values.messages);
  const cluster = await EmptyCluster.create();
  try {
    process.stdout.write('answer ms  messages/s  sender ms a message\n');
    for (const answerMs of values['answer-ms'].split(',').map(Number)) {
      const [rate, cost] = await measure(cluster, messages, answerMs);
      process.stdout.write(`${String(answerMs).padStart(9)}  ${rate.padStart(10)}  ${cost.padStart(19)}\n`);
    }
  } finally {
    await cluster.remove();
  }
} else {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => setTimeout(() => response.writeHead(201).end(), workerData.waitMs));
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    parentPort?.postMessage(typeof address === 'object' ? address?.port : 0);
  });
}

/** Sends all that wait. @throws Error if some are left */
async function measure(
  cluster: EmptyCluster,
  messages: number,
  answerMs: number,
): Promise<[rate: string, cost: string]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { waitMs: answerMs } });
  const [port] = (await once(worker, 'message')) as [number];
  const keys = pushKeysOf([Buffer.alloc(32, 7)]);
  const browser = await startPushService();
  const { p256dh, auth } = browser.subscribe();
  await browser.stop();
  await cluster.asOwner(async (owner) => {
    await owner.query('TRUNCATE push_subscription, outbox_push');
    await owner.query('DELETE FROM notice');
    await owner.query(
      `INSERT INTO tree_node (id, side, depth, jump_id, jump_depth, leg_id, leg_position) VALUES (1, 0, 0, 1, 0, 1, 0) ON CONFLICT DO NOTHING;
       INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at)
       VALUES (1, 'ann', 'ann', 'ann', 'ann', '', 'en', 'ann', now()) ON CONFLICT DO NOTHING`,
    );
    await owner.query(
      `INSERT INTO push_subscription (id, member_id, device, session, endpoint, p256dh, auth, vapid_key, kinds, in_full, created_at, seen_at)
       SELECT gen_random_uuid(), 1, decode(md5(n::text), 'hex'), '\\x00', $1 || n, $2, $3, $4, '{money}', false, now(), now()
         FROM generate_series(1, 10) AS n`,
      [`http://127.0.0.1:${port}/`, p256dh, auth, keys[0]?.publicKey],
    );
    await owner.query(
      `INSERT INTO notice (member, kind, template, params, created_at)
       SELECT 1, 'money', 'depositCredited', '{"amount": "12.50 USD"}', now() FROM generate_series(1, $1::int / 10)`,
      [messages],
    );
    await owner.query('VACUUM ANALYZE outbox_push');
  });
  const database = new Database({ url: cluster.url, poolSize: 4 });
  const outbox = new PushOutbox(database, systemClock, new PushSubscriptions(database, systemClock));
  const log = createLog('silent', 1);
  const parts = { outbox, keys, production: false, log, productName: 'Arbour' };
  const job = pushJob({ ...parts, publicOrigin: 'https://w.example', mailFrom: 'no-reply@w.example' });
  const [startedMs, before] = [performance.now(), process.threadCpuUsage()];
  while (await job.run(new AbortController().signal));
  const seconds = (performance.now() - startedMs) / 1_000;
  const { user, system } = process.threadCpuUsage(before);
  const left = await database.one<{ count: number }>('SELECT count(*)::integer AS count FROM outbox_push');
  await database.close();
  await worker.terminate();
  if (left?.count !== 0) throw new Error(`${left?.count} message(s) were not sent`);
  return [(messages / seconds).toFixed(0), ((user + system) / 1_000 / messages).toFixed(2)];
}
