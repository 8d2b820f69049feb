import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { demoPassword } from '../../development/demo/team.ts';
import { rawRequest } from '../../testing/rawRequest.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { clientAddress, networkOf, networksOf, widestNetworkOf } from './origin.ts';

let app: TestApplication;
let demo: Client;
let port: string;
beforeAll(async () => {
  app = await startTestApplication({ publicOrigin: 'https://wallet.example' });
  ({ port } = new URL(app.origin));
  const body = JSON.stringify({ username: 'demo', password: demoPassword });
  demo = app.visitor.after(await app.visitor.send('POST', '/api/v1/session', body));
});
afterAll(() => app.close());

/** What is answered to these very lines. */
function talk(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('Host', () => {
  const own = () => `Host: localhost:${port}`;
  test('is answered once', async () => {
    expect(await talk('GET /api/v1/session HTTP/1.1', own(), 'Connection: close')).toMatch(/^HTTP\/1\.1 200 /);
  });
  test.each([['Host: evil.example'], ['host: evil.example']])(
    'is refused where %j comes alongside it',
    async (other) => {
      for (const hosts of [
        [own(), other],
        [other, own()],
        [own(), own()],
      ])
        expect(await talk('GET /api/v1/session HTTP/1.1', ...hosts, 'Connection: close')).toMatch(/^HTTP\/1\.1 421 /);
    },
  );
});

describe('Origin', () => {
  const leave = async (host: string, origin: string): Promise<number> => {
    const headers = { host, origin, cookie: demo.cookie };
    return (await rawRequest(app.origin, { method: 'POST', path: '/api/v1/notices/read', headers })).status;
  };
  test.each([
    ['wallet.example', 'http://wallet.example'],
    ['wallet.example', 'https://wallet.example:8443'],
    ['wallet.example', 'https://wallet.example.evil.example'],
    ['wallet.example', 'https://user@wallet.example'],
    ['wallet.example', 'null'],
    // Another name of ours is another origin.
    ['wallet.example', 'http://localhost:PORT'],
    ['localhost:PORT', 'https://localhost:PORT'],
    ['localhost:PORT', 'https://wallet.example'],
  ])('under %s is not %s', async (host, origin) => {
    expect(await leave(host.replace('PORT', port), origin.replace('PORT', port))).toBe(403);
  });
  test.each([
    ['wallet.example', 'https://wallet.example'],
    ['localhost:PORT', 'http://localhost:PORT'],
  ])('under %s is %s', async (host, origin) => {
    // The body is missing: who sends it was found right.
    expect(await leave(host.replace('PORT', port), origin.replace('PORT', port))).toBe(415);
  });
});

describe('the address of who calls', () => {
  const seenFrom = (trustedProxies: number, forwarded?: string): string =>
    clientAddress(
      {
        socket: { remoteAddress: '10.0.0.1' },
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      } as unknown as IncomingMessage,
      trustedProxies,
    );

  test.each<[number, string | undefined, string, string]>([
    [0, '6.6.6.6', '10.0.0.1', 'no proxy of ours: what is said of itself counts for nothing'],
    [1, '198.51.100.7', '198.51.100.7', 'what our proxy saw'],
    [1, '6.6.6.6, 127.0.0.1, 198.51.100.7', '198.51.100.7', 'and nothing that stood there before'],
    [2, '6.6.6.6, 198.51.100.7, 10.0.0.2', '198.51.100.7', 'two of ours, the outer one saw it'],
    [2, '6.6.6.6', '10.0.0.1', 'less than our proxies write was not written by them'],
    [1, undefined, '10.0.0.1', 'nothing was passed on'],
  ])('behind %i of ours, with %j, is %s (%s)', (trustedProxies, forwarded, expected, _why) => {
    expect(seenFrom(trustedProxies, forwarded)).toBe(expected);
  });
});

describe('the networks of an address', () => {
  const keysOf = (address: string): string[] => networksOf(address).map(({ key }) => key);

  test.each([
    ['198.51.100.7', ['198.51.100.7']],
    ['::ffff:198.51.100.7', ['198.51.100.7']],
    ['::ffff:c633:6407', ['198.51.100.7']],
    ['::FFFF:C633:6407', ['198.51.100.7']],
    ['0:0:0:0:0:ffff:c633:6407', ['198.51.100.7']],
    ['198.51.100.7:4711', ['198.51.100.7']],
    ['[2001:db8:1:2::7]:443', ['2001:db8:1:2::/64', '2001:db8:1::/56', '2001:db8:1::/48']],
    ['2001:db8::1', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
    ['2001:DB8:0:0:0:0:0:2', ['2001:db8::/64', '2001:db8::/56', '2001:db8::/48']],
    ['2001:db8:1:a2ff:5:6:7:8', ['2001:db8:1:a2ff::/64', '2001:db8:1:a200::/56', '2001:db8:1::/48']],
    ['fe80::1%eth0', ['fe80::/64', 'fe80::/56', 'fe80::/48']],
    ['unknown', ['unknown']],
  ])('%s: %j', (address, expected) => {
    expect(keysOf(address)).toEqual(expected);
    expect(networkOf(address)).toBe(expected[0]);
    expect(widestNetworkOf(address)).toBe(expected.at(-1));
  });

  test('a wider one has more, and a home does not have 256 times as much', () => {
    expect(networksOf('2001:db8::1').map(({ times }) => times)).toEqual([1, 2, 8]);
  });
});

test('log-ins of one home count together, however its addresses are written and chosen', async () => {
  const limited = await startTestApplication({ trustedProxies: 1, rateLimitFactor: 1 });
  const refusedOf = async (count: number, addressOf: (place: number) => string): Promise<number> => {
    let refused = 0;
    for (let place = 0; place < count; place += 1) {
      const { status } = await limited.visitor.get('/api/v1/invitations/NOBODY22', {
        'x-forwarded-for': addressOf(place),
      });
      if (status === 429) refused += 1;
    }
    return refused;
  };
  try {
    // 60 in ten minutes of one subscriber, twice as many of a /56, eight times as many of a /48.
    expect(await refusedOf(70, (place) => `2001:db8:1:1::${(place + 1).toString(16)}`)).toBe(10);
    expect(await refusedOf(70, (place) => `2001:db8:2:0:${(place + 1).toString(16)}::`)).toBe(10);
    expect(await refusedOf(70, (place) => (place % 2 ? '::ffff:203.0.113.9' : '::ffff:cb00:7109'))).toBe(10);
    expect(await refusedOf(140, (place) => `2001:db8:3:${place.toString(16)}::1`)).toBe(20);
    expect(await refusedOf(500, (place) => `2001:db8:4:${(place * 64).toString(16)}::1`)).toBe(20);
  } finally {
    await limited.close();
  }
});

test('every answer, whatever it is, says to come back over TLS; without TLS none does', async () => {
  const paths = ['/', '/wallet', '/api/v1/session', '/api/v1/nothing', '/assets/none.js', '/healthz', '/nothing.php'];
  const plain = await startTestApplication();
  try {
    for (const path of paths) {
      const answer = await rawRequest(app.origin, { path, headers: { host: 'wallet.example' } });
      expect([path, answer.headers['strict-transport-security']]).toEqual([
        path,
        'max-age=31536000; includeSubDomains',
      ]);
      const without = await rawRequest(plain.origin, { path });
      expect([path, without.headers['strict-transport-security']]).toEqual([path, undefined]);
    }
  } finally {
    await plain.close();
  }
  const otherHost = await rawRequest(app.origin, { path: '/', headers: { host: 'evil.example' } });
  expect([otherHost.status, otherHost.headers['strict-transport-security']]).toEqual([421, expect.any(String)]);
});
