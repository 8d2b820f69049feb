import { languages } from '@trellis/api-contract';
import type { OperatorRole, WaitingAction } from '@trellis/api-contract/operator';
import { throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { RateService } from '../../governance/rules/rateService.ts';
import type { RuleService } from '../../governance/rules/ruleService.ts';
import type { Clock } from '../../ground/clock.ts';
import { type TermsTexts, writeTermsText } from '../../identity/terms/termsTexts.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PoolService } from '../../products/pools/poolService.ts';

/** One thing that waits for a second person, with what would change. */
export interface Waiting {
  readonly id: string;
  readonly action: WaitingAction;
  readonly subject: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly reason: string;
  readonly expiresAt: Date | null;
  readonly yours: boolean;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}
type Row = Omit<Waiting, 'before' | 'after'>;
type Change = Pick<Waiting, 'before' | 'after'>;

export interface ApprovalInboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rates: RateService;
  readonly rules: RuleService;
  readonly pools: PoolService;
}

/** Who looks: an operator with their roles, or a command, which has none and may do what any may. */
export interface InboxReader {
  readonly actor: string;
  readonly roles: readonly OperatorRole[] | undefined;
}

/** Everything that takes a second person, in one place; each kind's own service makes it so. */
export class ApprovalInbox {
  readonly #parts: ApprovalInboxParts;

  constructor(parts: ApprovalInboxParts) {
    this.#parts = parts;
  }

