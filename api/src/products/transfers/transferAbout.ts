import type { RecordAbout } from '../wallet/about.ts';

/** A record of a transfer names the other member. */
export const transferAbout: RecordAbout = {
  idOf: ({ sender, recipient }, memberId) => (sender === memberId ? recipient : sender),
  async read(database, _memberId, ids) {
    const rows = await database.rows<{ id: string; username: string }>(
      'SELECT id, username FROM member WHERE id = ANY ($1::bigint[])',
      [ids],
    );
    return new Map(rows.map(({ id, username }) => [id, { fields: { counterparty: username }, text: username }]));
  },
};
