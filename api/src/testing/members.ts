import { give } from './balances.ts';
import { proveAddress, registration } from './registering.ts';
import type { Client, TestApplication } from './testApplication.ts';
import type { TestDatabase } from './testDatabase.ts';

/** @throws Error if nobody has the name */
export async function memberId(own: TestDatabase, username: string): Promise<string> {
  const [row] = await own.sql<{ id: string }>('SELECT id FROM member WHERE username = $1', [username]);
  if (!row) throw new Error(`there is no member ${username}`);
  return row.id;
}

/** Everybody's id by their name. */
export async function memberIds(own: TestDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await own.sql<{ username: string; id: string }>('SELECT username, id FROM member');
  return new Map(rows.map(({ username, id }) => [username, id]));
}

/** A member with a place in the tree and nothing else, who can never log in. */
export async function placeBareMember(own: TestDatabase, id: number, username: string): Promise<void> {
  await own.sql(
    'INSERT INTO tree_node (id, side, depth, jump_id, jump_depth, leg_id, leg_position) VALUES ($1, 0, 0, $1, 0, $1, 0)',
    [id],
  );
  await own.sql(
    `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at)
     VALUES ($1, $2, $2, $2, $2, '', 'en', $2, now())`,
    [id, username],
  );
}

/** Everybody has an authenticator bound whose codes up to this step are used up, and nothing holds them back. */
export async function bindEverybody(own: TestDatabase, usedStep: number): Promise<void> {
  await own.sql(
    `UPDATE member SET google_secret = '\\x01', google_key = 'k', google_bound_at = now(), google_step = $1, guesses = 0,
                       locked_until = NULL, lock_cause = NULL, suspended_at = NULL, frozen_at = NULL`,
    [usedStep],
  );
}

/** The step of a member's authenticator up to which codes are used up. */
export async function usedStepOf(own: TestDatabase, id: string): Promise<string | undefined> {
  const [row] = await own.sql<{ step: string }>('SELECT google_step AS step FROM member WHERE id = $1', [id]);
  return row?.step;
}

/** Suspends members as an operator's call leaves them, where the call is not what a test is about. */
export async function suspend(own: TestDatabase, ...usernames: readonly string[]): Promise<void> {
  await own.sql('UPDATE member SET suspended_at = now() WHERE username = ANY ($1)', [usernames]);
}

export async function restore(own: TestDatabase, ...usernames: readonly string[]): Promise<void> {
  await own.sql('UPDATE member SET suspended_at = NULL WHERE username = ANY ($1)', [usernames]);
}

/** Ends a member's sessions, as on another device. */
export async function endSessions(own: TestDatabase, username: string): Promise<void> {
  await own.sql('UPDATE session SET revoked_at = now() WHERE member_id = (SELECT id FROM member WHERE username = $1)', [
    username,
  ]);
}

/** A member of a test's own, logged in. */
export interface TestMember {
  readonly username: string;
  readonly email: string;
  readonly client: Client;
}

let lastMember = 0;

/** Registers a member as anybody does, below the demo member. They hold what is given, and nothing else. */
export async function newMember(
  app: TestApplication,
  { usd = 0, usdt = 0 }: { readonly usd?: number; readonly usdt?: number } = {},
): Promise<TestMember> {
  lastMember += 1;
  const username = `fresh${lastMember}`;
  const email = `${username}@example.com`;
  const emailTicket = await proveAddress(app, email);
  const answer = await app.visitor.post('/api/v1/members', registration({ email, username, emailTicket }));
  if (answer.status !== 201) throw new Error(`${username} was not registered: ${answer.text}`);
  if (usd > 0) await give(app.database, username, 'usdAvailable', usd);
  if (usdt > 0) await give(app.database, username, 'usdtAvailable', usdt);
  return { username, email, client: app.visitor.after(answer) };
}

/**
 * Members without a place in the tree and without anything else, who have been here for so many days; each with a browser
 * from their first day. @returns their ids
 */
export async function manyMembers(own: TestDatabase, firstId: number, count: number, days = 30): Promise<string[]> {
  const since = new Date(Date.now() - days * 86_400_000);
  await own.sql(
    `SET session_replication_role = 'replica';
     INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code, created_at)
       SELECT id, 'many' || id, 'many' || id, id || '@example.com', id || '@example.com', '-', 'en',
              'M' || lpad(id::text, 7, '0'), '${since.toISOString()}'
         FROM generate_series(${firstId}, ${firstId + count - 1}) AS id;
     INSERT INTO member_device (member_id, token_hash, user_agent, first_seen_at, last_seen_at)
       SELECT id, sha256(id::text::bytea), 'test', '${since.toISOString()}', '${since.toISOString()}'
         FROM generate_series(${firstId}, ${firstId + count - 1}) AS id;
     RESET session_replication_role`,
  );
  return Array.from({ length: count }, (_, index) => String(firstId + index));
}
