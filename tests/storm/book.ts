import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Answered } from '../kill/evidence.ts';
import type { Order } from '../kill/orders.ts';
import { type Final, Sender } from '../kill/sender.ts';

/** Tokens that were sent to a member's address, on a chain with this token. */
export interface Payment {
  readonly username: string;
  readonly token: string;
  readonly transaction: string;
  readonly amount: string;
}

/** A code by mail was requested for this address, by so many requests of which at least the last arrived. */
export interface CodeRequest {
  readonly recipient: string;
  readonly tries: number;
}

/** What the mail server took. */
export interface TakenMail {
  readonly recipient: string;
  readonly code: string | undefined;
}

type Line =
  | { readonly sent: Order }
  | { readonly key: string; readonly kept: Final }
  | { readonly paid: Payment }
  | { readonly requested: CodeRequest }
  | { readonly taken: TakenMail };

/** What everybody was shown: written down as it happens, so that it is known after whatever ends the run. */
export class Book {
  readonly sent = new Map<string, Order>();
  readonly kept = new Map<string, Final>();
  readonly payments: Payment[] = [];
  readonly requests: CodeRequest[] = [];
  readonly mails: TakenMail[] = [];
  /** Two answers to one key that differ. */
  readonly faults: string[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      // The last one may have been cut short: what it was about had no effect yet.
      const line = parsed(text);
      if (line) this.#apply(line);
    }
    appendFileSync(file, '\n');
  }

  note(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#apply(line);
  }

  get answered(): Answered[] {
    return [...this.kept].flatMap(([key, final]) => {
      const order = this.sent.get(key);
      return order ? [{ order, final }] : [];
    });
  }

  /** Orders that nobody has an answer to. */
  get open(): Order[] {
    return [...this.sent.values()].filter(({ key }) => !this.kept.has(key));
  }

  #apply(line: Line): void {
    if ('sent' in line) this.sent.set(line.sent.key, line.sent);
    else if ('paid' in line) this.payments.push(line.paid);
    else if ('requested' in line) this.requests.push(line.requested);
    else if ('taken' in line) this.mails.push(line.taken);
    else this.#keep(line.key, line.kept);
  }

  #keep(key: string, final: Final): void {
    const before = this.kept.get(key);
    if (!before) this.kept.set(key, final);
    // Without a key it is shown how things are now.
    else if (
      !this.sent.get(key)?.path.endsWith('/cancellation') &&
      (before.status !== final.status || before.text !== final.text)
    )
      this.faults.push(`${key} answered ${before.status} ${before.text}, and ${final.status} ${final.text}`);
  }
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** A sender whose orders and answers are in a book: an order before it is sent. */
export class BookedSender extends Sender {
  readonly #book: Book;

  constructor(book: Book, ...parts: ConstructorParameters<typeof Sender>) {
    super(...parts);
    this.#book = book;
  }

  override async send(order: Order): Promise<Final> {
    const { key } = order;
    if (!this.#book.sent.has(key)) this.#book.note({ sent: order });
    const final = await super.send(order);
    this.#book.note({ key, kept: final });
    return final;
  }
}
