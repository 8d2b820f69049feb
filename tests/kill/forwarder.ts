import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * What becomes of a connection: `pass`; `cutBefore`: its request never arrives; `cutAfter`: it arrives, and the answer
 * is lost, so that the effect is there and nobody was notified; `delay`: it arrives late.
 */
export type Fate = 'pass' | 'cutBefore' | 'cutAfter' | 'delay';

const longestSilenceMs = 15_000;
const delayMs = 150;

/** A TCP proxy on a port that stays while what is behind it comes, goes and changes its own. */
export class Forwarder {
  readonly port: number;
  /** Where connections go; without it they are refused. */
  targetPort: number | undefined;
  /** Answers that were there and were dropped. */
  droppedAnswers = 0;
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server, fateOf: () => Fate) {
    this.#server = server;
    const address = server.address();
    this.port = address !== null && typeof address === 'object' ? address.port : 0;
    server.on('connection', (client) => this.#forward(client, fateOf()));
  }

  static async listen(fateOf: () => Fate): Promise<Forwarder> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new Forwarder(server, fateOf);
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(client: Socket, fate: Fate): void {
    this.#keep(client);
    if (fate === 'cutBefore') {
      client.once('data', () => client.resetAndDestroy());
      return;
    }
    if (this.targetPort === undefined) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.targetPort, '127.0.0.1');
    this.#keep(server);
    client.once('close', () => server.destroy());
    server.once('close', () => (fate === 'cutAfter' ? client.resetAndDestroy() : client.destroySoon()));
    if (fate === 'delay') setTimeout(() => client.pipe(server), delayMs);
    else client.pipe(server);
    if (fate === 'cutAfter')
      server.once('data', () => {
        this.droppedAnswers += 1;
        client.resetAndDestroy();
      });
    else server.pipe(client);
  }

  /** A connection that breaks is what this is for; one that hangs must not hang the run. */
  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.setTimeout(longestSilenceMs, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => this.#open.delete(socket));
  }
}
