/**
 * `npm run bench:mail`: how many mails one process sends a second, from the rows of its outbox to a mail server on this
 * machine, by the number of connections; and how long a code takes to arrive that is asked for every tenth of a second
 * while thousands of notices wait. `--mails 5000`, `--lanes 1,4,8,16`, `--answer-ms 20` for a server that is far away.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  createLog,
  Database,
  Jobs,
  mailJobs,
  Outbox,
  smtpTransport,
  startMailSink,
  systemClock,
} from '../../../api/src/testing/index.ts';
import { readOptions } from '../../support/options.ts';
import { EmptyCluster } from '../ledger/emptyCluster.ts';

const { values: flags } = readOptions({
  options: {
    mails: { type: 'string', default: '5000' },
    lanes: { type: 'string', default: '1,4,8,16' },
    'answer-ms': { type: 'string', default: '0' },
  },
});
const mails = Number(flags.mails);
const sides = flags.lanes.split(',').map(Number);
const answerMs = Number(flags['answer-ms']);
if (![mails, ...sides].every((each) => Number.isSafeInteger(each) && each > 0) || !(answerMs >= 0)) {
  process.stderr.write('--mails, --lanes and --answer-ms are whole numbers.\n');
  process.exit(2);
}
const codeEveryMs = 100;

const cluster = await EmptyCluster.create();
try {
  process.stdout.write(
    'lanes  mails/s  statements a mail  Postgres ms a mail  sender ms a mail  code p50 ms  p99 ms\n',
  );
  // The first warms up connections, plans and caches.
  for (const [index, lanes] of [sides[0] ?? 1, ...sides].entries()) {
    const columns = await measure(lanes);
    if (index > 0) process.stdout.write(`${columns.join('  ')}\n`);
  }
} finally {
  await cluster.remove();
}

/** Sends all that wait with so many lanes. @throws Error if anybody was sent a mail twice, or none */
async function measure(lanes: number): Promise<string[]> {
  await cluster.asOwner(async (owner) => {
    await owner.query('TRUNCATE outbox_mail');
    await owner.query(
      `INSERT INTO outbox_mail (id, recipient, template, language, params, created_at, due_at, priority)
       SELECT gen_random_uuid(), 'notice' || n || '@example.com', 'packageReleased', 'en',
              '{"amount": "12.50", "antiPhishing": "quartz"}', now(), now(), 2 FROM generate_series(1, $1::int) AS n`,
      [mails],
    );
    await owner.query('VACUUM ANALYZE outbox_mail');
  });
  let statements = 0;
  const onStatement = (): void => {
    statements += 1;
  };
  const clock = systemClock;
  const log = createLog('silent', 1);
  const database = new Database({ url: cluster.url, poolSize: 10, onStatement });
  const members = new Database({ url: cluster.url, poolSize: 2 });
  const sink = await startMailSink({ answerMs });
  const transport = smtpTransport(sink.url, 'no-reply@wallet.example', lanes + 2);
  const addedAtMs = new Map<string, number>();
  const codeMs: number[] = [];
  sink.onMail((recipient) => {
    const added = addedAtMs.get(recipient);
    if (added !== undefined) codeMs.push(performance.now() - added);
  });
  const before = await cluster.meter();
  const threadBefore = process.threadCpuUsage();
  const startedAtMs = performance.now();
  const outbox = new Outbox(database, clock);
  const jobs = new Jobs(
    mailJobs({ outbox, transport, productName: 'Arbour', publicOrigin: 'https://w.example', log }, lanes),
    { database, clock, log },
  );
  const asking = new Outbox(members, clock);
  while (sink.mails.size < mails) {
    const recipient = `code${addedAtMs.size}@example.com`;
    await asking.add({ recipient, template: 'resetCode', language: 'en', params: { code: '012345' } });
    addedAtMs.set(recipient, performance.now());
    await delay(codeEveryMs);
  }
  const seconds = (performance.now() - startedAtMs) / 1_000;
  const { cpuUs } = await cluster.meter();
  // The sink is on another thread.
  const { user, system } = process.threadCpuUsage(threadBefore);
  const sentInTime = sink.mails.size;
  const statementsInTime = statements;
  while (sink.mails.size < mails + addedAtMs.size) await delay(10);
  await jobs.stop();
  transport.close();
  await database.close();
  await members.close();
  await sink.stop();
  if ([...sink.mails.values()].some((times) => times !== 1)) throw new Error('a mail was sent twice');
  codeMs.sort((a, b) => a - b);
  const quantile = (part: number) => (codeMs[Math.floor(codeMs.length * part)] ?? 0).toFixed(0);
  return [
    String(lanes).padStart(5),
    (sentInTime / seconds).toFixed(0).padStart(7),
    (statementsInTime / sentInTime).toFixed(2).padStart(17),
    ((cpuUs - before.cpuUs) / 1_000 / sentInTime).toFixed(2).padStart(18),
    ((user + system) / 1_000 / sentInTime).toFixed(2).padStart(16),
    quantile(0.5).padStart(11),
    quantile(0.99).padStart(6),
  ];
}
