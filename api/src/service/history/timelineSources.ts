import { type DepositChain, money, type PayoutAsset, type PayoutChain, type Unit } from '@trellis/api-contract';
import type { TimelineKind } from '@trellis/api-contract/operator';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { isAccess, isAction } from '../../governance/audit/auditLog.ts';
import { deviceOf } from '../../identity/security/devices/deviceNames.ts';
import type { Database } from '../../platform/db/database.ts';
import { transactionName } from '../../products/deposits/chainFacts.ts';
import type { Records } from '../../products/wallet/records.ts';

export type TimelineLine = AnswerOf<'operator', 'getMemberTimeline'>['lines'][number];
type LineOf<Kind extends TimelineLine['kind']> = Extract<TimelineLine, { kind: Kind }>;
/** What every line has. */
type About = Pick<TimelineLine, 'at' | 'id'>;

/** Where each source goes on: the mark of the last line of it that was shown. */
export type Marks = Readonly<Record<string, string>>;

/** A line with its place in the source that it comes from. */
export interface MarkedLine {
  readonly source: string;
  readonly mark: string;
  readonly at: Date;
  readonly line: TimelineLine;
}

export interface TimelineMember {
  readonly id: string;
  readonly username: string;
}

/** One table's share of a timeline, newest first, by an index of its own. */
export interface TimelineSource {
  readonly kind: TimelineKind;
  below(member: TimelineMember, marks: Marks, limit: number): Promise<MarkedLine[]>;
}

/** Everything that a timeline is made of. */
export const timelineSources = (database: Database, records: Records): readonly TimelineSource[] => [
  {
    kind: 'money',
    async below({ id: memberId }, marks, limit) {
      const page = await records.newest(memberId, marks, limit);
      return page.map(
        ({ code, seq, at, record: { id, kind, money, balanceAfter, reference, counterparty, cause } }) => ({
          source: code,
          mark: seq,
          at,
          line: {
            ...{ id, at, kind: 'record', record: kind },
            ...{ money, balanceAfter, reference, counterparty: counterparty ?? null, cause: cause ?? null },
          },
        }),
      );
    },
  },
  rowsOf<WithdrawalRow>(database, 'money', {
    source: 'w',
    sql: `SELECT e.id, e.at, e.kind, e.withdrawal, w.amount, w.unit, w.received, w.fee, w.asset, w.chain, w.address
            FROM withdrawal_event e JOIN withdrawal w ON w.id = e.withdrawal
           WHERE e.member = $1 AND e.id < $2::bigint ORDER BY e.id DESC LIMIT $3`,
    line: ({ kind: event, withdrawal, amount, unit, received, fee, asset, chain, address }, about) => ({
      ...about,
      ...{ kind: 'withdrawal', event, withdrawal, money: money(BigInt(amount), unit), chain, address },
      ...{ received: money(BigInt(received), asset), fee: money(BigInt(fee), asset) },
    }),
  }),
  rowsOf<DepositRow>(database, 'money', {
    source: 'd',
    // What was credited is a record; this is what else a transfer came to.
    sql: `SELECT id, recorded_at AS at, chain, transaction, usdt, state FROM deposit_transfer
           WHERE member_id = $1 AND id < $2::bigint AND state <> 'credited' ORDER BY id DESC LIMIT $3`,
    line: ({ chain, transaction, usdt, state }, about) => ({
      ...about,
      ...{
        kind: 'deposit',
        chain,
        state,
        money: money(BigInt(usdt), 'USDT'),
        transaction: transactionName(chain, transaction),
      },
    }),
  }),
  rowsOf<StakeRow>(database, 'money', {
    source: 't',
    sql: `SELECT id, at, kind, stake FROM stake_event
           WHERE member = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3`,
    line: ({ kind: event, stake }, about) => ({ ...about, kind: 'stake', event, stake }),
  }),
  rowsOf<InquiryLineRow>(database, 'actions', {
    source: 'i',
    sql: `SELECT id, created_at AS at, type FROM inquiry
           WHERE member = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3`,
    line: ({ id, type }, about) => ({ ...about, kind: 'inquiry', inquiry: id, topic: type }),
  }),
  rowsOf<SecurityRow>(database, 'security', {
    source: 's',
    sql: `SELECT id, at, event, outcome, user_agent FROM security_event
           WHERE member_id = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3`,
    line: ({ event, outcome, user_agent: agent }, about) => ({
      ...about,
      ...{ kind: 'security', event, outcome, device: deviceOf(agent) },
    }),
  }),
  audited(database, 'actions', 'deed'),
  audited(database, 'looks', 'look'),
];

interface Row {
  readonly id: string;
  readonly at: Date;
}
interface WithdrawalRow extends Row {
  readonly kind: LineOf<'withdrawal'>['event'];
  readonly withdrawal: string;
  readonly amount: string;
  readonly unit: Unit;
  readonly received: string;
  readonly fee: string;
  readonly asset: PayoutAsset;
  readonly chain: PayoutChain;
  readonly address: string;
}
interface DepositRow extends Row {
  readonly chain: DepositChain;
  readonly transaction: Buffer;
  readonly usdt: string;
  readonly state: LineOf<'deposit'>['state'];
}
interface StakeRow extends Row {
  readonly kind: LineOf<'stake'>['event'];
  readonly stake: string;
}
interface InquiryLineRow extends Row {
  readonly type: LineOf<'inquiry'>['topic'];
}
interface SecurityRow extends Row {
  readonly event: string;
  readonly outcome: string;
  readonly user_agent: string;
}
interface AuditRow extends Row {
  readonly action: string;
  readonly by: string;
  readonly reason: string;
}

const newest = '9223372036854775807';

/**
 * @param sql of the member $1, below the id $2, the $3 newest
 * @param line what a row says
 */
function rowsOf<R extends Row>(
  database: Database,
  kind: TimelineKind,
  {
    source,
    sql,
    subjectOf = ({ id }) => id,
    line,
  }: {
    readonly source: string;
    readonly sql: string;
    readonly subjectOf?: (member: TimelineMember) => string;
    readonly line: (row: R, about: About) => TimelineLine;
  },
): TimelineSource {
  return {
    kind,
    async below(member, marks, limit) {
      const rows = await database.rows<R>(sql, [subjectOf(member), marks[source] ?? newest, limit]);
      return rows.map((row) => {
        const { id, at } = row;
        return { source, mark: id, at, line: line(row, { id: `${source}-${id}`, at }) };
      });
    },
  };
}

/** What the audit log has about a member by name: actions, or looks. */
const audited = (database: Database, kind: TimelineKind, as: 'deed' | 'look'): TimelineSource =>
  rowsOf<AuditRow>(database, kind, {
    source: as === 'deed' ? 'a' : 'l',
    subjectOf: ({ username }) => username,
    // The same word may name a feature or a rule, too.
    sql: `SELECT number AS id, recorded_at AS at, action, actor AS by, reason FROM audit_event
           WHERE subject = $1 AND number < $2::bigint AND ${as === 'look' ? isAccess() : isAction()}
             AND action ~ '^(member|factor_reset|bonus|fee)[.]' ORDER BY number DESC LIMIT $3`,
    line: ({ action, by, reason }, about) => ({ ...about, kind: as, action, by, reason }),
  });
