import type { RecordAbout } from '../wallet/about.ts';

/** A record of a package names its level. */
export const packageAbout: RecordAbout = {
  idOf: (memo) => memo.package,
  async read(database, memberId, ids) {
    const rows = await database.rows<{ id: string; level: string }>(
      'SELECT id, level FROM package WHERE id = ANY ($2::uuid[]) AND member = $1',
      [memberId, ids],
    );
    return new Map(rows.map(({ id, level }) => [id, { fields: { level }, text: level }]));
  },
};
