import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../ground/log.ts';
import type { Database } from '../db/database.ts';
import { failureFacts } from './failureCode.ts';

/** So often each process says that it is there, and asks for the role. */
const beatMs = 2_000;
/** Who has not said so for this long is gone: a process that was killed is replaced within this and a beat. */
const goneMs = 6_000;

/** What a process does while it has a role. */
export interface Duty {
  /** Ends what it does; what has begun it finishes. */
  stop(): Promise<void>;
}

export interface RoleParts {
  readonly database: Database;
  readonly log: Log;
}

/**
 * A role that one of several processes has at a time. It is only there to spare the others the work: what is to be done once
 * is so by the rows that it is about, so two that believe for a moment that they have it do no harm.
 *
 * - Whoever has it keeps it by saying so; whoever stops gives it up at once, and another takes it at its next beat.
 * - One that would hold for longer than it can was written before the clock of the database went back, and is over.
 * - While the database does not answer, whoever has it goes on: what it does fails by itself, and says so.
 * - In a copy of the database nobody has it: what there is to do there the product itself does.
 */
export class Role {
  readonly #name: string;
  readonly #take: () => Duty;
  readonly #parts: RoleParts;
  readonly #id = randomUUID();
  readonly #stopping = new AbortController();
  readonly #beats: Promise<void>;
  #duty: Duty | undefined;
  /** What this process had of the role and lost ends, and is not begun again before. */
  #ending: Promise<void> | undefined;
  #others = 0;
  #isHome = true;

  /** @param take begins what the role is for: each time that this process gets it */
  constructor(name: string, take: () => Duty, parts: RoleParts) {
    this.#name = name;
    this.#take = take;
    this.#parts = parts;
    this.#beats = this.#run();
  }

  /** How many other processes there are for it, as of the last beat. */
  get others(): number {
    return this.#others;
  }

  /** Whether the database is the one that the product lives in, as of the last beat. */
  get isHome(): boolean {
    return this.#isHome;
  }

  /** Lets what runs finish, and gives the role up. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#beats;
    this.#end();
    await this.#ending;
    // Without a database nobody else can take it either: it runs out.
    await this.#leave().catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let isFailing = false;
    while (!signal.aborted) {
      try {
        await this.#beat();
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.#parts.log.warn({ role: this.#name, ...failureFacts(error) }, 'a role is not kept');
        isFailing = true;
      }
      await delay(beatMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #beat(): Promise<void> {
    const { held = false, others = 0, home = true } = (await this.#ask()) ?? {};
    this.#others = others;
    this.#isHome = home;
    if (this.#stopping.signal.aborted) return;
    if (held && !this.#duty && !this.#ending) {
      this.#parts.log.info({ role: this.#name, others }, 'role taken');
      this.#duty = this.#take();
    }
    if (!held && this.#duty) {
      this.#parts.log.warn({ role: this.#name, others }, 'role lost');
      this.#end();
    }
  }

  #end(): void {
    const duty = this.#duty;
    if (!duty) return;
    this.#duty = undefined;
    this.#ending = duty.stop().finally(() => {
      this.#ending = undefined;
    });
  }

  #ask(): Promise<{ held: boolean; others: number; home: boolean } | undefined> {
    return this.#parts.database.one('SELECT held, others, home FROM ask_for_role($1, $2, $3)', [
      this.#id,
      this.#name,
      goneMs,
    ]);
  }

  async #leave(): Promise<void> {
    await this.#parts.database.rows(
      `WITH given AS (DELETE FROM role_lease WHERE role = $2 AND holder = $1)
       DELETE FROM process WHERE id = $1`,
      [this.#id, this.#name],
    );
  }
}
