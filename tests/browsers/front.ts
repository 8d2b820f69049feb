import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server before the product that can lose the files of one feature and bring them back, and hold a request back. */
export interface Front {
  readonly origin: string;
  /** Files whose path begins so are answered by 500; `undefined`: all are there. */
  lose(prefix: string | undefined): void;
  /** Holds the next POST to this path back. @returns once it was sent, what has it arrive; nobody hears its answer */
  hold(path: string): Promise<() => Promise<number>>;
  close(): Promise<void>;
}

/** On what a script of this page sends in the place of another tab's. */
export const otherTab = 'x-other-tab';

/** Headers that each connection has of its own. */
const ofConnection: readonly string[] = ['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'te'];

/** Everything comes from the product, byte by byte, events as they happen. */
export async function startFront(product: string): Promise<Front> {
  let lost: string | undefined;
  let held: { readonly path: string; readonly sent: (arrive: () => Promise<number>) => void } | undefined;
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming;
    if (lost !== undefined && url.startsWith(lost)) {
      outgoing.writeHead(500).end();
      return;
    }
    // The product goes by the name that it was asked for.
    const { host: _host, origin: _origin, [otherTab]: tab, ...others } = headers;
    // What a script says for another tab has no proof of a page; a program needs none.
    if (tab !== undefined) delete others['sec-fetch-dest'];
    if (method === 'POST' && url === held?.path) {
      const { sent } = held;
      held = undefined;
      void text(incoming).then((body) =>
        sent(async () => {
          const named = Object.entries(others).filter(([name]) => !ofConnection.includes(name)) as [string, string][];
          return (await fetch(new URL(url, product), { method, headers: named, body })).status;
        }),
      );
      return;
    }
    const approval = request(new URL(url, product), { method, headers: others }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    approval.once('error', () => outgoing.destroy());
    outgoing.once('close', () => approval.destroy());
    incoming.pipe(approval);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    lose: (prefix) => {
      lost = prefix;
    },
    hold: (path) =>
      new Promise((sent) => {
        held = { path, sent };
      }),
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}
