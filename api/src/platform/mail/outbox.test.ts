import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { MovableClock } from '../../ground/clock.ts';
import { heardLog } from '../../testing/heardLog.ts';
import { sendNextMail } from '../../testing/mails.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { untrustedCertificate } from '../../testing/untrustedCertificate.ts';
import { Database } from '../db/database.ts';
import type { Job } from '../jobs/job.ts';
import { DeadMails } from './deadMails.ts';
import { mailConnections, mailJob, mailJobs } from './mailJob.ts';
import { type DeadLetter, maximumTries, type NewMail, Outbox } from './outbox.ts';
import type { MailTemplate } from './templates.ts';
import { MailRefused, type MailTransport, smtpTransport } from './transport.ts';

let own: TestDatabase;
let database: Database;
let clock: MovableClock;
let outbox: Outbox;

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 6 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await own.sql('DELETE FROM outbox_mail');
  clock = new MovableClock();
  outbox = new Outbox(database, clock);
});

const mail = (recipient = 'a@example.com', template: MailTemplate = 'registerCode'): NewMail => ({
  recipient,
  template,
  language: 'en',
  params: { code: '012345' },
});
const rows = () =>
  own.sql<{ attempts: number; params: object | null; sent: boolean }>(
    'SELECT attempts, params, sent_at IS NOT NULL AS sent FROM outbox_mail',
  );

describe('the outbox', () => {
  test('sends a mail once, and then forgets its code', async () => {
    await outbox.add(mail());
    const sent: string[] = [];
    const send = async ({ params }: NewMail) => void sent.push(params.code ?? '');
    expect(await sendNextMail(outbox, send)).toBe(true);
    expect(await sendNextMail(outbox, send)).toBe(false);
    expect(sent).toEqual(['012345']);
    expect(await rows()).toEqual([{ attempts: 1, params: null, sent: true }]);
  });

  test('tries again later what failed, each time twice as late, until it works', async () => {
    await outbox.add(mail());
    const failing = () => Promise.reject(new Error('mail server is away'));
    for (const seconds of [30, 60, 120]) {
      await expect(sendNextMail(outbox, failing)).rejects.toThrow('away');
      clock.advance((seconds - 2) * 1000);
      expect(await sendNextMail(outbox, failing)).toBe(false);
      clock.advance(3000);
    }
    expect(await sendNextMail(outbox, async () => undefined)).toBe(true);
    expect(await rows()).toEqual([{ attempts: 4, params: null, sent: true }]);
  });

  test('hands each mail to one of several workers', async () => {
    for (let index = 0; index < 12; index += 1) await outbox.add(mail(`m${index}@example.com`));
    const sent: string[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (await sendNextMail(outbox, async ({ recipient }) => void sent.push(recipient)));
      }),
    );
    expect(sent.sort()).toEqual(Array.from({ length: 12 }, (_, index) => `m${index}@example.com`).sort());
  });

  test('keeps no mail of a transaction that was rolled back', async () => {
    const failed = database.inTransaction(async () => {
      await outbox.add(mail());
      throw new Error('the registration failed');
    });
    await expect(failed).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });
});

