import type { AnswerOf } from '@trellis/api-contract/schemas';
import { hexOf } from '../../chain/nodes/hexadecimal.ts';
import type { Database } from '../../platform/db/database.ts';
import { maskedEmail } from './maskedEmail.ts';
import type { Form } from './meaning.ts';

export type Hit = AnswerOf<'operator', 'findAnything'>['hits'][number];
type HitOf<Kind extends Hit['kind']> = Extract<Hit, { kind: Kind }>;

/** By one key, an index and no scan. */
type LookUp = (database: Database, key: string) => Promise<Hit[]>;

/** More of a kind than anybody reads: an address can be in many books. */
const most = 10;

type Row<Kind extends Hit['kind']> = Omit<HitOf<Kind>, 'at' | 'kind'> & { readonly at: Date };

/** @param sql of the key $1, with the columns of the hit */
const by =
  <Kind extends Hit['kind'], R extends { readonly at: Date } = Row<Kind>>(
    sql: string,
    present: (row: R) => Hit,
  ): LookUp =>
  async (database, key) =>
    (await database.rows<R>(`${sql} LIMIT ${most}`, [key])).map((row) => present(row));

const membersWhere = (condition: string): LookUp =>
  by<'member'>(
    `SELECT m.username, m.email, m.created_at AS at, m.language, m.suspended_at IS NOT NULL AS suspended,
            m.frozen_at IS NOT NULL AS frozen FROM member m WHERE ${condition}`,
    (row) => ({ ...row, kind: 'member', email: maskedEmail(row.email) }),
  );

const withdrawalsWhere = (condition: string): LookUp =>
  by<'withdrawal'>(
    `SELECT w.id, w.created_at AS at, w.step, m.username FROM withdrawal w JOIN member m ON m.id = w.member
      WHERE ${condition} ORDER BY w.created_at DESC, w.id`,
    (row) => ({ ...row, kind: 'withdrawal' }),
  );

const depositsWhere = (condition: string): LookUp =>
  by<'deposit', Omit<Row<'deposit'>, 'transaction'> & { readonly transaction: Buffer }>(
    `SELECT d.recorded_at AS at, d.transaction, d.state, m.username
       FROM deposit_transfer d JOIN member m ON m.id = d.member_id WHERE ${condition} ORDER BY d.id DESC`,
    (row) => ({ ...row, kind: 'deposit', transaction: hexOf(row.transaction) }),
  );

const products = (kind: 'package' | 'stake'): LookUp =>
  by<'package' | 'stake'>(
    `SELECT p.id, p.started_at AS at, m.username FROM ${kind} p JOIN member m ON m.id = p.member WHERE p.id = $1::uuid`,
    (row) => ({ ...row, kind }),
  );

/** What each form is looked up in. */
export const lookUps: Readonly<Record<Form, readonly LookUp[]>> = {
  username: [membersWhere('m.username_key = lower($1)')],
  email: [membersWhere('m.email_key = lower($1)')],
  address: [
    membersWhere(`m.id IN (SELECT member_id FROM book_address WHERE address = $1
                           UNION SELECT member_id FROM deposit_address WHERE chain IN ('BSC', 'TRON') AND address = $1)`),
    withdrawalsWhere('w.address = $1'),
  ],
  transaction: [
    depositsWhere(`d.chain IN ('BSC', 'TRON') AND d.transaction = decode($1, 'hex')`),
    withdrawalsWhere(`w.id IN (SELECT withdrawal FROM withdrawal_payout WHERE tx IN ($1, '0x' || $1))`),
  ],
  inquiry: [
    by<'inquiry'>(
      `SELECT i.id, i.created_at AS at, i.status, m.username FROM inquiry i JOIN member m ON m.id = i.member
        WHERE i.id = $1::bigint`,
      (row) => ({ ...row, kind: 'inquiry' }),
    ),
  ],
  reference: [
    // Or of the journal that took its money off the balance, which is the reference that its member has.
    withdrawalsWhere('w.id = $1::uuid OR w.hold = $1::uuid'),
    by<'record'>(
      `SELECT j.id AS reference, j.recorded_at AS at, j.kind AS journal, m.username
         FROM journal j JOIN member m ON m.id IN (j.owner, (j.memo ->> 'sender')::bigint, (j.memo ->> 'recipient')::bigint)
        WHERE j.id = $1::uuid`,
      (row) => ({ ...row, kind: 'record' }),
    ),
    products('package'),
    products('stake'),
    by<'request'>(
      `SELECT e.request_id AS "requestId", e.at, e.event, e.outcome, m.username
         FROM security_event e JOIN member m ON m.id = e.member_id WHERE e.request_id = $1`,
      (row) => ({ ...row, kind: 'request' }),
    ),
  ],
};
