import { type FeatureNameOf, type Language, languages } from '@trellis/api-contract';
import type { ApprovalKind } from '../../governance/approvals/approvalService.ts';
import { throwApprovalError } from '../../governance/approvals/approvals.ts';
import type { ActorWithReason } from '../../governance/audit/actor.ts';
import { recordAudit } from '../../governance/audit/auditLog.ts';
import type { Topic } from '../../governance/change/topics.ts';
import { type Clock, microsText } from '../../ground/clock.ts';
import type { Bind, Database } from '../../platform/db/database.ts';
import { refuseMisleading } from '../wording/refuseMisleading.ts';

/** Title and text, in every language there is. */
export type AnnouncementTexts = Readonly<Record<Language, { readonly title: string; readonly text: string }>>;

/** Whom one is for: who fits both. */
export interface Audience {
  /** `undefined`: wherever they live. */
  readonly country: string | undefined;
  /** Who has opened it within 90 days; `undefined`: whatever they use. */
  readonly feature: FeatureNameOf<'member'> | undefined;
}

export interface NewAnnouncement extends Audience {
  readonly texts: AnnouncementTexts;
  readonly from: Date;
  readonly until: Date;
}

export interface Announcement {
  readonly id: string;
  readonly texts: AnnouncementTexts;
  readonly country: string | null;
  readonly feature: FeatureNameOf<'member'> | null;
  readonly from: Date;
  readonly until: Date;
  readonly requestedBy: string;
  readonly reason: string;
  readonly approvedBy: string | null;
  readonly recalledBy: string | null;
  readonly state: 'waiting' | 'ended' | 'coming' | 'running' | 'over' | 'recalled';
}

/** What is approved of one; times in microseconds, as Postgres has them. */
interface AnnouncementPayload extends Pick<Announcement, 'texts' | 'country'> {
  readonly feature?: string;
  readonly from: number;
  readonly until: number;
}

/** What a member sees of one. */
export interface ShownAnnouncement {
  readonly id: string;
  readonly texts: AnnouncementTexts;
  readonly from: Date;
  readonly until: Date;
  readonly running: boolean;
}

/** So long after its end it still stands among a member's notices. */
const shownAfterDays = 30;

const shown = (member: string, now: string): string =>
  `a.approved_at IS NOT NULL AND a.recalled_at IS NULL
     AND (a.country IS NULL OR a.country = (SELECT country FROM member WHERE id = ${member}))
     AND (a.feature IS NULL OR EXISTS (SELECT FROM feature_use u
           WHERE u.feature = a.feature AND u.member = ${member} AND u.last_on > feature_used_after(${now})))`;

/** From where to count them: each way has an index of its own. */
function reached({ country, feature }: Audience, now: Date): [among: string, values: Bind[]] {
  if (feature === undefined) return country === undefined ? ['member', []] : ['member WHERE country = $1', [country]];
  const use = 'u.feature = $1 AND u.last_on > feature_used_after($2)';
  if (country === undefined) return [`feature_use u WHERE ${use}`, [feature, now]];
  return [`feature_use u JOIN member m ON m.id = u.member WHERE ${use} AND m.country = $3`, [feature, now, country]];
}

/** Announcements to all members, to those of one country, or to those who use a feature. One asks, another approves, any of them recalls. */
export class Announcements {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** One waits for a second person. */
  readonly approval: ApprovalKind = {
    readBy: 'notices',
    facts: ({ payload }) => {
      const { texts, country, feature, from, until } = payload as unknown as AnnouncementPayload;
      return {
        to: country ?? 'all members',
        ...(feature !== undefined && { usersOf: feature }),
        from: microsText(from),
        until: microsText(until),
        ...Object.fromEntries(languages.map((each) => [each, `${texts[each].title}: ${texts[each].text}`])),
      };
    },
    approve: async ({ subject }, approver) => void (await this.approve(subject, approver)),
  };

  /** The latest first. */
  list(): Promise<Announcement[]> {
    return this.#database.rows<Announcement>(
      `SELECT a.id, a.texts, a.country, a.feature, a.starts_at AS "from", a.ends_at AS until,
              a.requested_by AS "requestedBy", a.reason, a.approved_by AS "approvedBy", a.recalled_by AS "recalledBy",
              CASE WHEN a.recalled_at IS NOT NULL THEN 'recalled'
                   WHEN a.approved_at IS NULL THEN CASE WHEN EXISTS (
                     SELECT 1 FROM approval p WHERE p.action = 'announcement.publish' AND p.subject = a.id::text
                       AND p.closed_at IS NULL AND p.expires_at > $1) THEN 'waiting' ELSE 'ended' END
                   WHEN a.ends_at <= $1 THEN 'over' WHEN a.starts_at > $1 THEN 'coming' ELSE 'running' END AS state
         FROM announcement a ORDER BY a.id DESC LIMIT 100`,
      [this.#clock.now()],
    );
  }