describe('a mail that cannot be sent', () => {
  const minute = 60_000;
  const away = () => Promise.reject(Object.assign(new Error('to a@example.com'), { code: 'ECONNREFUSED' }));
  let deadLetters: DeadLetter[];
  const tryNext = (send: (mail: NewMail) => Promise<void> = away) =>
    sendNextMail(outbox, send, (dead) => void deadLetters.push(dead)).catch(() => 'failed');
  const row = async () => {
    const [result] = await own.sql<{ params: object | null; dead: boolean; dropped: boolean; last_error: string }>(
      `SELECT params, dead_at IS NOT NULL AS dead, dropped_at IS NOT NULL AS dropped, last_error FROM outbox_mail`,
    );
    return result;
  };
  /** Tries until it is a dead letter. @returns how many hours that took */
  async function die(): Promise<number> {
    const begun = clock.now().getTime();
    for (let tries = 0; deadLetters.length === 0; tries += 1) {
      expect(tries).toBeLessThanOrEqual(maximumTries);
      while ((await tryNext()) === false) clock.advance(minute);
    }
    return (clock.now().getTime() - begun) / 3_600_000;
  }
  beforeEach(() => {
    deadLetters = [];
  });

  test('is a dead letter after thirteen tries and some six hours, and not tried any more', async () => {
    await outbox.add(mail('a@example.com', 'passwordChanged'));
    const hours = await die();
    expect(hours).toBeGreaterThan(5.9);
    expect(hours).toBeLessThan(6.5);
    expect(deadLetters).toEqual([
      { mail: expect.any(String), template: 'passwordChanged', tries: maximumTries, error: 'ECONNREFUSED' },
    ]);
    clock.advance(400 * 24 * 60 * minute);
    expect(await tryNext(async () => undefined)).toBe(false);
    expect(await row()).toEqual({ params: { code: '012345' }, dead: true, dropped: false, last_error: 'ECONNREFUSED' });
    expect(await outbox.newest('a@example.com', 5)).toMatchObject([{ template: 'passwordChanged' }]);
  });

  test.each(['newDevice', 'factorResetPending'] as const)('of the kind %s does not keep its link', async (template) => {
    await outbox.add(mail('a@example.com', template));
    await die();
    expect(await row()).toMatchObject({ params: null, dead: true });
  });

  test('before its code is old is not sent later, however it came to that', async () => {
    await outbox.add(mail());
    clock.advance(10 * minute - 1_000);
    expect(await tryNext()).toBe('failed');
    clock.advance(minute);
    const sent: unknown[] = [];
    expect(await tryNext(async (each) => void sent.push(each))).toBe(true);
    expect(await tryNext(async (each) => void sent.push(each))).toBe(false);
    expect(sent).toEqual([]);
    expect(deadLetters).toMatchObject([{ template: 'registerCode', tries: 1, error: 'expired' }]);
    expect(await row()).toEqual({ params: null, dead: true, dropped: false, last_error: 'expired' });
  });

  test('is sent after all when an operator wants it, and gets all its tries again', async () => {
    await outbox.add(mail('a@example.com', 'passwordChanged'));
    await die();
    const dead = new DeadMails(database, clock);
    const [result] = await dead.page(undefined, 10);
    expect(result).toMatchObject({ recipient: 'a@example.com', tries: maximumTries, sendable: true });
    await dead.sendAgain(result?.id ?? '');
    deadLetters = [];
    expect(await die()).toBeGreaterThan(5.9);
    await dead.sendAgain(result?.id ?? '');
    expect(await tryNext(async () => undefined)).toBe(true);
    expect([await dead.count(), await dead.lock(result?.id ?? '')]).toEqual([0, undefined]);
    expect(await rows()).toEqual([{ attempts: 1, params: null, sent: true }]);
  });

  test('is forgotten when nobody wants it', async () => {
    await outbox.add(mail('a@example.com', 'passwordChanged'));
    await die();
    const dead = new DeadMails(database, clock);
    const id = (await dead.page(undefined, 10))[0]?.id ?? '';
    await dead.drop(id);
    expect(await row()).toMatchObject({ params: null, dropped: true });
    await expect(dead.sendAgain(id)).rejects.toThrow('1 row(s)');
    await expect(dead.drop(id)).rejects.toThrow('1 row(s)');
    expect(await dead.count()).toBe(0);
  });

  test('stands in pages with others, the latest first', async () => {
    const dead = new DeadMails(database, clock);
    for (const name of ['a', 'b', 'c']) await outbox.add(mail(`${name}@example.com`, 'newDevice'));
    await own.sql(
      `UPDATE outbox_mail SET dead_at = CASE recipient WHEN 'a@example.com' THEN now() ELSE now() - interval '1 hour' END,
              due_at = 'infinity', last_error = 'ETIMEDOUT'`,
    );
    const seen: string[] = [];
    for (let last: string | undefined, page = await dead.page(last, 1); page[0]; page = await dead.page(last, 1)) {
      last = page[0].id;
      seen.push(page[0].recipient);
    }
    expect(seen[0]).toBe('a@example.com');
    expect([...seen].sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  });

  test('holds up no other that the server takes; a server that is away makes the job fail', async () => {
    const { log, heard } = heardLog();
    const sent: string[] = [];
    let isAway = false;
    const transport: MailTransport = {
      async send(recipient) {
        if (isAway) return away();
        if (recipient.startsWith('no')) throw new MailRefused('no such mailbox', 'smtp.550');
        sent.push(recipient);
      },
      close: () => undefined,
    };
    const job = mailJob({ outbox, transport, productName: 'Arbour', publicOrigin: 'https://wallet.example', log });
    const run = () => job.run(new AbortController().signal);
    for (const name of ['no1', 'no2', 'approval']) await outbox.add(mail(`${name}@example.com`));
    while (await run());
    expect(sent).toEqual(['approval@example.com']);
    isAway = true;
    clock.advance(minute);
    await expect(run()).rejects.toThrow();
    expect(heard.map(({ level, text }) => `${level} ${text}`)).toEqual([
      'warn a mail was refused',
      'warn a mail was refused',
    ]);
    clock.advance(10 * minute);
    while (await run());
    expect(heard.slice(2)).toMatchObject(
      Array.from({ length: 2 }, () => ({ level: 'error', facts: { alarm: 'mail put aside', error: 'expired' } })),
    );
    expect(JSON.stringify(heard)).not.toMatch(/012345|example\.com/);
  });
});

describe('what is urgent', () => {
  const minute = 60_000;
  const parts = (transport: MailTransport, { log, heard } = heardLog()) => {
    const [all, urgent] = mailJobs({
      outbox,
      transport,
      productName: 'Arbour',
      publicOrigin: 'https://w.example',
      log,
    });
    const run = (job: Job | undefined) => job?.run(new AbortController().signal);
    return { all: () => run(all), urgent: () => run(urgent), heard };
  };
  const sending = (send: (recipient: string) => Promise<void>): MailTransport => ({ send, close: () => undefined });

  test('goes before a thousand others that are older: codes, then the safety of accounts, then the rest', async () => {
    for (let index = 0; index < 20; index += 1) await outbox.add(mail(`bulk${index}@example.com`, 'packageReleased'));
    clock.advance(minute);
    await outbox.add(mail('safety@example.com', 'passwordChanged'));
    clock.advance(minute);
    await outbox.add(mail('code@example.com', 'resetCode'));
    const sent: string[] = [];
    while (await sendNextMail(outbox, async ({ recipient }) => void sent.push(recipient)));
    expect(sent.slice(0, 3)).toEqual(['code@example.com', 'safety@example.com', 'bulk0@example.com']);
    expect(sent).toHaveLength(22);
  });

  test('has a connection to itself, however slow the server is with the others', async () => {
    const waiting: (() => void)[] = [];
    const sent: string[] = [];
    const { all, urgent } = parts(
      sending(async (recipient) => {
        if (recipient.startsWith('bulk')) await new Promise<void>((resolve) => waiting.push(resolve));
        sent.push(recipient);
      }),
    );
    for (let index = 0; index < 10; index += 1) await outbox.add(mail(`bulk${index}@example.com`, 'packageReleased'));
    const running = all();
    while (waiting.length < 3) await delay(5);
    await outbox.add(mail('code@example.com', 'resetCode'));
    expect(await urgent()).toBe(true);
    expect(sent).toEqual(['code@example.com']);
    expect(await urgent()).toBe(false);
    const release = setInterval(() => waiting.splice(0).forEach((each) => void each()), 1);
    await running;
    while (await all());
    clearInterval(release);
    expect(new Set(sent).size).toBe(11);
  });

  test('a job that only put its mails off says nothing of a server that is away; one that leaves brings the others', async () => {
    let isAway = true;
    const sent: string[] = [];
    const { all, urgent } = parts(
      sending(async (recipient) => {
        if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        sent.push(recipient);
      }),
    );
    expect([await all(), await urgent()]).toEqual([false, false]);
    await outbox.add(mail('a@example.com', 'passwordChanged'));
    await expect(all()).rejects.toThrow('away');
    // Another process, which has not tried it, knows no better.
    const other = parts(sending(async () => undefined));
    expect([await all(), await all()]).toEqual([undefined, undefined]);
    await expect(other.all()).rejects.toThrow('ECONNREFUSED');
    expect(await other.all()).toBeUndefined();
    isAway = false;
    await outbox.add(mail('b@example.com', 'passwordChanged'));
    expect(await all()).toBe(true);
    while (await all());
    // The first one would have waited for half a minute.
    expect(sent.sort()).toEqual(['a@example.com', 'b@example.com']);
    expect([await all(), await urgent()]).toEqual([false, false]);
  });

  test('the log says once that mails wait for long, by the age of the oldest; not of one that is refused itself', async () => {
    const alarms = (heard: ReturnType<typeof heardLog>['heard']) =>
      heard.filter(({ facts }) => facts.alarm === 'mails wait').map(({ facts }) => facts.late);
    const waiting = async (age: number, template: MailTemplate, fault?: Error): Promise<unknown[]> => {
      await own.sql('DELETE FROM outbox_mail');
      const { all, heard } = parts(sending(async () => Promise.reject(fault)));
      await outbox.add(mail('a@example.com', template));
      if (fault) await sendNextMail(outbox, () => Promise.reject(fault)).catch(() => undefined);
      await own.sql('UPDATE outbox_mail SET created_at = $1, due_at = $2', [
        new Date(clock.now().getTime() - age * minute),
        new Date(clock.now().getTime() + minute),
      ]);
      for (let look = 0; look < 3; look += 1) await all()?.catch(() => undefined);
      return alarms(heard);
    };
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    expect(await waiting(9, 'packageReleased', away)).toEqual([]);
    expect(await waiting(11, 'packageReleased', away)).toEqual([1]);
    expect(await waiting(11, 'passwordChanged')).toEqual([1]);
    expect(await waiting(11, 'packageReleased')).toEqual([]);
    expect(await waiting(61, 'packageReleased')).toEqual([1]);
    expect(await waiting(600, 'packageReleased', new MailRefused('no', 'smtp.550'))).toEqual([]);
  });
});

describe('many mails', () => {
  const minute = 60_000;
  const jobsOf = (send: (recipient: string) => Promise<void>, own = outbox) => {
    const { log, heard } = heardLog();
    const transport: MailTransport = { send, close: () => undefined };
    const [all, urgent] = mailJobs({
      outbox: own,
      transport,
      productName: 'Arbour',
      publicOrigin: 'https://w.example',
      log,
    });
    const run = async (job: Job | undefined, stopping = new AbortController().signal) => job?.run(stopping);
    return { all: (stopping?: AbortSignal) => run(all, stopping), urgent: () => run(urgent), heard };
  };
  const addNotices = (count: number) =>
    own.sql(
      `INSERT INTO outbox_mail (id, recipient, template, language, params, created_at, due_at, priority)
       SELECT gen_random_uuid(), 'notice' || n || '@example.com', 'packageReleased', 'en', '{}', $2, $2, 2
         FROM generate_series(1, $1::int) AS n`,
      [count, clock.now()],
    );
  const counts = async () => {
    const [row] = await own.sql<{ sent: number; tried: number; attempts: number }>(
      `SELECT count(sent_at)::int AS sent, (count(*) FILTER (WHERE attempts > 0))::int AS tried, sum(attempts)::int AS attempts
         FROM outbox_mail`,
    );
    return row;
  };
  const timedOut = () => Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
  const refusedConnection = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const once = (sent: readonly string[]) => expect(new Set(sent).size).toBe(sent.length);

  test('do not hold up a code, though thousands of notices wait and some are on their way', async () => {
    await addNotices(2_000);
    clock.advance(1_000);
    const sent: string[] = [];
    const { all, urgent } = jobsOf(async (recipient) => {
      await delay(2);
      sent.push(recipient);
    });
    await outbox.add(mail('first@example.com', 'registerCode'));
    const running = all();
    while (sent.length < 300) await delay(1);
    await outbox.add(mail('code@example.com', 'resetCode'));
    const before = sent.length;
    expect(await urgent()).toBe(true);
    await running;
    expect(sent.indexOf('first@example.com')).toBeLessThan(mailConnections);
    expect(sent.indexOf('code@example.com') - before).toBeLessThan(10 * mailConnections);
    expect(sent).toHaveLength(2_002);
    once(sent);
  });

  test('are claimed and noted together', async () => {
    await addNotices(400);
    let statements = 0;
    const onStatement = (): void => {
      statements += 1;
    };
    const counted = new Database({ url: own.url, poolSize: 2, onStatement });
    const { all } = jobsOf(async () => undefined, new Outbox(counted, clock));
    while (await all());
    await counted.close();
    expect(await counts()).toMatchObject({ sent: 400, attempts: 400 });
    expect(statements).toBeLessThan(200);
  });

  test('do not wait for one recipient that is slow; it is tried again when the server answered to others only', async () => {
    await outbox.add(mail('slow@example.com', 'passwordChanged'));
    await addNotices(300);
    const sent: string[] = [];
    let fails: (error: Error) => void = () => undefined;
    const { all, heard } = jobsOf(async (recipient) => {
      if (recipient.startsWith('slow')) await new Promise((_resolve, reject) => (fails = reject));
      sent.push(recipient);
    });
    const running = all();
    while (sent.length < 300) await delay(5);
    // What is added while it is on its way does not wait either.
    await outbox.add(mail('later@example.com', 'packageReleased'));
    while (sent.length < 301) await delay(5);
    fails(timedOut());
    expect(await running).toBe(true);
    expect(heard).toMatchObject([{ level: 'warn', facts: { error: 'smtp.timeout' } }]);
    expect(await counts()).toMatchObject({ sent: 301, tried: 302, attempts: 302 });
    expect(await outbox.putOffBy()).toBeUndefined();
  });

  test('lose few tries to a server that is away, and are sent once each when it is back', async () => {
    await addNotices(200);
    const sent: string[] = [];
    let isAway = false;
    const { all } = jobsOf(async (recipient) => {
      await delay(1);
      if (isAway) throw refusedConnection();
      sent.push(recipient);
      isAway = sent.length === 50;
    });
    await expect(all()).rejects.toThrow('away');
    const { attempts } = (await counts()) ?? { attempts: 0 };
    expect(attempts - sent.length).toBeLessThan(mailConnections);
    for (let tries = 1; tries <= 5; tries += 1) {
      await expect(all()).rejects.toThrow('away');
      expect(await counts()).toMatchObject({ sent: 50, attempts: attempts + tries });
    }
    isAway = false;
    while (await all());
    expect(sent).toHaveLength(200);
    once(sent);
    expect(await counts()).toMatchObject({ sent: 200 });
  });

  test('wait untouched where it stops in the middle, but for those on their way', async () => {
    await addNotices(300);
    const stop = new AbortController();
    const sent: string[] = [];
    const { all } = jobsOf(async (recipient) => {
      await delay(2);
      sent.push(recipient);
      if (sent.length === 40) stop.abort();
    });
    expect(await all(stop.signal)).toBe(true);
    expect(sent.length).toBeLessThan(40 + 2 * mailConnections);
    expect(await counts()).toEqual({ sent: sent.length, tried: sent.length, attempts: sent.length });
    while (await all());
    expect(sent).toHaveLength(300);
    once(sent);
  });

  test('that were sent are not sent again when the database is away as that is noted', async () => {
    let failures = 3;
    class Failing extends Outbox {
      override async note(tries: Parameters<Outbox['note']>[0]) {
        failures -= 1;
        if (failures >= 0) throw new Error('no database');
        return super.note(tries);
      }
    }
    await addNotices(20);
    const sent: string[] = [];
    const { all } = jobsOf(async (recipient) => void sent.push(recipient), new Failing(database, clock));
    await expect(all()).rejects.toThrow('no database');
    clock.advance(minute);
    await expect(all()).rejects.toThrow('no database');
    while (await all());
    expect(sent).toHaveLength(20);
    once(sent);
    expect(await counts()).toEqual({ sent: 20, tried: 20, attempts: 20 });
  });
});

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

describe('a mail server', () => {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const said = /^answers([0-9]{3})@/.exec(address)?.[1];
      done(said === undefined ? null : Object.assign(new Error('no'), { responseCode: Number(said) }));
    },
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        delivered.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  const encrypted = new SMTPServer({ secure: true, ...untrustedCertificate, disabledCommands: ['AUTH'] });
  encrypted.on('error', () => undefined);
  let url: string;
  let encryptedUrl: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => encrypted.listen(0, '127.0.0.1', resolve));
    const other = encrypted.server.address();
    encryptedUrl = `smtps://localhost:${other && typeof other === 'object' ? other.port : 0}`;
    const address = server.server.address();
    url = `smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  });
  afterAll(async () => {
    for (const each of [server, encrypted]) await new Promise<void>((resolve) => each.close(() => resolve()));
  });

  test('gets one mail for one recipient, from the configured sender', async () => {
    const transport = smtpTransport(url, 'Trellis <no-reply@wallet.example>');
    await transport.send('a.b+c@example.com', {
      subject: '012345 コード',
      text: 'Guten Tag\n012345',
      html: '<p>Guten Tag</p>',
    });
    transport.close();
    const [message] = delivered;
    expect(message).toMatchObject({ from: 'no-reply@wallet.example', to: ['a.b+c@example.com'] });
    expect(message?.text).toMatch(/^From: Trellis <no-reply@wallet\.example>\r?$/m);
    expect(message?.text).toMatch(/^To: a\.b\+c@example\.com\r?$/m);
    expect(message?.text).not.toMatch(/^(?:Bcc|Cc):/m);
  });

  test('gets many mails over a few connections, and a code before those that wait', async () => {
    const before = delivered.length;
    let opened = 0;
    let open = 0;
    let most = 0;
    server.server.on('connection', (socket) => {
      opened += 1;
      open += 1;
      most = Math.max(most, open);
      socket.on('close', () => {
        open -= 1;
      });
    });
    const transport = smtpTransport(url, 'no-reply@wallet.example', mailConnections);
    const { log } = heardLog();
    const jobs = mailJobs({ outbox, transport, productName: 'Arbour', publicOrigin: 'https://w.example', log });
    for (let index = 0; index < 60; index += 1) await outbox.add(mail(`bulk${index}@example.com`, 'packageReleased'));
    clock.advance(1_000);
    await outbox.add(mail('code@example.com', 'resetCode'));
    for (const job of jobs) while (await job.run(new AbortController().signal));
    transport.close();
    const to = delivered.slice(before).map((each) => each.to[0]);
    expect(to).toHaveLength(61);
    expect(to.indexOf('code@example.com')).toBeLessThan(mailConnections);
    expect(opened).toBeLessThanOrEqual(mailConnections);
    expect(most).toBeGreaterThan(1);
  });

  test.each([
    ['550', MailRefused, 'smtp.550'],
    ['450', MailRefused, 'smtp.450'],
    // It is going away itself.
    ['421', Error, 'ECONNECTION'],
  ] as const)('that answers %s to one recipient: is it the mail?', async (said, kind, code) => {
    const transport = smtpTransport(url, 'no-reply@wallet.example');
    const failure = await transport
      .send(`answers${said}@example.com`, { subject: 's', text: 't', html: '<p>t</p>' })
      .catch((error: unknown) => error);
    transport.close();
    expect(failure).toBeInstanceOf(kind);
    expect(failure instanceof MailRefused).toBe(kind === MailRefused);
    expect(failure).toMatchObject({ code });
  });

  test.each([
    ['that has no TLS, where it is required', () => `${url}/?requireTLS=true`],
    ['with a certificate that nobody vouches for', () => encryptedUrl],
  ])('%s, gets no mail, and that is no fault of the mail', async (_what, where) => {
    const before = delivered.length;
    const transport = smtpTransport(where(), 'no-reply@wallet.example');
    const failure = await transport
      .send('a@example.com', { subject: 's', text: 't', html: '<p>t</p>' })
      .catch((error: unknown) => error);
    transport.close();
    expect(String(failure)).toMatch(/STARTTLS|certificate.*NODE_EXTRA_CA_CERTS/);
    expect(failure).not.toBeInstanceOf(MailRefused);
    expect(delivered).toHaveLength(before);
  });

  test('that is away is no fault of the mail', async () => {
    const transport = smtpTransport('smtp://127.0.0.1:1', 'no-reply@wallet.example');
    const failure = await transport
      .send('a@example.com', { subject: 's', text: 't', html: '<p>t</p>' })
      .catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(MailRefused);
  });

  test.each([
    'a@example.com, evil@x.yz',
    'a@example.com;evil@x.yz',
    'a@example.com\r\nBcc: evil@x.yz',
    'group: a@example.com, evil@x.yz;',
    'Name <a@example.com>',
    '"a b"@example.com',
    'a@localhost',
    'a@example.com\n',
    '',
  ])('never sees the recipient %j', async (recipient) => {
    const before = delivered.length;
    const transport = smtpTransport(url, 'no-reply@wallet.example');
    await expect(transport.send(recipient, { subject: 's', text: 't', html: '<p>t</p>' })).rejects.toThrow(
      'not one plain address',
    );
    transport.close();
    expect(delivered).toHaveLength(before);
  });
});