  /** What waits of the kinds that concern a reader, and what they have asked for; the earliest end first. */
  async list(reader: InboxReader): Promise<Waiting[]> {
    const rows = await this.#rows(reader);
    const kinds = new Set(rows.map(({ action }) => action));
    const of = async (action: WaitingAction, read: () => Promise<ReadonlyMap<string, Change>>) =>
      kinds.has(action) ? read() : new Map<string, Change>();
    const changes: Partial<Record<WaitingAction, ReadonlyMap<string, Change>>> = {
      'rate.approve': await of('rate.approve', () => this.#rates()),
      'rule.approve': await of('rule.approve', () => this.#rules()),
      'pool.fund': await of('pool.fund', () => this.#pools()),
      'bonus.correct': await of('bonus.correct', () => this.#corrections()),
      'fee.return': await of('fee.return', () => this.#fees()),
      'factor_reset.approve': await of('factor_reset.approve', () => this.#resets()),
      'deposit.release': await of('deposit.release', () => this.#deposits()),
      'deposit.return': await of('deposit.return', () => this.#returns()),
      'chain_fault.close': await of('chain_fault.close', () => this.#faults()),
      'operator.invite': await of('operator.invite', () => this.#operators()),
      'operator.roles': await of('operator.roles', () => this.#operators()),
      'operator.restore': await of('operator.restore', () => this.#operators()),
      'announcement.publish': await of('announcement.publish', () => this.#announcements()),
      'terms.publish': await of('terms.publish', () => this.#terms()),
      'withdrawal.void_payout': await of('withdrawal.void_payout', () => this.#payouts()),
      'withdrawal.settle_payout': await of('withdrawal.settle_payout', () => this.#payouts()),
    };
    return rows.map((row) => ({ ...row, ...(changes[row.action]?.get(row.subject) ?? toldBySubject(row)) }));
  }

  /** @throws AppError approval.closed, approval.own_account, auth.forbidden */
  async refuse(id: string, { reason, ...by }: ActorWithReason): Promise<void> {
    const { database, clock } = this.#parts;
    await database.inTransaction(async () => {
      const asked = await database.one<{ action: string; subject: string; requestedBy: string }>(
        'SELECT action, subject, requested_by AS "requestedBy" FROM approval WHERE id = $1',
        [id],
      );
      await database
        .rows('SELECT refuse_approval($1, $2, $3, $4)', [id, by.actor, reason, clock.now()])
        .catch(throwApprovalError);
      await recordAudit(database, {
        ...by,
        action: asked?.requestedBy === by.actor ? 'approval.take_back' : 'approval.refuse',
        subject: `${asked?.action} ${asked?.subject}`,
        reason,
        after: { approval: id, requestedBy: asked?.requestedBy },
      });
    });
  }

  #rows({ actor, roles }: InboxReader): Promise<Row[]> {
    return this.#parts.database.rows<Row>(
      `SELECT a.id, a.action, a.subject, a.requested_by AS "requestedBy", a.requested_at AS "requestedAt", a.reason,
              a.expires_at AS "expiresAt",
              may_approve(a.action, $2, false) AND person_of(a.requested_by) <> person_of($2)
                AND NOT is_about_themself($2, a.action, a.subject) AND NOT EXISTS (
                SELECT 1 FROM approval_given g WHERE g.approval = a.id AND g.person = person_of($2)) AS yours
         FROM approval a JOIN approval_role r ON r.action = a.action
        WHERE a.closed_at IS NULL AND a.requested_by <> 'member' AND (a.expires_at IS NULL OR a.expires_at > $1)
          AND a.action <> 'withdrawal.confirm_payout' AND (a.action <> 'factor_reset.approve' OR a.expires_at IS NOT NULL)
          AND ($3::text[] IS NULL OR r.roles && $3::text[] OR a.requested_by = $2)
        ORDER BY a.expires_at, a.id LIMIT 200`,
      [this.#parts.clock.now(), actor, roles === undefined ? null : `{${roles.join(',')}}`],
    );
  }

  async #rates(): Promise<ReadonlyMap<string, Change>> {
    const pairs = await this.#parts.rates.list();
    return new Map(
      pairs.flatMap(({ base, quote, rates }) => {
        const now = rates.find(({ state }) => state === 'inForce');
        return rates.map(({ id, rate, source }) => [
          id,
          { before: now ? { rate: now.rate, source: now.source } : null, after: { base, quote, rate, source } },
        ]);
      }),
    );
  }

  async #rules(): Promise<ReadonlyMap<string, Change>> {
    const subjects = await this.#parts.rules.list(undefined);
    return new Map(
      subjects.flatMap(({ subject, keys }) =>
        keys.flatMap(({ key, rules, waiting }) => {
          if (!waiting) return [];
          const now = rules.find(({ state }) => state === 'inForce');
          const from = waiting.from === null ? {} : { from: waiting.from };
          return [
            [waiting.id, { before: now ? { ...now.value } : null, after: { subject, key, ...waiting.value, ...from } }],
          ];
        }),
      ),
    );
  }

  async #pools(): Promise<ReadonlyMap<string, Change>> {
    const { pools } = await this.#parts.pools.list();
    return new Map(
      pools.flatMap(({ pool, free, waiting }) =>
        waiting
          ? [[waiting.id, { before: { free: free.amount }, after: { pool, amount: waiting.amount.amount } }]]
          : [],
      ),
    );
  }

  async #corrections(): Promise<ReadonlyMap<string, Change>> {
    const rows = await this.#parts.database.rows<{ id: string; username: string; amount: string; cause: string }>(
      `SELECT c.id, c.username, trim_scale(c.amount / 1000000.0)::text AS amount, b.cause
         FROM bonus_corrections_at($1) c JOIN bonus_correction b USING (id) WHERE c.state = 'waiting'`,
      [this.#parts.clock.now()],
    );
    return changesOf(rows);
  }

  async #fees(): Promise<ReadonlyMap<string, Change>> {
    return changesOf(
      await this.#parts.database.rows<{ id: string }>(
        `SELECT id, username, trim_scale(amount / 1000000.0)::text AS amount, unit, kind, record
           FROM fee_returns_at($1) WHERE state = 'waiting'`,
        [this.#parts.clock.now()],
      ),
    );
  }

  async #deposits(): Promise<ReadonlyMap<string, Change>> {
    return changesOf(
      await this.#parts.database.rows<{ id: string; username: string; usdt: string }>(
        `SELECT d.id, m.username, d.chain, trim_scale(d.usdt / 1000000.0)::text AS usdt
           FROM approval a JOIN deposit_transfer d ON d.id = a.subject::bigint JOIN member m ON m.id = d.member_id
          WHERE a.action = 'deposit.release' AND a.closed_at IS NULL`,
      ),
    );
  }

  async #returns(): Promise<ReadonlyMap<string, Change>> {
    return changesOf(
      await this.#parts.database.rows<{ id: string; username: string; usdt: string; address: string }>(
        `SELECT r.id, m.username, d.chain, trim_scale(d.usdt / 1000000.0)::text AS usdt, r.address
           FROM approval a JOIN deposit_return r ON r.id = a.subject::bigint JOIN deposit_transfer d ON d.id = r.deposit
           JOIN member m ON m.id = d.member_id
          WHERE a.action = 'deposit.return' AND a.closed_at IS NULL`,
      ),
    );
  }

  async #faults(): Promise<ReadonlyMap<string, Change>> {
    return changesOf(
      await this.#parts.database.rows<{ id: string; chain: string; block: string; tx: string; finding: string }>(
        `SELECT f.id, f.chain, f.block::text AS block, f.transaction AS tx, f.finding
           FROM approval a JOIN chain_fault f ON f.id = a.subject::bigint
          WHERE a.action = 'chain_fault.close' AND a.closed_at IS NULL`,
      ),
    );
  }

  async #resets(): Promise<ReadonlyMap<string, Change>> {
    return changesOf(
      await this.#parts.database.rows<{ id: string; username: string }>(
        'SELECT r.id, m.username FROM factor_reset r JOIN member m ON m.id = r.member WHERE r.ended_at IS NULL',
      ),
    );
  }

  async #operators(): Promise<ReadonlyMap<string, Change>> {
    const rows = await this.#parts.database.rows<{
      id: string;
      name: string;
      roles: string[];
      base: string[] | null;
      suspendedAt: Date | null;
    }>('SELECT id, name, roles, base, suspended_at AS "suspendedAt" FROM operator_change WHERE expires_at > $1', [
      this.#parts.clock.now(),
    ]);
    return new Map(
      rows.map(({ id, name, roles, base, suspendedAt }) => {
        const suspension = suspendedAt && { suspendedAt: suspendedAt.toISOString() };
        return [id, { before: base && { roles: base, ...suspension }, after: { operator: name, roles } }];
      }),
    );
  }

