import type { RejectionCause, WithdrawalStatus, WithdrawalStep } from '@trellis/api-contract';
import type { RecordAbout } from '../wallet/about.ts';

interface Standing {
  readonly id: string;
  readonly address: string;
  readonly status: WithdrawalStatus;
  readonly step: WithdrawalStep;
  readonly cause: RejectionCause | null;
}

/** A record of what goes out says how that stands, and a line of a statement where it goes. */
export const withdrawalAbout: RecordAbout = {
  kinds: ['withdrawal'],
  idOf: (memo) => memo.withdrawal,
  async read(database, memberId, ids) {
    const rows = await database.rows<Standing>(
      'SELECT id, address, status, step, cause FROM withdrawal WHERE id = ANY ($2::uuid[]) AND member = $1',
      [memberId, ids],
    );
    return new Map(
      rows.map(({ id, address, status, step, cause }) => [
        id,
        { fields: { status, step, ...(cause && { rejectedFor: cause }) }, text: address },
      ]),
    );
  },
};
