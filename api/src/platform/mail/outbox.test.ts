import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { MovableClock } from '../../ground/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Database } from '../db/database.ts';
import { type NewMail, Outbox } from './outbox.ts';
import { smtpTransport } from './transport.ts';

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

const mail = (recipient = 'a@example.com'): NewMail => ({
  recipient,
  template: 'registerCode',
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
    expect(await outbox.sendNext(send)).toBe(true);
    expect(await outbox.sendNext(send)).toBe(false);
    expect(sent).toEqual(['012345']);
    expect(await rows()).toEqual([{ attempts: 1, params: null, sent: true }]);
  });

  test('tries again later what failed, each time twice as late, until it works', async () => {
    await outbox.add(mail());
    const failing = () => Promise.reject(new Error('mail server is away'));
    for (const seconds of [30, 60, 120]) {
      await expect(outbox.sendNext(failing)).rejects.toThrow('away');
      clock.advance((seconds - 2) * 1000);
      expect(await outbox.sendNext(failing)).toBe(false);
      clock.advance(3000);
    }
    expect(await outbox.sendNext(async () => undefined)).toBe(true);
    expect(await rows()).toEqual([{ attempts: 4, params: null, sent: true }]);
  });

  test('hands each mail to one of several workers', async () => {
    for (let index = 0; index < 12; index += 1) await outbox.add(mail(`m${index}@example.com`));
    const sent: string[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (await outbox.sendNext(async ({ recipient }) => void sent.push(recipient)));
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

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

describe('a mail server', () => {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
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
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.server.address();
    url = `smtp://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
  });
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

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
