import { AppError } from '../ground/errors.ts';
import { type AccountId, accountOf, systemAccount } from '../ledger/accounts.ts';
import type { JournalRequest, PostedJournal } from '../ledger/ledger.ts';
import { ModelLedger, type ModelRate, type ModelRule, type Outcome } from '../ledger/model.ts';
import { LedgerBooks } from './ledgerBooks.ts';
import { type Command, type Person, people, type TransferCommand } from './ledgerCommands.ts';
import { keyed, type RealLedger } from './realLedger.ts';

/** An outcome on both sides, to be the same. */
export interface Step {
  readonly expected: Outcome;
  readonly actual: string;
}

/** A call as it was made: on whose behalf, under which key, and how to make it again on both sides. */
interface Call {
  readonly kind: 'transfer' | 'hold' | 'end' | 'exchange' | 'reverse';
  readonly who: Person;
  readonly key: string;
  readonly journal: { id?: string };
  readonly onModel: (request: string) => Outcome;
  readonly onLedger: (request: string) => Promise<PostedJournal>;
}

/** The model and Postgres side by side: each command is done on both. */
export class LedgerPair {
  readonly #real: RealLedger;
  readonly #model: ModelLedger;
  readonly #members: ReadonlyMap<Person, string>;
  readonly books: LedgerBooks;
  readonly #calls: Call[] = [];
  readonly #quotes: { readonly name: string; readonly id: string }[] = [];

  private constructor(real: RealLedger, model: ModelLedger, members: ReadonlyMap<Person, string>) {
    this.#real = real;
    this.#model = model;
    this.#members = members;
    this.books = new LedgerBooks(real.own, model, members);
  }

  /** Fresh members, each with the same to start with. */
  static async start(real: RealLedger, rule: ModelRule, rate: ModelRate, openingMinor: bigint): Promise<LedgerPair> {
    const members = new Map<Person, string>();
    for (const who of people) members.set(who, await real.newMember(openingMinor));
    return new LedgerPair(
      real,
      new ModelLedger(rule, rate, new Map(people.map((who) => [who, openingMinor]))),
      members,
    );
  }

  /** Does a command on both sides. @param key no other command has */
  async run(step: Command, key: string): Promise<Step[]> {
    switch (step.do) {
      case 'wait':
        this.#model.wait(step.seconds);
        this.#real.clock.advance(step.seconds * 1_000);
        return [];
      case 'quote':
        await this.#quote(step.from, step.amount, key);
        return [];
      case 'together':
        return this.#together(step.transfers, key);
      case 'repeat': {
        const earlier = this.#calls.at(-1 - step.back);
        return earlier ? [await this.#make(earlier, step.otherBody ? 'another body' : 'the body')] : [];
      }
      default: {
        const call = this.#call(step, key);
        if (!call) return [];
        const made = await this.#make(call, 'the body');
        this.#calls.push(call);
        return [made];
      }
    }
  }

  #idOf(who: Person): string {
    return this.#members.get(who) ?? '';
  }

