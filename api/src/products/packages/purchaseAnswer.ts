import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Database } from '../../platform/db/database.ts';
import { presentFigures } from './packagePresenter.ts';
import { type FiguresRow, figuresOf } from './packageQuote.ts';

interface PurchaseRow extends FiguresRow {
  readonly id: string;
  readonly startedAt: Date;
}

/**
 * What a purchase was answered, from what it left: it can be reported again for ever.
 * @throws Error if the journal is no purchase of its owner's
 */
export async function purchaseAnswer(
  database: Database,
  owner: string,
  journalId: string,
): Promise<{ status: number; body: AnswerOf<'member', 'buyPackage'> }> {
  const row = await database.one<PurchaseRow>(
    `SELECT p.id, p.plan_type AS "planType", p.level, p.price::text, p.rp::text, p.reward::text, p.loops * p.loop_days AS days,
            p.start_day::text AS "startDay", p.started_at AS "startedAt",
            (SELECT json_agg(json_build_object('n', l.n, 'dueOn', l.due_on, 'value', l.value::text, 'reward', l.reward::text) ORDER BY l.n)
               FROM package_loop l WHERE l.package = p.id) AS loops
       FROM package p WHERE p.member = $1 AND p.bought_by = $2`,
    [owner, journalId],
  );
  if (!row) throw new Error(`journal ${journalId} is no purchase of its owner`);
  const figures = presentFigures(figuresOf(row));
  return { status: 201, body: { ...figures, id: row.id, reference: journalId, at: row.startedAt } };
}
