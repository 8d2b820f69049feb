import type { WaitingAction } from '@trellis/api-contract/operator';
import { secondsFrom } from '../../ground/clock.ts';
import { AppError } from '../../ground/errors.ts';
import { ExplainedError } from '../../ground/explainedError.ts';
import { type Database, sqlState } from '../../platform/db/database.ts';
import { refusalOf } from '../../platform/db/sqlStates.ts';
import type { ActorWithReason } from '../audit/actor.ts';

/** What takes other people, as the audit log names it: what waits among the approvals, and the two steps of a withdrawal. */
export type ApprovalAction = WaitingAction | 'withdrawal.approve' | 'withdrawal.confirm_payout';

export interface NewApproval extends ActorWithReason {
  readonly action: ApprovalAction;
  /** Left out, it is about itself: its payload says all of it. */
  readonly subject?: string;
  /** What is approved, and nothing else is: whole numbers of minor units, ids and texts. */
  readonly payload: object;
  /** Fields of the payload: of what they say together one request waits at a time, and a later one takes its place. */
  readonly same?: readonly string[];
  /** For how long it waits; without it for a day. */
  readonly waitSeconds?: number;
}

/** A request, and until when another person can approve it. */
export interface Asked {
  readonly id: string;
  readonly expiresAt: Date;
}

/** As its endpoint answers who asked. */
export const presentAsked = ({ id, expiresAt }: Asked) => ({ id, expiresAt });

const daySeconds = 24 * 3600;

/**
 * Asks for another person's approval, where no row of the database does so by itself.
 * @throws AppError auth.forbidden if who asks is no operator who may; approval.own_account
 * @throws ExplainedError for a command, and if the name of who asks is not one by which people can be distinguished
 */
export async function requestApproval(database: Database, approval: NewApproval, now: Date): Promise<Asked> {
  const expiresAt = secondsFrom(now, approval.waitSeconds ?? daySeconds);
  const row = await database
    .one<{ id: string }>('SELECT request_approval($1, $2, $3::jsonb, $4, $5, $6, $7, $8) AS id', [
      approval.action,
      approval.subject ?? null,
      JSON.stringify(approval.payload),
      approval.same ?? null,
      approval.actor,
      approval.reason,
      now,
      expiresAt,
    ])
    .catch(throwApprovalError);
  if (!row) throw new Error('the approval was not stored');
  return { id: row.id, expiresAt };
}

/**
 * One person's approval to the approval that is open for a subject, inside the caller's transaction.
 * @returns whether nobody else is needed any more
 * @throws AppError approval.closed, approval.second_person; auth.forbidden for who is no operator who may
 * @throws ExplainedError as `requestApproval`
 */
export async function giveApproval(
  database: Database,
  { action, subject }: { readonly action: ApprovalAction; readonly subject: string },
  by: ActorWithReason,
  at: Date,
): Promise<boolean> {
  const open = await database.one<{ id: string }>(
    'SELECT id FROM approval WHERE action = $1 AND subject = $2 AND closed_at IS NULL ORDER BY id LIMIT 1',
    [action, subject],
  );
  if (!open) throw new AppError('approval.closed');
  return giveApprovalById(database, open.id, by, at);
}

/** The same where several may be open for one subject. */
export async function giveApprovalById(
  database: Database,
  id: string,
  by: ActorWithReason,
  at: Date,
): Promise<boolean> {
  if (!database.isInTransaction()) throw new Error('an approval belongs into the transaction of what it allows');
  const row = await database
    .one<{ complete: boolean }>('SELECT give_approval($1, $2, $3, $4) AS complete', [id, by.actor, by.reason, at])
    .catch(throwApprovalError);
  return row?.complete ?? false;
}

/** It was used, where no guard of the database does this by itself. */
export async function closeApproval(database: Database, id: string, at: Date): Promise<void> {
  await database.rows('SELECT close_approval($1, $2)', [id, at]);
}

/** What the database refuses, with what of approvals only a command meets. `undefined`: not an ordinary refusal. */
export function explainApprovalError(error: unknown): AppError | ExplainedError | undefined {
  switch (sqlState(error)) {
    case 'TA007':
      return new ExplainedError(
        'This takes a second person: operators who are logged in ask for it and approve it, not a command.',
        { cause: error },
      );
    case 'TA003':
      return new ExplainedError(
        'Nobody can be distinguished from others by this name: give one in plain letters, as --by ann.',
        { cause: error },
      );
    default:
      return refusalOf(error);
  }
}

/** For what opens or gives an approval in the database. @throws AppError, ExplainedError, or the error itself */
export function throwApprovalError(error: unknown): never {
  throw explainApprovalError(error) ?? error;
}

/** What somebody decides about a member is not about an account of their own. @throws AppError approval.own_account */
export async function refuseOwnAccount(database: Database, actor: string, memberId: string): Promise<void> {
  const row = await database.one<{ own: boolean }>('SELECT is_own_account($1, $2) AS own', [actor, memberId]);
  if (row?.own) throw new AppError('approval.own_account');
}

/** Whether two actors are one human, under whatever names. */
export async function isSamePerson(database: Database, one: string, other: string): Promise<boolean> {
  const row = await database.one<{ same: boolean }>('SELECT person_of($1) = person_of($2) AS same', [one, other]);
  return row?.same ?? false;
}
