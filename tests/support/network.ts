import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type Random } from '../../api/src/testing/index.ts';
import { type Product, startProduct } from './product.ts';

/** How the way to the product is: open, cut, there without a byte coming back, or the same though what is sent arrives. */
type Way = 'open' | 'cut' | 'silent' | 'mute';

interface BadNetwork {
  readonly lateMs: number;
  readonly bytesPerSecond: number;
  /** From 0 to 1. */
  readonly lost: number;
  readonly random: Random;
}

/** A product behind a network that can be lost. */
export interface DistantProduct extends Product {
  /** Past that network. */
  readonly direct: Product;
  way(way: Way): Promise<void>;
  /** How much later documents come. */
  slow(ms: number): void;
  /**
   * As at the edge of a cell, or as before: each request is late, each byte slow, and a part is lost, one half of it on the way there and
   * the other on the way back, after it was done.
   */
  bad(network: BadNetwork | undefined): void;
  /** Answers an address in the product's place. */
  instead(path: string, answer: ((response: ServerResponse) => void) | undefined): void;
  /** Paths of all requests since the last call. */
  requested(): string[];
  /** Paths of all that the product has answered since the last call, whether it was heard or not. */
  answered(): string[];
  /** Bytes that came back since the last call, as they went over the wire. */
  received(): number;
}

export async function startDistantProduct(env: Readonly<Record<string, string>> = {}): Promise<DistantProduct> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const product = await startProduct({ env: { UNDECLARED_CALLS_HOURS: '0', ...env, PUBLIC_ORIGIN: origin } });
  const sockets = new Set<Socket>();
  const others = new Map<string, (response: ServerResponse) => void>();
  let way: Way = 'open';
  let slowMs = 0;
  let bad: BadNetwork | undefined;
  const paths: string[] = [];
  const answers: string[] = [];
  let bytes = 0;

  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    const [path = ''] = url.split('?');
    paths.push(path);
    if (way === 'silent') return;
    const other = others.get(path);
    if (other) return other(outgoing);
    const lostAt = bad && bad.random.next() < bad.lost ? (bad.random.next() < 0.5 ? 'there' : 'back') : undefined;
    const pass = () => {
      const upstream = request(new URL(url, product.origin), { method, headers }, (answer) => {
        answers.push(path);
        if (way === 'mute') return;
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (lostAt === 'back') {
          // Begun, so that the browser does not ask again by itself: the page has to.
          outgoing.write(' ', () => outgoing.destroy());
          return;
        }
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        if (bad) void slowly(answer, outgoing, bad.bytesPerSecond);
        else answer.pipe(outgoing);
      });
      upstream.once('error', () => outgoing.destroy());
      outgoing.once('close', () => upstream.destroy());
      incoming.pipe(upstream);
    };
    if (lostAt === 'there') setTimeout(() => outgoing.destroy(), bad?.lateMs);
    else if (bad) setTimeout(pass, bad.lateMs);
    else if (slowMs > 0 && headers['sec-fetch-mode'] === 'navigate') setTimeout(pass, slowMs);
    else pass();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listen(server, port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    ...product,
    direct: product,
    origin,
    async way(next) {
      cut();
      if (next === 'cut' && way !== 'cut') await new Promise((closed) => server.close(closed));
      if (next !== 'cut' && way === 'cut') await listen(server, port);
      way = next;
    },
    slow: (ms) => {
      slowMs = ms;
    },
    bad: (network) => {
      bad = network;
    },
    instead: (path, answer) => {
      if (answer) others.set(path, answer);
      else others.delete(path);
    },
    requested: () => paths.splice(0),
    answered: () => answers.splice(0),
    received() {
      const before = bytes;
      bytes = 0;
      return before;
    },
    async stop() {
      cut();
      server.close();
      return product.stop();
    },
  };
}

async function slowly(answer: IncomingMessage, outgoing: ServerResponse, bytesPerSecond: number): Promise<void> {
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      await sleep((part.length / bytesPerSecond) * 1_000);
      outgoing.write(part);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((listening) => server.listen(port, '127.0.0.1', listening));
