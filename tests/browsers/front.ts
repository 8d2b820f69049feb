import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server before the product that can lose the files of one feature, and bring them back. */
export interface Front {
  readonly origin: string;
  /** Files whose path begins so are answered by 500; `undefined`: all are there. */
  lose(prefix: string | undefined): void;
  close(): Promise<void>;
}

/** Everything comes from the product, byte by byte, events as they happen. */
export async function startFront(product: string): Promise<Front> {
  let lost: string | undefined;
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    if (lost !== undefined && url.startsWith(lost)) {
      outgoing.writeHead(500).end();
      return;
    }
    // The product goes by the name that it was asked for.
    const { host: _host, origin: _origin, ...others } = headers;
    const asked = request(new URL(url, product), { method, headers: others }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    asked.once('error', () => outgoing.destroy());
    outgoing.once('close', () => asked.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    lose: (prefix) => {
      lost = prefix;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
