import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { parse } from 'yaml';
import { measuresOf } from '../../app/measures.ts';
import { readArguments } from '../../commands/ops/arguments.ts';
import { findEndpoint } from '../../commands/ops/endpoints.ts';
import { scratchFolder } from '../../testing/scratch.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import type { Database } from '../db/database.ts';
import { Metrics } from './metrics.ts';

/** What lies in api/monitoring and api/docs/runbook is right: every name, command and statement is one that there is. */
const api = join(import.meta.dirname, '../../..');
const monitoring = join(api, 'monitoring');
const runbook = join(api, 'docs/runbook');
const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface RulesTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}
interface Panel {
  readonly title: string;
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}
interface Dashboard {
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly Panel[];
}

const { groups } = parse(read(monitoring, 'alerts.yml')) as { groups: readonly { readonly rules: readonly Rule[] }[] };
const rules = groups.flatMap(({ rules }) => rules);
const dashboard = JSON.parse(read(monitoring, 'dashboard.json')) as Dashboard;
const panels = dashboard.panels.filter(({ targets }) => targets !== undefined);
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const pages = readdirSync(runbook).filter((name) => name !== 'README.md');
const index = read(runbook, 'README.md');
const written = new Map([...pages, 'README.md'].map((page) => [page, read(runbook, page)]));
const sources = new Map(
  globSync('src/**/*.ts', { cwd: api })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => [name, read(api, name)]),
);

const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(existsSync);

