import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { proveAddress, registration } from '../../testing/registering.ts';
import { type Client, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';
import type { TeamNode } from './tree.ts';

let app: TestApplication;
let demo: Client;
let hana: Client;
const idOf = async (username: string): Promise<string> =>
  (await app.database.sql<{ id: string }>('SELECT id FROM member WHERE username = $1', [username]))[0]?.id ?? '';
const window = (client: Client, focus?: string) =>
  client.get(`/api/v1/team/window${focus === undefined ? '' : `?focus=${focus}`}`);
const nodesOf = ({ body }: { body: Record<string, unknown> }) => body.nodes as TeamNode[];

beforeAll(async () => {
  app = await startTestApplication();
  demo = await app.logIn('demo');
  hana = await app.logIn('hana');
});
afterAll(() => app.close());

describe('the window', () => {
  test('shows oneself and three levels below, with counts', async () => {
    const answer = await window(demo);
    const nodes = nodesOf(answer);
    expect(answer.body).toMatchObject({ focus: await idOf('demo'), own: await idOf('demo') });
    expect(nodes[0]).toMatchObject({
      username: 'demo',
      level: 0,
      parentId: null,
      position: '',
      people: { left: 8, right: 6 },
    });
    expect(new Set(nodes.map(({ level }) => level))).toEqual(new Set([0, 1, 2, 3]));
    // noah stands on the fourth level.
    expect(nodes.map(({ username }) => username)).not.toContain('noah');
    expect(nodes).toHaveLength(14);
    expect(nodes.find(({ username }) => username === 'lihua')).toMatchObject({
      position: 'RL',
      people: { left: 1, right: 1 },
    });
  });

  test('of somebody below shows their part, and the way up again', async () => {
    const nodes = nodesOf(await window(demo, await idOf('hana')));
    expect(nodes.map(({ username, level }) => [username, level])).toEqual([
      ['hana', 0],
      ['ren', 1],
      ['yuna', 1],
      ['noah', 2],
    ]);
    expect(nodes[0]?.parentId).toBe(await idOf('demoleft'));
  });

  test('says where the outer legs end, however deep, and shows who is searched for', async () => {
    const windowOf = (name: string, client = demo) => client.get(`/api/v1/team/window?username=${name}`);
    const { body } = await window(demo);
    const noah = (await windowOf('NOAH')).body;
    expect(noah.focus).toBe(await idOf('noah'));
    expect(noah.ends).toEqual({ left: null, right: null });
    const ends = body.ends as { left: string; right: string };
    for (const side of ['left', 'right'] as const) {
      const end = (await window(demo, ends[side])).body;
      expect((end.nodes as TeamNode[])[0]?.side).toBe(side);
      expect((end.ends as typeof ends)[side]).toBeNull();
    }
    // Nobody, somebody elsewhere, and somebody above: one answer.
    for (const name of ['nobodyhere', 'demoright', 'demo'])
      expect((await windowOf(name, hana)).problem).toMatchObject({ status: 404, code: 'member.search_unknown' });
    expect((await demo.get(`/api/v1/team/window?username=noah&focus=${body.focus}`)).status).toBe(400);
  });

  test('of oneself hides who stands above', async () => {
    expect(nodesOf(await window(hana))[0]).toMatchObject({ username: 'hana', parentId: null });
  });

  test('outside the own team answers exactly as one that does not exist', async () => {
    const withoutId = async (focus: string) => {
      const { status, problem } = await window(hana, focus);
      return { ...problem, status, requestId: '' };
    };
    const absent = await withoutId('999999999999999999');
    expect(absent).toMatchObject({ status: 404, code: 'request.not_found' });
    for (const outsider of ['demo', 'demoleft', 'minjun', 'emma'])
      expect(await withoutId(await idOf(outsider))).toEqual(absent);
    expect((await window(hana, await idOf('ren'))).status).toBe(200);
  });
});

test('20 members who register on one side of one inviter at once stand one below the other, and are counted', async () => {
  const proofs = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const email = `leg${index}@example.com`;
      return { email, username: `leg${index}x`, emailTicket: await proveAddress(app, email) };
    }),
  );
  const [code] = await app.database.sql<{ code: string }>(
    `SELECT invitation_code AS code FROM member WHERE username = 'xinyi'`,
  );
  const answers = await Promise.all(
    proofs.map((proof) =>
      app.visitor.post('/api/v1/members', registration({ ...proof, side: 'left', invitationCode: code?.code })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  while ((await app.application.tree.rollUp()) > 0);
  const xinyi = await idOf('xinyi');
  const chain = await app.database.sql<{ id: string; parent: string }>(
    'SELECT id, parent_id AS parent FROM tree_node WHERE sponsor_id = $1 ORDER BY depth',
    [xinyi],
  );
  expect(chain.map(({ parent }) => parent)).toEqual([xinyi, ...chain.slice(0, -1).map(({ id }) => id)]);
  expect(nodesOf(await window(demo, xinyi))[0]?.people).toEqual({ left: 20, right: 0 });
});

test("an invitation code is one's own", async () => {
  expect((await demo.get('/api/v1/team/invite')).body).toEqual({ code: 'DEMO2026', joined: { left: 1, right: 1 } });
});

describe('the search', () => {
  const search = async (client: Client, username: string) => {
    const { body } = await client.get(`/api/v1/team/search?username=${username}`);
    return (body.members as { username: string; side: string | null }[]).map(({ username: name, side }) => [
      name,
      side,
    ]);
  };

  test('reports who of the own team begins so, and on which side, without case', async () => {
    expect(await search(demo, 'DEMO')).toEqual([
      ['demo', null],
      ['demoleft', 'left'],
      ['demoright', 'right'],
    ]);
    expect(await search(demo, 'noa')).toEqual([['noah', 'left']]);
    expect(await search(hana, 'yun')).toEqual([['yuna', 'right']]);
  });

  test('never reports anybody above or elsewhere, whatever is typed', async () => {
    for (const name of ['demo', 'demoleft', 'minjun', 'emma', 'lih']) expect(await search(hana, name)).toEqual([]);
  });

  test.each(['no', 'demo%25', 'a_b', 'x'.repeat(16), ''])('%j is no beginning of a name', async (typed) => {
    expect((await demo.get(`/api/v1/team/search?username=${typed}`)).status).toBe(400);
  });
});
