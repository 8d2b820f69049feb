import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../api/src/testing/index.ts';
import type { KillableApi } from '../kill/api.ts';
import type { KillableCluster } from '../kill/cluster.ts';
import { query } from '../kill/evidence.ts';
import type { Forwarder } from '../kill/forwarder.ts';
import type { SmallDisk } from './disk.ts';
import type { MailServer } from './mailServer.ts';
import type { DoubtfulNode } from './node.ts';
import { type Misfortune, nodeFaults } from './plan.ts';

export interface EventParts {
  readonly apis: readonly KillableApi[];
  readonly cluster: KillableCluster;
  readonly front: Forwarder;
  readonly disk: SmallDisk;
  readonly mailServer: MailServer;
  readonly node: DoubtfulNode;
  readonly random: Random;
  /** How long a node's fault waits for somebody to ask. */
  readonly unfeltMs: number;
  /** Lets a chain go on that halted. */
  readonly unhalt: () => Promise<void>;
}

/** More than there is room for. */
const large = `CREATE TEMP TABLE large AS SELECT repeat('x', 1000) FROM generate_series(1, 20000)`;
/** disk_full */
const noRoom = '53100';
const dayMs = 86_400_000;
/** So long after a disk had no room, answers may still say so. */
const fullForMs = 3_000;

/** Puts the product's clock forward: of the database, of each process, and of sessions, whose members were there meanwhile. */
export async function putForward({ cluster, apis }: Pick<EventParts, 'cluster' | 'apis'>, ms: number): Promise<void> {
  const [row] = await query<{ ahead: string }>(
    cluster.ownerUrl,
    `WITH step AS (SELECT $1 * interval '1 millisecond' AS step),
          sessions AS (UPDATE session SET created_at = created_at + step, seen_at = seen_at + step FROM step)
     UPDATE development_clock SET ahead = ahead + step FROM step RETURNING round(extract(epoch FROM ahead) * 1000)::text AS ahead`,
    [ms],
  );
  for (const { dataDir } of apis)
    writeFileSync(join(dataDir, 'clock.json'), JSON.stringify({ aheadMs: Number(row?.ahead) }));
}

/** Everything that befalls the product. What lasts goes on while the next things happen. */
export class Events {
  readonly counts: Record<Misfortune, number>;
  readonly #parts: EventParts;
  readonly #lasting = new Map<string, Promise<void>>();
  /** How often Postgres refused something for want of room. */
  refusedForRoom = 0;
  #fullUntil = 0;

  /** @param counts how often each has happened before */
  constructor(parts: EventParts, counts: Record<Misfortune, number>) {
    this.#parts = parts;
    this.counts = counts;
  }

  /** Whether the disk has no room, or had none a moment ago. */
  get isDiskFull(): boolean {
    return Date.now() < this.#fullUntil;
  }

  async happen(name: Misfortune): Promise<void> {
    if (name === 'fullDisk' && this.#parts.disk.skipped !== undefined) return;
    await this[name]();
    this.counts[name] += 1;
  }

  /** Everything works again. */
  async calm(): Promise<void> {
    const { apis, cluster } = this.#parts;
    await Promise.all(this.#lasting.values());
    if (!cluster.isRunning) await cluster.restart();
    await Promise.all(apis.map((api) => api.start()));
  }

  /** By turns, and now and then both. */
  async api(): Promise<void> {
    const { apis, random } = this.#parts;
    const turn = this.counts.api % apis.length;
    const both = random.below(6) === 0;
    await Promise.all(apis.filter((_, index) => both || index === turn).map((api) => this.#killApi(api)));
  }

  /** Half of them as in a power cut: everything at once. */
  async postgres(): Promise<void> {
    const { apis, cluster, random } = this.#parts;
    const powerCut = random.below(2) === 0;
    const pauseMs = random.below(300);
    const cutOff = powerCut ? apis : [];
    // One that is still starting cannot, without Postgres.
    await Promise.all(cutOff.map(({ dataDir }) => this.#lasting.get(dataDir)));
    await cluster.kill();
    await Promise.all(cutOff.map((api) => api.kill()));
    await delay(pauseMs);
    await cluster.restart();
    for (const api of cutOff) this.#keep(api.dataDir, api.start());
  }

  async cut(): Promise<void> {
    this.#parts.front.cutAll();
    this.#parts.cluster.cutAll();
  }

  clock(): Promise<void> {
    return putForward(this.#parts, 1 + this.#parts.random.below(dayMs));
  }

  /** In half of them Postgres is killed while it has no room. */
  async fullDisk(): Promise<void> {
    const { cluster, disk, random } = this.#parts;
    const [lastsMs, isKilled] = [700 + random.below(1_500), random.below(2) === 0];
    this.#fullUntil = Number.POSITIVE_INFINITY;
    disk.fill();
    await query(cluster.ownerUrl, large).catch((error: { code?: string }) => {
      if (error.code === noRoom) this.refusedForRoom += 1;
    });
    await delay(lastsMs);
    // It may have ended by itself, or let nobody in.
    if (isKilled) await cluster.kill().catch(() => undefined);
    disk.empty();
    await delay(200);
    if (!cluster.isRunning) await cluster.restart();
    this.#fullUntil = Date.now() + fullForMs;
  }

  slowDisk(): Promise<void> {
    return this.#parts.cluster.stall(800 + this.#parts.random.below(1_500));
  }

  mail(): Promise<void> {
    const { mailServer, random } = this.#parts;
    const lastsMs = 1_500 + random.below(3_000);
    return this.#last('mail', async () => {
      await mailServer.stop();
      await delay(lastsMs);
      await mailServer.startAgain();
    });
  }

  async node(): Promise<void> {
    const { node, random, unfeltMs, unhalt } = this.#parts;
    const fault = nodeFaults[this.counts.node % nodeFaults.length];
    const lastsMs = 800 + random.below(1_200);
    await this.#last('node', async () => {
      node.fault = fault;
      await delay(lastsMs);
      // Once the process that watches was killed, nobody asks before another has its lease.
      for (const endAt = Date.now() + unfeltMs; !node.wasFelt && Date.now() < endAt; ) await delay(100);
      node.fault = undefined;
      await unhalt();
    });
  }

  front(): Promise<void> {
    return this.#parts.front.restart(50 + this.#parts.random.below(400));
  }

  /** It is started again at once, while other things happen. */
  async #killApi(api: KillableApi): Promise<void> {
    await this.#lasting.get(api.dataDir);
    await api.kill();
    this.#keep(api.dataDir, api.start());
  }

  /** Begins once the one before it has ended. */
  async #last(name: string, work: () => Promise<void>): Promise<void> {
    await this.#lasting.get(name);
    this.#keep(name, work());
  }

  /** Whoever waits for it next hears how it ended. */
  #keep(name: string, lasting: Promise<void>): void {
    lasting.catch(() => undefined);
    this.#lasting.set(name, lasting);
  }
}