describe(`promtool${promtool === undefined ? ' (skipped: not installed)' : ''}`, () => {
  const checked = promtool === undefined ? test.skip : test;
  const run = (...args: readonly string[]): string =>
    execFileSync(promtool ?? '', args, { cwd: monitoring, encoding: 'utf8' });

  checked('takes the rules and the example', () => {
    expect(run('check', 'rules', 'alerts.yml')).toContain(`${rules.length} rules found`);
    expect(run('check', 'config', 'prometheus.yml')).toContain('is valid prometheus config file syntax');
  });
  checked('has each alert fire where somebody has to act, and be silent where nobody has to', () => {
    expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });
  checked('takes what the dashboard asks for', () => {
    const scratch = scratchFolder('trellis-monitoring-');
    try {
      const rows = shown.map((expr, place) => ({ record: `shown:${place}`, expr }));
      writeFileSync(join(scratch, 'shown.yml'), JSON.stringify({ groups: [{ name: 'shown', rules: rows }] }));
      expect(run('check', 'rules', join(scratch, 'shown.yml'))).toContain(`${shown.length} rules found`);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
});

test('alerts and dashboard ask for nothing but what a process answers', async () => {
  const metrics = new Metrics();
  const unread = { rows: async () => Promise.reject(new Error()), one: async () => Promise.reject(new Error()) };
  for (const measure of measuresOf(unread as unknown as Database, async () => true)) metrics.measure(measure);
  const types = [...(await metrics.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const exported = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
  expect(exported.size).toBeGreaterThan(50);
  const namesIn = (exprs: readonly string[]) => [
    ...new Set(exprs.flatMap((expr) => expr.match(/\b(?:trellis|process|nodejs)_\w+/g) ?? [])),
  ];
  for (const exprs of [rules.map(({ expr }) => expr), shown]) {
    expect(namesIn(exprs).length).toBeGreaterThan(15);
    expect(namesIn(exprs).filter((name) => !exported.has(name))).toEqual([]);
  }
});

test('each alert waits a while, says what is the matter in a sentence, and names a page', () => {
  for (const { alert, labels, annotations, ...rule } of rules) {
    expect([alert, rule.for]).toEqual([alert, expect.stringMatching(/^\d+[mh]$/)]);
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
    expect(annotations.summary).toMatch(/^(?:(?!\. ).)+\.$/);
    const page = basename(annotations.runbook ?? '');
    expect(annotations.runbook).toBe(`api/docs/runbook/${page}`);
    expect([alert, written.get(page)]).toEqual([alert, expect.stringContaining(`\`${alert}\``)]);
  }
  const known = new Set(rules.map(({ alert }) => alert));
  for (const [page, text] of written)
    for (const [, alert = ''] of text.matchAll(/`(Trellis\w+)`/g))
      expect([page, alert, known.has(alert)]).toEqual([page, alert, true]);
});

test('each alert is tried firing and silent', () => {
  const { tests } = parse(read(monitoring, 'alerts.test.yml')) as { tests: readonly RulesTest[] };
  const tried = tests.flatMap(({ alert_rule_test: each }) => each);
  for (const { alert } of rules) {
    const own = tried.filter(({ alertname }) => alertname === alert);
    expect([alert, own.some((each) => each.exp_alerts.length > 0)]).toEqual([alert, true]);
    expect([alert, own.some((each) => each.exp_alerts.length === 0)]).toEqual([alert, true]);
  }
});

test('the jobs that an alert names are jobs', () => {
  const expr = rules.find(({ alert }) => alert === 'TrellisMoneyJobFails')?.expr ?? '';
  const [, named = ''] = /exported_job=~\s*"([^"]+)"/.exec(expr) ?? [];
  const jobs = named.split('|').filter((name) => !/[()]/.test(name));
  expect(jobs).toContain('urgent mail');
  const all = [...sources.values()].join('\n');
  expect(jobs.filter((name) => !all.includes(`name: '${name}'`))).toEqual([]);
});

test('the dashboard is asked which Prometheus it shows', () => {
  expect(dashboard.templating.list).toEqual([expect.objectContaining({ name: 'datasource', type: 'datasource' })]);
  for (const { title, datasource, targets = [] } of panels)
    for (const { uid } of [datasource ?? { uid: '' }, ...targets.map((each) => each.datasource)])
      expect([title, uid]).toEqual([title, `$\{datasource}`]);
});

test('every alarm of the log stands on a page, and in the index', () => {
  const alarms = [...sources].flatMap(([, text]) =>
    [...text.matchAll(/(?:\balarm: |#alarm\()'([^']+)'/g)].map(([, alarm = '']) => alarm),
  );
  expect(new Set(alarms).size).toBeGreaterThan(15);
  // What is said of a chain in one word: `chain: ${what}`.
  const chain = sources.get('src/chain/chainWork.ts') ?? '';
  const [, kinds = ''] = /ChainFaultKind = ([^;]+);/.exec(sources.get('src/chain/nodes/chainFault.ts') ?? '') ?? [];
  const said = [...kinds.matchAll(/'(\w+)'/g), ...chain.matchAll(/[?:] \['(\w+)',/g)].map(([, what = '']) => what);
  expect(said).toEqual(expect.arrayContaining(['fatal', 'transient', 'refused', 'configuration', 'failed']));
  expect([...sources].filter(([, text]) => /\balarm: `|#alarm\(`/.test(text)).map(([name]) => name)).toEqual([
    'src/chain/chainWork.ts',
  ]);
  const text = pages.map((page) => written.get(page)).join('\n');
  for (const alarm of new Set([...alarms, ...said.map((what) => `chain: ${what}`)])) {
    expect([alarm, text.includes(`\`${alarm}\``) || text.includes(`\`"alarm":"${alarm}"\``)]).toEqual([alarm, true]);
    const isInIndex = index.includes(`\`${alarm}\``) || (alarm.startsWith('chain: ') && index.includes('`chain: …`'));
    expect([alarm, isInIndex]).toEqual([alarm, true]);
  }
});

test('every page is one screen of the same form, and every link leads somewhere', () => {
  for (const page of pages) {
    const text = written.get(page) ?? '';
    expect([page, text.split('\n').filter((line) => /^#+ /.test(line))]).toEqual([
      page,
      [expect.stringMatching(/^# /), '## Look here', '## Do this', '## Undo'],
    ]);
    expect([page, text.split('\n')[2]]).toEqual([page, expect.stringMatching(/^Members notice /)]);
    expect([page, text.split('\n').length <= 46]).toEqual([page, true]);
    expect([page, index.includes(`(${page})`)]).toEqual([page, true]);
  }
  for (const [page, text] of written)
    for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g))
      expect([page, link, existsSync(join(runbook, link))]).toEqual([page, link, true]);
});

/** Commands of a page, in a block or in a line, without what is said about them. */
const commandsIn = (text: string, program: RegExp): string[][] =>
  [...text.matchAll(new RegExp(`\\b${program.source} ?([^\`\\n]*)`, 'g'))].map(([, name = '', rest = '']) => {
    const words = [...rest.matchAll(/(#|&&|[;|])|"([^"]*)"|(<[^>]+>|[^\s"]+)/g)];
    const end = words.findIndex(([, stop]) => stop !== undefined);
    return [name, ...words.slice(0, end === -1 ? undefined : end).map(([, , quoted, plain]) => quoted ?? plain ?? '')];
  });
const examples: Readonly<Record<string, string>> = {
  '<feature>': 'team',
  '<id>': '0f8fad5b-d9cb-469f-a165-70867728950e',
  '<n>': '3',
  '<release>': '0.1.0-0123456789ab',
};

test('every command of the operators is one that there is, with all that it needs', () => {
  const commands = [...written].flatMap(([page, text]) =>
    commandsIn(text, /npm run (?:-s )?(ops) --/).map(([, ...words]) => ({ page, words })),
  );
  expect(commands.length).toBeGreaterThan(50);
  for (const { page, words } of commands) {
    const [name, ...args] = words.map((word) => examples[word] ?? word);
    const endpoint = findEndpoint(name);
    expect([page, name, endpoint !== undefined && endpoint.contract.byCommand !== false]).toEqual([page, name, true]);
    if (!endpoint) continue;
    const { params, query, body } = endpoint.schemas as unknown as Partial<
      Record<string, { safeParse(value: unknown): { success: boolean } }>
    >;
    const { request } = readArguments(endpoint, args);
    for (const [part, schema, value] of [
      ['path', params, request.params],
      ['query', query, request.query],
      ['body', body, body && request.body()],
    ] as const)
      expect([page, name, part, schema?.safeParse(value).success ?? true]).toEqual([page, name, part, true]);
  }
});

test('every other command is a script with these options', () => {
  const { scripts } = JSON.parse(read(api, '../package.json')) as { scripts: Readonly<Record<string, string>> };
  for (const [page, text] of written)
    for (const [name = '', ...words] of commandsIn(text, /npm run (?:-s )?(?!ops)([\w:]+)/)) {
      const [, file] = /^node (\S+)/.exec(scripts[name] ?? '') ?? [];
      expect([page, name, file !== undefined]).toEqual([page, name, true]);
      const source = read(api, '..', file ?? '');
      const { tokens } = parseArgs({ args: words, strict: false, tokens: true });
      // Options stand behind `--`, which npm takes away.
      expect([page, name, words.length === 0 || words[0] === '--']).toEqual([page, name, true]);
      expect(tokens.filter(({ kind }) => kind === 'option')).toEqual([]);
      for (const word of words.filter((each) => /^--\w/.test(each)))
        expect([page, name, word, new RegExp(`\\b${word.slice(2)}\\b`).test(source)]).toEqual([page, name, word, true]);
    }
});

describe('every statement', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('is one that its login may run, and reads', async () => {
    const statements = [...written].flatMap(([page, text]) =>
      [...text.matchAll(/psql "\$(OWNER_)?DATABASE_URL" -c "([^"]+)"/g)].map(([, owner, sql = '']) => ({
        page,
        owner,
        sql,
      })),
    );
    expect(statements.length).toBeGreaterThan(15);
    expect([...written.values()].join('\n').match(/psql "/g)?.length).toBe(statements.length);
    for (const { page, owner, sql } of statements) {
      const client = new pg.Client({ connectionString: owner === undefined ? database.url : database.ownerUrl });
      await client.connect();
      try {
        await client.query('BEGIN READ ONLY');
        await client.query(sql).catch((error: unknown) => {
          throw new Error(`${page}: ${sql}: ${String(error)}`);
        });
      } finally {
        await client.end();
      }
    }
  });
});