  async #announcements(): Promise<ReadonlyMap<string, Change>> {
    const rows = await this.#parts.database.rows<{
      id: string;
      texts: Record<string, { title: string; text: string }>;
      country: string | null;
      feature: string | null;
      from: Date;
      until: Date;
    }>(
      `SELECT id, texts, country, feature, starts_at AS "from", ends_at AS until FROM announcement
        WHERE approved_at IS NULL AND expires_at > $1`,
      [this.#parts.clock.now()],
    );
    return changesOf(
      rows.map(({ id, texts, country, feature, from, until }) => ({
        id,
        to: country ?? 'all members',
        ...(feature !== null && { usersOf: feature }),
        from: from.toISOString(),
        until: until.toISOString(),
        ...Object.fromEntries(
          Object.entries(texts).map(([language, { title, text }]) => [language, `${title}: ${text}`]),
        ),
      })),
    );
  }

  /** Whole: whoever approves has read it, in every language. */
  async #terms(): Promise<ReadonlyMap<string, Change>> {
    const rows = await this.#parts.database.rows<{ id: string; document: string; base: number; texts: TermsTexts }>(
      `SELECT p.id, p.document, p.base, p.texts FROM terms_proposal p
         JOIN approval a ON a.action = 'terms.publish' AND a.subject = p.id::text WHERE a.closed_at IS NULL`,
    );
    return new Map(
      rows.map(({ id, document, base, texts }) => [
        id,
        {
          before: { version: base },
          after: {
            document,
            version: base + 1,
            ...Object.fromEntries(languages.map((language) => [language, writeTermsText(texts[language])])),
          },
        },
      ]),
    );
  }

  async #payouts(): Promise<ReadonlyMap<string, Change>> {
    return changesOf(
      await this.#parts.database.rows<{ id: string; withdrawal: string; tx: string; fault: string | null }>(
        `SELECT id, withdrawal, tx, fault FROM withdrawal_payout
          WHERE state IN ('recorded', 'mismatched') OR state = 'invalid' AND paid IS NOT NULL`,
      ),
    );
  }
}

const changesOf = <R extends { readonly id: string }>(rows: readonly R[]): ReadonlyMap<string, Change> =>
  new Map(rows.map(({ id, ...after }) => [id, { before: null, after }]));

/** A release, a feature, or the freeze: what there is to know stands in the subject. */
const toldBySubject = ({ action, subject }: Row): Change => {
  const [feature, release] = subject.split(' ');
  if (action.startsWith('release.'))
    return { before: null, after: { feature, ...(release !== undefined && { release }) } };
  return { before: null, after: null };
};
