import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../../api/src/testing/index.ts';

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
  /** Answers that were there and were dropped. */
  droppedAnswers = 0;
  /** Connections that ended here, whatever was under way on them. */
  cuts = 0;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  /** Where connections go, by turns; without any they are refused. */
  readonly #targets: number[] = [];
  #turn = 0;

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

  aim(port: number): void {
    if (!this.#targets.includes(port)) this.#targets.push(port);
  }

  /** Nothing goes there any more. @param port without one, nothing goes anywhere */
  leave(port?: number): void {
    if (port === undefined) this.#targets.length = 0;
    else if (this.#targets.includes(port)) this.#targets.splice(this.#targets.indexOf(port), 1);
  }

  /** Ends every connection, in the middle of whatever is under way. */
  cutAll(): void {
    // Each has two ends.
    this.cuts += Math.ceil(this.#open.size / 2);
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  /** As a proxy that is started again: all connections end, and for a moment nobody listens. */
  async restart(awayMs: number): Promise<void> {
    await this.close();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #forward(client: Socket, fate: Fate): void {
    this.#keep(client);
    if (fate === 'cutBefore') {
      client.once('data', () => {
        this.cuts += 1;
        client.resetAndDestroy();
      });
      return;
    }
    this.#turn += 1;
    const target = this.#targets[this.#turn % this.#targets.length];
    if (target === undefined) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    this.#keep(server);
    client.once('close', () => server.destroy());
    server.once('close', () => (fate === 'cutAfter' ? client.resetAndDestroy() : client.destroySoon()));
    if (fate === 'delay') setTimeout(() => client.pipe(server), delayMs);
    else client.pipe(server);
    if (fate === 'cutAfter')
      server.once('data', () => {
        this.droppedAnswers += 1;
        this.cuts += 1;
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

/** Loses one request in twenty before it arrives and one answer in ten, and delays some. */
export class ChaoticNetwork {
  readonly #random: Random;
  calm = true;

  constructor(random: Random) {
    this.#random = random;
  }

  fate(): Fate {
    if (this.calm) return 'pass';
    const dice = this.#random.below(100);
    if (dice < 5) return 'cutBefore';
    if (dice < 15) return 'cutAfter';
    return dice < 20 ? 'delay' : 'pass';
  }
}
