import type { TestDatabase } from './testDatabase.ts';

export interface AuditedStep {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What the audit log has, oldest first: about a subject, or actions that fit a pattern of LIKE. */
export function audited(
  own: TestDatabase,
  { subject, like = '%' }: { readonly subject?: string; readonly like?: string } = {},
): Promise<AuditedStep[]> {
  return own.sql<AuditedStep>(
    `SELECT actor, action, subject, reason, before, after FROM audit_event
      WHERE ($1::text IS NULL OR subject = $1) AND action LIKE $2 ORDER BY number`,
    [subject ?? null, like],
  );
}

/** The same as `operator:ann member.read` each. */
export const auditLines = async (own: TestDatabase, subject: string): Promise<string[]> =>
  (await audited(own, { subject })).map(({ actor, action }) => `${actor} ${action}`);

export interface TestNotice {
  readonly username: string;
  readonly kind: string;
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly link: string | null;
}

/** The notices there are, oldest first: of one member, or of all. */
export function noticesIn(own: TestDatabase, username?: string): Promise<TestNotice[]> {
  return own.sql<TestNotice>(
    `SELECT m.username, n.kind, n.template, n.params, n.link FROM notice n JOIN member m ON m.id = n.member
      WHERE $1::text IS NULL OR m.username = $1 ORDER BY n.created_at, n.id`,
    [username ?? null],
  );
}

export async function forgetNotices(own: TestDatabase): Promise<void> {
  await own.sql('DELETE FROM notice');
}

/** Gives a member notices of kinds as they come in, `Firefox 1` and so on. @returns their ids */
export async function giveNotices(own: TestDatabase, username: string, kinds: readonly string[]): Promise<string[]> {
  const rows = await own.sql<{ id: string }>(
    `INSERT INTO notice (member, kind, template, params, link, created_at)
     SELECT m.id, kind, 'sessionEnded', jsonb_build_object('device', 'Firefox ' || n), '/account', now()
       FROM member m, unnest($2::text[]) WITH ORDINALITY AS each (kind, n) WHERE m.username = $1 ORDER BY n RETURNING id`,
    [username, kinds],
  );
  return rows.map(({ id }) => id);
}

/** Gives a member a notice of a kind. @returns its id */
export async function giveNotice(own: TestDatabase, username: string, kind = 'system'): Promise<string> {
  const [row] = await own.sql<{ id: string }>(
    `INSERT INTO notice (member, kind, template, params, created_at)
     SELECT id, $2, 'restored', '{}', now() FROM member WHERE username = $1 RETURNING id`,
    [username, kind],
  );
  return row?.id ?? '';
}

/** A refused operation of a member's, whose answer is kept under its key. */
export async function storeAnswer(own: TestDatabase, username: string, key: string): Promise<void> {
  await own.sql(
    `INSERT INTO stored_answer (owner, key, request_hash, status, body)
     SELECT id, $2, '\\x00', 422, '{"secret":"hers"}' FROM member WHERE username = $1`,
    [username, key],
  );
}

/** How many rows a table has, all or those that a condition in SQL holds for. */
export async function countOf(
  own: TestDatabase,
  table: string,
  where = 'true',
  values: unknown[] = [],
): Promise<number> {
  const [row] = await own.sql<{ count: number }>(`SELECT count(*)::int FROM ${table} WHERE ${where}`, values);
  return row?.count ?? -1;
}
