import { days, joinedOn, prices, type Sales } from './sales.ts';
import { at, type TreeFacts } from './tree.ts';

/** People and volume, the latter in whole USD. */
export interface Amount {
  people: number;
  volume: number;
}

/** What a day brought to a node of a path or, on a level above 0, to a segment of it. */
export interface DayRow extends Amount {
  readonly path: number;
  readonly level: number;
  readonly day: number;
  readonly place: number;
  readonly ownPeople: number;
  readonly ownVolume: number;
}

export interface BlockRow extends Amount {
  readonly path: number;
  readonly level: number;
  readonly place: number;
}

/** Of how many nodes a segment is on each level above the nodes, as powers of two. */
const shifts = [6, 12, 15, 18] as const;
/** More than any path has segments. */
const segments = 2 ** 20;

/**
 * The index of a tree as the product's roll-up leaves it (products/team/team.sql), computed at once: node by node it would take hours.
 * A path is the parent's where both stand on one side, and else begins with the node.
 */
export class TeamIndex {
  readonly path: Int32Array;
  readonly position: Int32Array;
  /** Below whom the path hangs, or 0. */
  readonly anchor: Int32Array;
  readonly light: Int32Array;
  readonly ownVolume: Float64Array;
  readonly people: Int32Array;
  readonly volume: Float64Array;
  readonly #tree: TreeFacts;
  readonly #sales: Sales;

  constructor(tree: TreeFacts, sales: Sales) {
    const { members } = tree;
    const column = (): Int32Array => new Int32Array(members + 1);
    [this.path, this.position, this.anchor, this.light, this.people] = [
      column(),
      column(),
      column(),
      column(),
      column(),
    ];
    this.ownVolume = new Float64Array(members + 1);
    this.volume = new Float64Array(members + 1);
    this.#tree = tree;
    this.#sales = sales;
    this.path[1] = 1;
    for (let id = 2; id <= members; id += 1) this.#follow(id, at(tree.parent, id));
  }

  #follow(id: number, parent: number): void {
    const goesOn = this.#tree.side[id] === this.#tree.side[parent];
    this.path[id] = goesOn ? at(this.path, parent) : id;
    this.position[id] = goesOn ? at(this.position, parent) + 1 : 0;
    this.anchor[id] = goesOn ? at(this.anchor, parent) : parent;
    this.light[id] = at(this.light, parent) + (goesOn ? 0 : 1);
  }

  /** Day after day what it brought to each node and segment; what was ever is known when all have been gone through. */
  *dayRows(): Generator<DayRow> {
    const { members } = this.#tree;
    const touched: number[] = [];
    const subject = { people: new Int32Array(members + 1), volume: new Float64Array(members + 1) };
    const own = { people: new Int32Array(members + 1), volume: new Float64Array(members + 1) };
    const add = (id: number, people: number, volume: number): void => {
      own.people[id] = at(own.people, id) + people;
      own.volume[id] = at(own.volume, id) + volume;
      for (let node = id; node > 0; node = at(this.anchor, node)) {
        if (at(subject.people, node) === 0 && at(subject.volume, node) === 0) touched.push(node);
        subject.people[node] = at(subject.people, node) + people;
        subject.volume[node] = at(subject.volume, node) + volume;
      }
    };
    let [newcomer, sale] = [1, 0];
    for (let day = 0; day < days; day += 1) {
      for (; newcomer <= members && joinedOn(newcomer, members) === day; newcomer += 1) add(newcomer, 1, 0);
      for (; sale < this.#sales.count && this.#sales.day[sale] === day; sale += 1)
        add(at(this.#sales.member, sale), 0, prices[at(this.#sales.level, sale)] ?? 0);
      const blocks = this.#segmentsOf(touched, subject);
      for (const node of touched) {
        const [people, volume] = [at(subject.people, node), at(subject.volume, node)];
        const [ownPeople, ownVolume] = [at(own.people, node), at(own.volume, node)];
        const [path, place] = [at(this.path, node), at(this.position, node)];
        yield { path, level: 0, day, place, people, volume, ownPeople, ownVolume };
        this.people[node] = at(this.people, node) + people;
        this.volume[node] = at(this.volume, node) + volume;
        this.ownVolume[node] = at(this.ownVolume, node) + ownVolume;
        subject.people[node] = subject.volume[node] = own.people[node] = own.volume[node] = 0;
      }
      for (const block of blocks) yield { ...block, day, ownPeople: 0, ownVolume: 0 };
      touched.length = 0;
    }
  }

  /** What was ever, by segments of 64 to 262,144 nodes. */
  blockRows(): readonly BlockRow[] {
    return this.#segmentsOf(
      Array.from({ length: this.#tree.members }, (_each, index) => index + 1),
      this,
    );
  }

  #segmentsOf(
    nodes: readonly number[],
    subject: { readonly people: Int32Array; readonly volume: Float64Array },
  ): readonly BlockRow[] {
    return shifts.flatMap((shift, index) => {
      const level = index + 1;
      const byName = new Map<number, BlockRow>();
      for (const node of nodes) {
        const place = at(this.position, node) >> shift;
        if (place === 0) continue;
        const path = at(this.path, node);
        const row = byName.get(path * segments + place) ?? { path, level, place, people: 0, volume: 0 };
        row.people += at(subject.people, node);
        row.volume += at(subject.volume, node);
        byName.set(path * segments + place, row);
      }
      return [...byName.values()];
    });
  }
}
