import type { Side } from '../products/team/tree.ts';

interface ReferenceNode {
  readonly id: string;
  readonly parent: string | null;
  readonly side: Side;
  readonly children: Partial<Record<Side, string>>;
  volume: bigint;
}

/** The placement tree as anybody would write it first: pointers and walks. The real one must agree with it. */
export class ReferenceTree {
  readonly #nodes = new Map<string, ReferenceNode>();

  get ids(): string[] {
    return [...this.#nodes.keys()];
  }

  node(id: string): ReferenceNode {
    const result = this.#nodes.get(id);
    if (!result) throw new Error(`the reference has no node ${id}`);
    return result;
  }

  /** Where a member invited by `sponsor` on `side` must hang: at the outer end of that leg. */
  placeFor(sponsor: string, side: Side): string {
    let place = this.node(sponsor);
    for (let next = place.children[side]; next !== undefined; next = place.children[side]) place = this.node(next);
    return place.id;
  }

  add(id: string, parent: string | null, side: Side): void {
    this.#nodes.set(id, { id, parent, side, children: {}, volume: 0n });
    if (parent !== null) this.node(parent).children[side] = id;
  }

  /** The node itself and everyone above it. */
  line(id: string): string[] {
    const line = [id];
    for (let above = this.node(id).parent; above !== null; above = this.node(above).parent) line.push(above);
    return line;
  }

  /** People and volume on one side below a node. */
  below(id: string, side: Side): { people: number; volume: bigint } {
    const sum = { people: 0, volume: 0n };
    const waiting = [this.node(id).children[side]];
    for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
      if (next === undefined) continue;
      const { children, volume } = this.node(next);
      sum.people += 1;
      sum.volume += volume;
      waiting.push(children.left, children.right);
    }
    return sum;
  }
}
