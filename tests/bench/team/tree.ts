import type { Random } from '../../../api/src/testing/index.ts';

export const shapes = ['random', 'chain', 'broom'] as const;
export type Shape = (typeof shapes)[number];

/**
 * The facts of a tree, by member from 1 to `members`: whoever stands above somebody has the smaller id, as the product has
 * it. Nobody is 0.
 */
export interface TreeFacts {
  readonly members: number;
  readonly parent: Int32Array;
  readonly side: Uint8Array;
  readonly sponsor: Int32Array;
  readonly depth: Int32Array;
  readonly jump: Int32Array;
  readonly leg: Int32Array;
  readonly legPosition: Int32Array;
  /** By leg, whose id is that of the member it begins below, or 0: its last member, and how many it has. */
  readonly legEnd: Int32Array;
  readonly legLength: Int32Array;
}

/**
 * `random`: anybody invites, to any side. `chain`: a fifth are one straight leg, and the rest are invited at random.
 * `broom`: a tenth are one straight leg, and all the rest a complete tree below its end.
 */
export function growTree(shape: Shape, members: number, random: Random): TreeFacts {
  const tree = new GrowingTree(members);
  const straight = Math.floor(shape === 'chain' ? members / 5 : shape === 'broom' ? members / 10 : 1);
  for (let id = 2; id <= members; id += 1) {
    if (id <= straight) tree.place(id, 1, 0);
    else if (shape === 'broom') tree.place(id, straight + ((id - straight - 1) >> 1), (id - straight) & 1);
    else tree.place(id, 1 + random.below(id - 1), random.below(2));
  }
  return tree;
}

/** Places members as `tree_place` does: at the outer end of the sponsor's leg. */
class GrowingTree implements TreeFacts {
  readonly members: number;
  readonly parent: Int32Array;
  readonly side: Uint8Array;
  readonly sponsor: Int32Array;
  readonly depth: Int32Array;
  readonly jump: Int32Array;
  readonly leg: Int32Array;
  readonly legPosition: Int32Array;
  readonly legEnd: Int32Array;
  readonly legLength: Int32Array;

  constructor(members: number) {
    this.members = members;
    const column = (): Int32Array => new Int32Array(members + 1);
    this.side = new Uint8Array(members + 1);
    [this.parent, this.sponsor, this.depth, this.jump] = [column(), column(), column(), column()];
    [this.leg, this.legPosition, this.legEnd, this.legLength] = [column(), column(), column(), column()];
    this.jump[1] = 1;
    this.legEnd[0] = 1;
    this.legLength[0] = 1;
  }

  place(id: number, sponsor: number, side: number): void {
    const leg = legOf(this, sponsor, side);
    const parent = endOf(this, sponsor, side);
    this.parent[id] = parent;
    this.side[id] = side;
    this.sponsor[id] = sponsor;
    this.depth[id] = at(this.depth, parent) + 1;
    this.leg[id] = leg;
    this.legPosition[id] = at(this.legLength, leg);
    this.legLength[leg] = at(this.legLength, leg) + 1;
    this.legEnd[leg] = id;
    const above = at(this.jump, parent);
    const further = at(this.jump, above);
    const merges = at(this.depth, parent) - at(this.depth, above) === at(this.depth, above) - at(this.depth, further);
    this.jump[id] = merges ? further : parent;
  }
}

/** The leg that a member's invitation to a side extends. */
const legOf = (tree: TreeFacts, sponsor: number, side: number): number =>
  tree.side[sponsor] === side ? at(tree.leg, sponsor) : sponsor;

/** Below whom a member's next invitation to a side is placed. */
export const endOf = (tree: TreeFacts, sponsor: number, side: number): number =>
  at(tree.legEnd, legOf(tree, sponsor, side)) || sponsor;

/** Of a column there is a value at every place from 0 on. */
export const at = (column: Int32Array | Float64Array | Uint8Array, place: number): number => column[place] ?? 0;