  async #make(call: Call, request: string): Promise<Step> {
    const expected = call.onModel(request);
    return { expected, actual: await outcomeOf(call, () => call.onLedger(request)) };
  }

  #call(step: Exclude<Command, { do: 'wait' | 'quote' | 'together' | 'repeat' }>, key: string): Call | undefined {
    const { ledger } = this.#real;
    const call = (
      who: Person,
      onModel: Call['onModel'],
      onLedger: (request: string) => Promise<PostedJournal>,
    ): Call => ({
      kind: step.do,
      who,
      key,
      journal: {},
      onModel,
      onLedger: (request) => this.#real.run(() => onLedger(request)),
    });
    switch (step.do) {
      case 'transfer':
        return this.#transfer(step, key);
      case 'hold': {
        const { from, amount: amountMinor } = step;
        const owner = this.#idOf(from);
        const [source, pending] = [accountOf(owner, 'usdAvailable'), accountOf(owner, 'usdPending')];
        return call(
          from,
          (request) => this.#model.hold(key, request, from, amountMinor),
          (request) => ledger.hold({ ...keyed(owner, key, request), source, pending, amountMinor }),
        );
      }
      case 'end': {
        const earlier = this.#earlier(step, 'hold');
        if (!earlier) return undefined;
        const { who } = earlier;
        // At most what is held: more than that is a fault of the caller, not an outcome.
        const open = this.#model.openAmount(who, earlier.key);
        const settled = open > 0n && step.settled > open ? open : step.settled;
        const legs = settled > 0n ? [{ account: systemAccount('usdFee'), amountMinor: settled }] : [];
        return call(
          who,
          (request) => this.#model.endHold(key, request, who, earlier.key, settled),
          (request) =>
            ledger.endHold({ ...keyed(this.#idOf(who), key, request), holdId: earlier.journal.id ?? nobody, legs }),
        );
      }
      case 'exchange': {
        const quote = this.#quotes.at(-1 - step.back);
        if (!quote) return undefined;
        const { from } = step;
        return call(
          from,
          (request) => this.#model.exchange(key, request, from, quote.name),
          (request) =>
            ledger.exchange({
              ...keyed(this.#idOf(from), key, request),
              quoteId: quote.id,
              now: this.#real.clock.now(),
            }),
        );
      }
      case 'reverse': {
        const earlier = this.#earlier(step, 'transfer');
        if (!earlier) return undefined;
        const { who } = earlier;
        return call(
          who,
          (request) => this.#model.reverse(key, request, who, earlier.key),
          (request) =>
            ledger.reverse({ ...keyed(this.#idOf(who), key, request), journalId: earlier.journal.id ?? nobody }),
        );
      }
    }
  }

  #transfer({ from, to, amount: amountMinor }: TransferCommand, key: string): Call {
    return {
      kind: 'transfer',
      who: from,
      key,
      journal: {},
      onModel: (request) => this.#model.transfer(key, request, from, to, amountMinor),
      onLedger: (request) =>
        this.#real.run(() => this.#real.ledger.post(this.#request(from, to, amountMinor, key, request))),
    };
  }

  #request(from: Person, to: Person, amountMinor: bigint, key: string, request: string): JournalRequest {
    const available = (who: Person): AccountId => accountOf(this.#idOf(who), 'usdAvailable');
    return {
      ...keyed(this.#idOf(from), key, request),
      kind: 'transfer',
      legs: [
        { account: available(from), amountMinor: -amountMinor },
        { account: available(to), amountMinor },
      ],
      limit: { operation: 'transfer', unit: 'USD', amountMinor },
    };
  }

  /** Posts in one batch; what the batch leaves alone goes one by one. The model follows in that order. */
  async #together(transfers: readonly TransferCommand[], key: string): Promise<Step[]> {
    const made = transfers.map((transfer, index) => ({ transfer, call: this.#transfer(transfer, `${key}-${index}`) }));
    const answers = await Promise.all(
      made.map(({ transfer: { from, to, amount }, call }) =>
        this.#real.batcher.submit(this.#request(from, to, amount, call.key, 'the body')),
      ),
    );
    const steps: Step[] = [];
    for (const [index, { call }] of made.entries()) {
      const answer = answers[index];
      if (!answer) continue;
      call.journal.id = answer.id;
      steps.push({ expected: call.onModel('the body'), actual: 'done' });
    }
    for (const [index, { call }] of made.entries()) if (!answers[index]) steps.push(await this.#make(call, 'the body'));
    this.#calls.push(...made.map(({ call }) => call));
    return steps;
  }

  async #quote(who: Person, amount: bigint, name: string): Promise<void> {
    this.#model.quote(name, who, amount);
    const { id } = await this.#real.quotes.make(this.#idOf(who), 'USD', 'USDT', amount);
    this.#quotes.push({ name, id });
  }

  #earlier({ back, of: from }: { back: number; of: 'fitting' | 'any' }, fitting: Call['kind']): Call | undefined {
    const those = from === 'fitting' ? this.#calls.filter(({ kind }) => kind === fitting) : this.#calls;
    return those.at(-1 - back);
  }
}

/** An id that nothing has. */
const nobody = '00000000-0000-7000-8000-000000000000';

async function outcomeOf({ journal }: Call, call: () => Promise<PostedJournal>): Promise<string> {
  try {
    const { id, replayed } = await call();
    if (replayed) return id === journal.id ? 'replayed' : `replayed as ${id} instead of ${journal.id}`;
    journal.id = id;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
