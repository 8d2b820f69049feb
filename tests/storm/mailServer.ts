import { createServer, type Server, type Socket } from 'node:net';
import type { TakenMail } from './book.ts';

/** A mail server that takes everything, and comes and goes at one port. */
export class MailServer {
  readonly port: number;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #take: (mail: TakenMail) => void;

  private constructor(server: Server, take: (mail: TakenMail) => void) {
    this.#server = server;
    this.#take = take;
    const address = server.address();
    this.port = address !== null && typeof address === 'object' ? address.port : 0;
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async start(take: (mail: TakenMail) => void): Promise<MailServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new MailServer(server, take);
  }

  /** Also in the middle of a mail. */
  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async startAgain(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
  }

  #serve(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket)).on('error', () => undefined);
    let recipient = '';
    let content: string[] | undefined;
    let rest = '';
    const reply = (text: string) => socket.write(`${text}\r\n`);
    const hear = (line: string): void => {
      if (content && line !== '.') return void content.push(line);
      if (content) {
        // Taken before it is said: what is not answered comes again.
        this.#take({ recipient, code: codeIn(content) });
        content = undefined;
        return void reply('250 taken');
      }
      if (/^DATA/i.test(line)) content = [];
      recipient = /^RCPT TO:<(.+?)>/i.exec(line)?.[1] ?? recipient;
      reply(content ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 ok');
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    reply('220 storm');
  }
}

/** The code stands in a line of its own. */
const codeIn = (content: readonly string[]): string | undefined => content.find((line) => /^\d{6}$/.test(line));
