import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { verifyAll } from '../../ledger/verification/verifier.ts';
import { Database, sqlState } from '../../platform/db/database.ts';
import { creditsOf, depositAccount, TestWatchers } from '../../testing/deposits.ts';
import { type NodeAnswer, type NodeCall, NodeProxy } from '../../testing/nodeProxy.ts';
import { enrolled, loggedIn, type OpsClient } from '../../testing/operators.ts';
import { auditLines } from '../../testing/records.ts';
import { startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import { TestChain, unitsOf } from '../../testing/testChain.ts';

/** Tina and Theo are treasurers, Rita reviews. A node whose logs are spoiled stands before the real one. */
let chain: TestChain;
let app: TestApplication;
let watchers: TestWatchers;
let proxy: NodeProxy;
let tina: OpsClient;
let theo: OpsClient;
let rita: OpsClient;
let account = '';
let spoiled = '';
beforeAll(async () => {
  chain = await TestChain.start();
  app = await startTestApplication({ chains: chain.configs, watchChains: false });
  watchers = new TestWatchers(app.database.url, chain);
  account = await depositAccount(app, 'hana', 'BSC');
  proxy = await NodeProxy.start(chain.url, spoil);
  tina = await loggedIn(app, await enrolled(app, 'tina', ['treasurer']));
  theo = await loggedIn(app, await enrolled(app, 'theo', ['treasurer']));
  rita = await loggedIn(app, await enrolled(app, 'rita', ['reviewer']));
});
afterAll(async () => {
  const findings = app && (await verifyAll(app.database.url));
  proxy?.close();
  await watchers?.close();
  await app?.close();
  await chain?.stop();
  expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});
beforeEach(() => {
  spoiled = '';
});

async function spoil(call: NodeCall, forward: (call: NodeCall) => Promise<NodeAnswer>): Promise<NodeAnswer> {
  const answer = await forward(call);
  if (call.method !== 'eth_getLogs' || spoiled === '') return answer;
  const { result } = JSON.parse(answer.body) as { result: { data: string }[] };
  const end = unitsOf(spoiled, 18).toString(16).padStart(64, '0');
  const logs = result.map((log) => (log.data.endsWith(end) ? { ...log, blockHash: '0x12' } : log));
  return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: call.id, result: logs }) };
}

const reader = () => watchers.make('BSC', { node: { url: proxy.url } });

/** A transfer that the reader passes over, for its log stays unreadable. @returns the fault's id */
async function faultOf(amount: string): Promise<string> {
  await chain.pay('BSC', account, amount);
  await chain.node.mine(12);
  spoiled = amount;
  const watcher = reader();
  for (let reads = 0; reads < 20; reads += 1)
    if ((await watchers.catchUp('BSC', watcher).catch(() => undefined)) !== undefined) break;
  const [row] = await app.database.sql<{ id: string }>('SELECT max(id)::text AS id FROM chain_fault');
  return row?.id ?? '';
}

interface Fault {
  readonly id: string;
  readonly chain: string;
  readonly finding: string | null;
}
const listed = async (who: OpsClient, query = '') =>
  (await who.get(`/deposits/faults${query}`)).body as unknown as { faults: Fault[]; next: string | null };
const only = async (id: string) => (await listed(rita)).faults.find((fault) => fault.id === id);
const reason = { reason: 'the member asks for it' };
const look = (who: OpsClient, id: string) => who.post(`/deposits/faults/${id}/look`, reason);
const ask = (who: OpsClient, id: string) => who.post(`/deposits/faults/${id}/closing`, reason);
const approve = (who: OpsClient, id: string) => who.approve('chain_fault.close', id, reason);

