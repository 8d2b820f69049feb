import type { RecordAbout } from '../wallet/about.ts';

/** A record of a stake says when that began. */
export const stakeAbout: RecordAbout = {
  idOf: (memo) => memo.stake,
  async read(database, memberId, ids) {
    const rows = await database.rows<{ id: string; since: Date }>(
      'SELECT id, started_at AS since FROM stake WHERE id = ANY ($2::uuid[]) AND member = $1',
      [memberId, ids],
    );
    return new Map(rows.map(({ id, since }) => [id, { fields: { stakeSince: since } }]));
  },
};