  /** How many members it would reach. */
  async reach(audience: Audience): Promise<number> {
    const [among, values] = reached(audience, this.#clock.now());
    const row = await this.#database.one<{ members: number }>(`SELECT count(*)::int AS members FROM ${among}`, values);
    return row?.members ?? 0;
  }

  /**
   * @returns its id
   * @throws AppError inquiry.asks_secret, inquiry.leads_away: nobody gets used to that; announcement.over, auth.forbidden
   */
  async ask(
    { texts, country, feature, from, until }: NewAnnouncement,
    { reason, ...by }: ActorWithReason,
  ): Promise<string> {
    for (const language of languages)
      for (const part of ['title', 'text'] as const)
        refuseMisleading(`texts.${language}.${part}`, texts[language][part]);
    return this.#database.inTransaction(async () => {
      const row = await this.#database
        .one<{ id: string }>('SELECT ask_announcement($1::jsonb, $2, $3, $4, $5, $6, $7, $8) AS id', [
          JSON.stringify(texts),
          country ?? null,
          feature ?? null,
          from,
          until,
          by.actor,
          reason,
          this.#clock.now(),
        ])
        .catch(throwApprovalError);
      const id = row?.id ?? '';
      const to = { country: country ?? null, feature: feature ?? null };
      const after = { texts, ...to, from: from.toISOString(), until: until.toISOString() };
      await recordAudit(this.#database, { ...by, action: 'announcement.ask', subject: id, reason, after });
      return id;
    });
  }

  /** The second person's approval. @throws AppError approval.closed, approval.second_person, announcement.over */
  approve(id: string, by: ActorWithReason): Promise<void> {
    return this.#step('approve', id, by);
  }

  /** Whether one was recalled within the last day: a session alone does not keep announcements from members. */
  async wasRecalled(): Promise<boolean> {
    const recalled = `SELECT 1 AS found FROM announcement WHERE recalled_at > $1::timestamptz - interval '1 day' LIMIT 1`;
    return (await this.#database.one(recalled, [this.#clock.now()])) !== undefined;
  }

  /** From now on nobody sees it any more. @throws AppError announcement.gone */
  recall(id: string, by: ActorWithReason): Promise<void> {
    return this.#step('recall', id, by);
  }

  /** What a member sees, the latest first: what runs, and what ended within a month. */
  ofMember(memberId: string): Promise<ShownAnnouncement[]> {
    const now = this.#clock.now();
    return this.#database.rows<ShownAnnouncement>(
      `SELECT a.id, a.texts, a.starts_at AS "from", a.ends_at AS until, a.ends_at > $2 AS running FROM announcement a
        WHERE ${shown('$1', '$2')} AND a.starts_at <= $2 AND a.ends_at > $3 ORDER BY a.starts_at DESC, a.id DESC LIMIT 20`,
      [memberId, now, new Date(now.getTime() - shownAfterDays * 86_400_000)],
    );
  }

  async #step(step: 'approve' | 'recall', id: string, { reason, ...by }: ActorWithReason): Promise<void> {
    await this.#database.inTransaction(async () => {
      await this.#database
        .rows(`SELECT ${step}_announcement($1, $2, $3, $4)`, [id, by.actor, reason, this.#clock.now()])
        .catch(throwApprovalError);
      await recordAudit(this.#database, {
        ...by,
        action: `announcement.${step}`,
        subject: id,
        reason,
        after: { [`${step}d`]: true },
      });
    });
  }
}

const isRunning = `approved_at IS NOT NULL AND recalled_at IS NULL
            AND ends_at > (SELECT product_now()) AND starts_at <= (SELECT product_now())`;

/** Which announcements run for a member: another mark when one begins, ends or is recalled. Those that run are read once. */
export const announcementTopic: Topic<'announcements'> = {
  name: 'announcements',
  sql: `WITH running AS MATERIALIZED (
          SELECT id, country, feature, feature_used_after(product_now()) AS used_after FROM announcement
           WHERE ${isRunning})
        SELECT asked.member, jsonb_build_object('mark', coalesce((
                 SELECT string_agg(r.id::text, ',' ORDER BY r.id) FROM running r
                  WHERE (r.country IS NULL OR r.country = m.country) AND (r.feature IS NULL OR EXISTS (
                    SELECT FROM feature_use u
                     WHERE u.feature = r.feature AND u.member = m.id AND u.last_on > r.used_after))), '')) AS reported
          FROM asked JOIN member m ON m.id = asked.member`,
  ofEverybody: `(SELECT string_agg(id::text, ',' ORDER BY id) FROM announcement WHERE ${isRunning})`,
};
