import { type AuditAccess, type AuditAction, accessPattern } from '@trellis/api-contract/operator';
import type { Database } from '../../platform/db/database.ts';

/** What is kept of one change. */
export interface AuditEntry {
  /** `command:<user>`, `operator:<name>`, `member`, `automatic` or `start`. */
  readonly actor: string;
  /** `<subject's kind>.<what was done>`, as in `release.activate`. */
  readonly action: AuditAction;
  readonly subject: string;
  readonly reason: string;
  readonly before?: object;
  readonly after?: object;
  readonly requestId?: string | undefined;
}

/** That somebody looked, and at what. */
export interface Access extends Omit<AuditEntry, 'reason' | 'before'> {
  readonly action: AuditAccess;
  /** Nobody asked for it, the page looks again by itself. */
  readonly background?: boolean;
}

/**
 * SQL of whether a row is a look: by its action alone, which no caller types. The index `audit_event_actions` says the same.
 * @param column which holds the action
 */
export const isAccess = (column = 'action'): string => `${column} ~ '${accessPattern.source}'`;
export const isAction = (column = 'action'): string => `${column} !~ '${accessPattern.source}'`;

/** One row as it stands there. */
export interface AuditRecord {
  readonly number: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly requestId: string | null;
  readonly recordedAt: Date;
}

/**
 * Adds a row inside the caller's transaction, so that change and row are there together or not at all. The last thing
 * that the transaction locks: everybody who writes here waits for it to end.
 * @returns the row's number
 */
export async function recordAudit(database: Database, entry: AuditEntry): Promise<string> {
  if (accessPattern.test(entry.action)) throw new Error(`${entry.action} is named as a look`);
  return record(database, entry);
}

/**
 * The same of a look, whose reason is that somebody reads. A page that looks again by itself adds nothing to a look of the
 * last minutes; its first one does.
 */
export async function recordAccess(database: Database, access: Access): Promise<string> {
  const known = access.background ? await recentAccess(database, access) : undefined;
  return known ?? record(database, { ...access, reason: 'read' });
}

async function record(database: Database, entry: AuditEntry): Promise<string> {
  if (!database.isInTransaction()) throw new Error('an audit entry belongs into the transaction of its change');
  const { actor, action, subject, reason, before, after, requestId } = entry;
  const row = await database.one<{ number: string }>(
    'SELECT record_audit($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7) AS number',
    [actor, action, subject, reason, json(before), json(after), requestId ?? null],
  );
  if (!row) throw new Error('record_audit gave no number');
  return row.number;
}

/** So long a look counts for those that a page repeats. */
const lookMinutes = 10;
/** Nobody does more within that time; beyond it, a row too many is none too few. */
const lookedBack = 500;

/**
 * The same look of the last minutes: at the same, narrowed in the same way. What it found may be another by now, and stands in
 * arrays; whoever narrows a list to somebody else looks at somebody else.
 */
async function recentAccess(
  database: Database,
  { actor, action, subject, after = {} }: Access,
): Promise<string | undefined> {
  const narrowed = Object.fromEntries(Object.entries(after).filter(([, value]) => !Array.isArray(value)));
  const row = await database.one<{ number: string }>(
    `SELECT number FROM (SELECT * FROM audit_event WHERE actor = $1 ORDER BY number DESC LIMIT ${lookedBack}) AS latest
      WHERE action = $2 AND subject = $3 AND recorded_at > product_now() - interval '${lookMinutes} minutes'
        AND (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(coalesce(after, '{}'))
              WHERE jsonb_typeof(value) <> 'array') = $4::jsonb LIMIT 1`,
    [actor, action, subject, JSON.stringify(narrowed)],
  );
  return row?.number;
}

/** Which rows; without anything all of them. */
export interface AuditSearch {
  readonly actor?: string | undefined;
  /** How the action begins. */
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly requestId?: string | undefined;
  /** Only what changed something. */
  readonly without?: 'looks' | 'nothing' | undefined;
}

/** What a row is read by. */
export const auditColumns =
  'number, actor, action, subject, reason, before, after, request_id AS "requestId", recorded_at AS "recordedAt"';

/**
 * The condition of a search, from `WHERE` on, with its values from `$1` on.
 * @param before only rows with a smaller number
 */
export function auditConditions(
  { actor, action, subject, requestId, without }: AuditSearch,
  before?: string,
): { readonly conditions: string; readonly values: readonly string[] } {
  const wanted: readonly (readonly [condition: string, value: string | undefined])[] = [
    ['number < $::bigint', before],
    ['actor = $', actor],
    ['starts_with(action, $)', action],
    ['subject = $', subject],
    ['request_id = $', requestId],
  ];
  const filters = wanted.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  // Only what is asked for: with every condition in it no index would serve any.
  const conditions = filters.map(({ condition }, index) => condition.replace('$', `$${index + 1}`));
  if (without === 'looks') conditions.push(isAction());
  return {
    conditions: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    values: filters.map(({ value }) => value),
  };
}

/** Latest first. @param before only rows with a smaller number */
export function auditPage(
  database: Database,
  before: string | undefined,
  limit: number,
  search: AuditSearch = {},
): Promise<AuditRecord[]> {
  const { conditions, values } = auditConditions(search, before);
  return database.rows<AuditRecord>(
    `SELECT ${auditColumns} FROM audit_event ${conditions} ORDER BY number DESC LIMIT $${values.length + 1}`,
    [...values, limit],
  );
}

const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
