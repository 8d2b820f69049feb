import { money } from '@trellis/api-contract';
import { LRUCache } from 'lru-cache';
import { BatchedRead } from '../../platform/db/batchedRead.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/lanes.ts';

export type Side = 'left' | 'right';
const sides: readonly Side[] = ['left', 'right'];
const sideNumber = { left: 0, right: 1 } as const;
const levelsBelow = 3;
/** How many a search reports at most. */
const mostFound = 8;

export interface FoundMember {
  readonly id: string;
  readonly username: string;
  /** Of the searcher; `null`: it is themselves. */
  readonly side: Side | null;
}

export interface TeamNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly side: Side;
  readonly level: number;
  readonly username: string;
  readonly position: string;
  readonly people: { readonly left: number; readonly right: number };
  readonly sales: { readonly left: ReturnType<typeof money>; readonly right: ReturnType<typeof money> };
}

export type Relation = 'upline' | 'downline' | 'self' | 'none';

interface RelationRow {
  readonly relation: Relation;
  readonly placed: boolean;
}

interface Pair {
  readonly member: string;
  readonly other: string;
}

interface WindowRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly side: number;
  readonly lvl: number;
  readonly username: string;
  readonly left_people: string;
  readonly right_people: string;
  readonly left_volume: string;
  readonly right_volume: string;
}

/** Of two nodes only the higher one can stand above the other, so one walk says. */
const relations: Statement = {
  name: 'relations',
  text: `SELECT CASE WHEN p.member = p.other THEN 'self'
                     WHEN m.depth < o.depth AND ancestor_at(p.other, m.depth) = p.member THEN 'downline'
                     WHEN m.depth > o.depth AND ancestor_at(p.member, o.depth) = p.other THEN 'upline'
                     ELSE 'none' END AS relation,
                m.id IS NOT NULL AND o.id IS NOT NULL AS placed
           FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS p (member, other, n)
           LEFT JOIN tree_node m ON m.id = p.member
           LEFT JOIN tree_node o ON o.id = p.other
          ORDER BY p.n`,
};

/** Typed calls of the placement tree's functions. */
export class Tree {
  readonly #database: Database;
  readonly #relations: BatchedRead<Pair, RelationRow>;
  /** By `member other`. Placement never changes, so a relation of two who are placed is true for ever. */
  readonly #known = new LRUCache<string, Relation>({ max: 20_000 });

  constructor(database: Database) {
    this.#database = database;
    this.#relations = new BatchedRead(database, (pairs) => this.#relationsOf(pairs));
  }

  /** Hangs a new member at the outer end of the sponsor's leg; a sponsor of `null` makes the root. Returns the new id. */
  async place(sponsorId: string | null, side: Side): Promise<string> {
    const row = await this.#database.one<{ id: string }>('SELECT tree_place($1, $2::smallint) AS id', [
      sponsorId,
      sideNumber[side],
    ]);
    if (!row) throw new Error('tree_place answered nothing');
    return row.id;
  }

  /** Whether `below` is `above` or stands below it; false for an unknown id. */
  async isAncestor(above: string, below: string): Promise<boolean> {
    const row = await this.#database.one<{ stands: boolean }>('SELECT is_ancestor($1, $2) AS stands', [above, below]);
    return row?.stands ?? false;
  }

  /** How `other` stands to `member` in the placement tree; `none` also for an unknown id. */
  async relation(member: string, other: string): Promise<Relation> {
    const known = this.#known.get(`${member} ${other}`);
    if (known) return known;
    const { relation, placed } = await this.#relations.get({ member, other });
    if (placed) this.#known.set(`${member} ${other}`, relation);
    return relation;
  }

  /** On which side of a member someone below them stands; `null` for who does not stand below. */
  async sideOf(member: string, below: string): Promise<Side | null> {
    const row = await this.#database.one<{ side: number | null }>('SELECT side_below($1, $2) AS side', [member, below]);
    return sides[row?.side ?? -1] ?? null;
  }

  /** A node and three levels below it, top down. The caller has checked that the viewer may see it. */
  async window(focusId: string, viewerId: string): Promise<TeamNode[]> {
    const rows = await this.#database.rows<WindowRow>(
      'SELECT w.*, m.username FROM team_window($1, $2) w JOIN member m ON m.id = w.id ORDER BY w.lvl, w.id',
      [focusId, levelsBelow],
    );
    const positions = new Map<string, string>();
    return rows.map((row) => {
      const position = row.lvl === 0 ? '' : `${positions.get(row.parent_id ?? '') ?? ''}${row.side === 0 ? 'L' : 'R'}`;
      positions.set(row.id, position);
      return {
        id: row.id,
        // Who stands above the viewer is not theirs to see; above any other focus is a member of their own team.
        parentId: row.id === viewerId ? null : row.parent_id,
        side: row.side === 0 ? 'left' : 'right',
        level: row.lvl,
        username: row.username,
        position,
        people: { left: Number(row.left_people), right: Number(row.right_people) },
        sales: { left: money(BigInt(row.left_volume), 'USD'), right: money(BigInt(row.right_volume), 'USD') },
      };
    });
  }

  /** Who stands at the ends of a node's outer legs, however long these are: a leg knows its end. */
  async endsOf(nodeId: string): Promise<{ left: string | null; right: string | null }> {
    const row = await this.#database.one<{ left: string | null; right: string | null }>(
      `SELECT max(l.end_id) FILTER (WHERE s.side = 0) AS left, max(l.end_id) FILTER (WHERE s.side = 1) AS right
         FROM tree_node n CROSS JOIN (VALUES (0), (1)) s (side)
         JOIN tree_leg l ON l.leg_id = CASE WHEN n.side = s.side THEN n.leg_id ELSE n.id END AND l.end_id <> n.id
        WHERE n.id = $1`,
      [nodeId],
    );
    return row ?? { left: null, right: null };
  }

  /** All that happened to the team until then is in the index. */
  async knownUntil(): Promise<Date> {
    const row = await this.#database.one<{ at: Date }>('SELECT team_known_until() AS at');
    if (!row) throw new Error('the index knows nothing');
    return row.at;
  }

  /**
   * Members below one, or that one, whose username begins so, by the alphabet.
   * @param prefix lower case letters and digits
   */
  async search(member: string, prefix: string): Promise<FoundMember[]> {
    const rows = await this.#database.rows<{ id: string; username: string; side: number | null }>(
      'SELECT * FROM team_search($1, $2, $3)',
      [member, prefix, mostFound],
    );
    return rows.map(({ id, username, side }) => ({ id, username, side: sides[side ?? -1] ?? null }));
  }

  /** How many joined by a member's invitation, by the side that they were placed on. */
  async invitedBy(member: string): Promise<{ readonly left: number; readonly right: number }> {
    const row = await this.#database.one<{ left: number; right: number }>(
      `SELECT count(*) FILTER (WHERE side = 0)::int AS left, count(*) FILTER (WHERE side = 1)::int AS right
         FROM tree_node WHERE sponsor_id = $1`,
      [member],
    );
    return row ?? { left: 0, right: 0 };
  }

  /** Folds waiting events into the index. @returns how many it took */
  async rollUp(): Promise<number> {
    const row = await this.#database.one<{ taken: number }>('SELECT team_roll_up(5000) AS taken');
    return row?.taken ?? 0;
  }

  #relationsOf(pairs: readonly Pair[]): Promise<RelationRow[]> {
    return this.#database.repeated<RelationRow>(relations, [
      pairs.map(({ member }) => member),
      pairs.map(({ other }) => other),
    ]);
  }
}
