import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Heard, heardLog } from '../../testing/heardLog.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { Database } from '../db/database.ts';
import { Role } from './role.ts';

let own: TestDatabase;
let database: Database;
/** Who has the role, in the order in which it was taken and given up. */
let shifts: string[];
let heard: Heard[];
let running: Role[];

beforeAll(async () => {
  own = await createTestDatabase();
  database = new Database({ url: own.url, poolSize: 4 });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(async () => {
  await own.sql('DELETE FROM role_lease');
  await own.sql('DELETE FROM process');
  shifts = [];
  running = [];
});
afterEach(() => Promise.all(running.map((role) => role.stop())));

/** Starts a process. @param endMs how long what it does takes to end */
function start(name: string, { through = database, endMs = 0 } = {}): Role {
  const { log, heard: reported } = heardLog();
  heard = reported;
  const take = () => {
    shifts.push(`${name} begins`);
    return { stop: () => delay(endMs).then(() => void shifts.push(`${name} ends`)) };
  };
  const role = new Role('jobs', take, { database: through, log });
  running.push(role);
  return role;
}

async function until(holds: () => boolean, mostMs = 10_000): Promise<void> {
  for (const end = performance.now() + mostMs; !holds(); await delay(20))
    if (performance.now() > end) throw new Error(`not in time: ${shifts.join(', ')}`);
}

test('of two processes one has the role, and each sees the other', async () => {
  const first = start('first');
  await until(() => shifts.length > 0, 1_000);
  const second = start('second');
  await until(() => first.others === 1 && second.others === 1);
  expect(shifts).toEqual(['first begins']);
});

test('who stops gives it up when its work has ended, and another has it within a beat or two', async () => {
  const first = start('first', { endMs: 300 });
  await until(() => shifts.length > 0);
  const second = start('second');
  await until(() => second.others === 1);
  await first.stop();
  expect(shifts).toEqual(['first begins', 'first ends']);
  await until(() => shifts.length > 2, 4_000);
  expect(shifts.at(-1)).toBe('second begins');
  await until(() => second.others === 0);
});

test('who says nothing any more is replaced within ten seconds, and stops when it sees that', async () => {
  // As a process that hangs: its database answers, and then no more.
  const hanging = new Database({ url: own.url, poolSize: 1 });
  const first = start('first', { through: hanging });
  await until(() => shifts.length > 0);
  start('second');
  const held = hanging.inTransaction(() => delay(9_000));
  await until(() => shifts.includes('second begins'), 10_000);
  expect(shifts).toEqual(['first begins', 'second begins']);
  await held;
  await until(() => shifts.includes('first ends'), 4_000);
  await first.stop();
  await hanging.close();
  expect(shifts).toEqual(['first begins', 'second begins', 'first ends']);
});

test('one that was written by a clock that was ahead holds nobody up', async () => {
  await own.sql(`INSERT INTO role_lease VALUES ('jobs', gen_random_uuid(), now() + interval '1 hour')`);
  start('first');
  await until(() => shifts.length > 0, 3_000);
});

test('while the database refuses, whoever has it goes on, and says so once', async () => {
  start('first');
  await until(() => shifts.length > 0);
  await own.sql('ALTER TABLE process RENAME TO process_away');
  await until(() => heard.some(({ text }) => text === 'a role is not kept'));
  await delay(4_500);
  await own.sql('ALTER TABLE process_away RENAME TO process');
  await delay(2_500);
  expect(shifts).toEqual(['first begins']);
  expect(heard.filter(({ text }) => text === 'a role is not kept')).toHaveLength(1);
});