describe('what a reader could not record', () => {
  test('is listed with its reason, counted where somebody looks first, and looks at it are audited', async () => {
    const id = await faultOf('31');
    expect(await creditsOf(app, 'hana')).toBe('');
    expect(await only(id)).toMatchObject({
      ...{ chain: 'BSC', reason: "the node's block hash is not 32 bytes", closedAt: null, username: null },
      ...{ lookAskedBy: null, lookedAt: null, finding: null, closingAskedBy: null },
      log: expect.stringContaining('0x12'),
    });
    expect(await auditLines(app.database, 'open')).toContain('operator:rita chain_fault.list');
    expect((await rita.get('/deposits')).body.counts).toMatchObject({ faults: 1 });
    const workOf = async (who: OpsClient) =>
      (await who.get('/overview')).body.work as { kind: string; count: number }[];
    expect(await workOf(tina)).toContainEqual(expect.objectContaining({ kind: 'faults', count: 1 }));
    expect((await workOf(rita)).map(({ kind }) => kind)).not.toContain('faults');
    expect((await look(rita, id)).problem.code).toBe('auth.forbidden');
    expect((await tina.send('POST', `/deposits/faults/${id}/look`, reason)).status).toBe(400);
    expect((await look(tina, '999')).problem.code).toBe('request.not_found');
  });

  test('is credited when a treasurer has the reader look again and it can be read, and closed by its deposit', async () => {
    const [{ id = '' } = {}] = (await listed(tina)).faults;
    // Nobody closes what no reader has tried again.
    expect((await ask(tina, id)).problem.code).toBe('fault.not_looked');
    expect((await look(tina, id)).status).toBe(200);
    expect(await only(id)).toMatchObject({ lookAskedBy: 'operator:tina' });
    expect((await ask(tina, id)).problem.code).toBe('fault.not_looked');
    await watchers.job('BSC').run(new AbortController().signal);
    expect(await creditsOf(app, 'hana')).toBe('31');
    expect(await only(id)).toBeUndefined();
    expect((await listed(rita, '?state=closed')).faults[0]).toMatchObject({
      ...{ id, username: 'hana', closedBy: 'chain:BSC', closedAt: expect.any(String) },
    });
    expect(await auditLines(app.database, id)).toEqual([
      'operator:tina chain_fault.look_again',
      'chain:BSC chain_fault.record',
    ]);
    expect((await look(tina, id)).problem.code).toBe('fault.closed');
    // Read by whom and as often as it may be, it is credited once.
    await watchers.catchUp('BSC', watchers.make('BSC', {}, 'audit'));
    expect(await creditsOf(app, 'hana')).toBe('31');
  });

  test('is closed by whoever reads it, as the audit’s provider does', async () => {
    const id = await faultOf('32');
    expect(await only(id)).toBeDefined();
    await watchers.catchUp('BSC', watchers.make('BSC', {}, 'audit'));
    expect([await only(id), await creditsOf(app, 'hana')]).toEqual([undefined, '31 + 32']);
  });

  test('stays open while it cannot be read, and two treasurers close it as no deposit', async () => {
    const id = await faultOf('33');
    await look(tina, id);
    await reader().rereadFaults();
    expect(await only(id)).toMatchObject({ finding: 'unreadable', lookAskedBy: null });
    expect((await approve(theo, id)).problem.code).toBe('request.not_found');
    expect((await ask(tina, id)).status).toBe(200);
    expect((await ask(theo, id)).problem.code).toBe('fault.closing_asked');
    expect((await approve(tina, id)).problem.code).toBe('approval.second_person');
    expect(await only(id)).toMatchObject({ closingAskedBy: 'operator:tina' });
    expect((await theo.get('/approvals/waiting')).body.waiting).toContainEqual(
      expect.objectContaining({
        ...{ action: 'chain_fault.close', subject: id, yours: true },
        after: { chain: 'BSC', block: expect.any(String), tx: expect.any(String), finding: 'unreadable' },
      }),
    );
    // Asked for is not approved, in the database either.
    await expect(watchers.database.rows('SELECT close_chain_fault($1, now())', [id])).rejects.toMatchObject({
      original: { code: 'TA002' },
    });
    const answers = await Promise.all([approve(theo, id), approve(theo, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await listed(rita, '?state=closed&limit=1')).faults[0]).toMatchObject({
      ...{ id, closedBy: 'operator:theo', closedReason: reason.reason, username: null },
    });
    // That was no word about the chain: what becomes readable is credited all the same.
    await watchers.catchUp('BSC', watchers.make('BSC', {}, 'audit'));
    expect(await creditsOf(app, 'hana')).toMatch(/33$/);
  });

  test('an approval is one of what the reader found: with another finding it is none', async () => {
    const id = await faultOf('34');
    await look(tina, id);
    await reader().rereadFaults();
    await ask(tina, id);
    await app.database.sql(`UPDATE chain_fault SET finding = 'absent' WHERE id = $1`, [id]);
    expect((await approve(theo, id)).problem.code).toBe('approval.closed');
    await app.database.sql(`UPDATE chain_fault SET finding = 'unreadable' WHERE id = $1`, [id]);
    // Nor while it is to be looked at again.
    await look(theo, id);
    expect((await approve(theo, id)).problem.code).toBe('fault.not_looked');
  });
});

test('the lists come page by page, each once', async () => {
  const insert = (index: number) =>
    app.database.sql(
      `INSERT INTO chain_fault (chain, block, transaction, log_index, log, reason, recorded_at)
         VALUES ('TRON', $1, $2, '0x0', '{}', 'nothing that can be read', now())`,
      [index, `0x${index}`],
    );
  for (let index = 1; index <= 5; index += 1) await insert(index);
  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const { faults, next } = await listed(rita, `?limit=2${after && `&after=${after}`}`);
    ids.push(...faults.map(({ id }) => id));
    after = next;
  }
  expect(ids).toHaveLength(6);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => Number(other) - Number(one)));
});

test('past the service, too: the product’s login closes none alone, and takes none away', async () => {
  const database = new Database({ url: app.database.url, poolSize: 1 });
  // Of the chain of that deposit, and of another transaction.
  const { id = '' } = (await listed(rita)).faults.find(({ chain: on }) => on === 'BSC') ?? {};
  const [deposit] = await app.database.sql<{ id: string }>('SELECT max(id)::text AS id FROM deposit_transfer');
  try {
    const refused = (sql: string, values: string[] = []) => database.rows(sql, values).catch(sqlState);
    expect(await refused(`UPDATE chain_fault SET closed_at = now(), closed_by = 'x', closed_reason = 'x'`)).toBe(
      '42501',
    );
    expect(await refused('DELETE FROM chain_fault')).toBe('42501');
    expect(await refused('SELECT close_chain_fault($1, now())', [id])).toBe('TA002');
    // A deposit of another transaction closes it no more than nobody's word.
    expect(await refused('SELECT close_chain_fault_by_deposit($1, $2, now())', [id, deposit?.id ?? ''])).toBe('TF001');
    await expect(app.database.sql('DELETE FROM chain_fault')).rejects.toMatchObject({ code: 'TR009' });
    await expect(app.database.sql(`UPDATE chain_fault SET log = ''`)).rejects.toMatchObject({ code: 'TR009' });
    await expect(
      app.database.sql(
        'UPDATE chain_fault SET closed_at = NULL, closed_by = NULL, closed_reason = NULL WHERE closed_at IS NOT NULL',
      ),
    ).rejects.toMatchObject({ code: 'TR009' });
  } finally {
    await database.close();
  }
});
