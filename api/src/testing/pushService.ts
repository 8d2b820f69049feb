import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import ece from 'http_ece';

/** A message as a push service gets it, opened as the browser opens it. */
export interface Delivered {
  readonly endpoint: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly text: string;
}

export interface PushSubscriptionOfTest {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What a browser and its push service are to the API: subscriptions with keys of their own, and an address that takes messages. */
export interface PushService {
  subscribe(): PushSubscriptionOfTest;
  readonly delivered: readonly Delivered[];
  /** How messages are answered from now on; without anything they are taken. */
  answer(how?: (endpoint: string, response: ServerResponse) => void): void;
  stop(): Promise<void>;
}

export async function startPushService(heard: (message: Delivered) => void = () => undefined): Promise<PushService> {
  const keys = new Map<string, { readonly pair: ReturnType<typeof createECDH>; readonly auth: string }>();
  const delivered: Delivered[] = [];
  const take = (_: string, response: ServerResponse): void => void response.writeHead(201).end();
  let answer = take;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const path = request.url ?? '';
    const endpoint = `${origin}${path}`;
    const known = keys.get(path);
    if (known) {
      checkVapid(request.headers.authorization ?? '', origin);
      const options = { version: 'aes128gcm', privateKey: known.pair, authSecret: known.auth } as const;
      const text = ece.decrypt(body, options).toString();
      const message = { endpoint, headers: request.headers, bytes: body.length, text };
      delivered.push(message);
      heard(message);
    }
    answer(endpoint, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    subscribe() {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const path = `/push/${randomBytes(9).toString('hex')}`;
      const auth = randomBytes(16).toString('base64url');
      keys.set(path, { pair, auth });
      return { endpoint: `${origin}${path}`, p256dh: pair.getPublicKey('base64url'), auth };
    },
    delivered,
    answer(how = take) {
      answer = how;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** As push services do: who sends is who signed, for this service and for a day at most. */
function checkVapid(header: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const raw = Buffer.from(key, 'base64url');
  const coordinates = { x: raw.subarray(1, 33).toString('base64url'), y: raw.subarray(33).toString('base64url') };
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${body}`);
  const isGood = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(body, 'base64url').toString());
  const now = Date.now() / 1_000;
  if (!isGood || aud !== audience || exp < now || exp > now + 86_400 || !/^mailto:.+@/.test(sub))
    throw new Error(`not a proof of the sender: ${JSON.stringify({ isGood, aud, exp, sub })}`);
}
