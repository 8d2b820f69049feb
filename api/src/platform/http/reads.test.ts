import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Endpoint, endpoints } from '@trellis/api-contract';
import { schemas } from '@trellis/api-contract/schemas';
import { z } from 'zod';
import { type Client, newKey, startTestApplication, type TestApplication } from '../../testing/testApplication.ts';

/** What members read: every answer ends somewhere, and whoever asks on and on is turned away. */
let app: TestApplication;
let demo: Client;
beforeAll(async () => {
  // A fifth of each limit.
  app = await startTestApplication({ rateLimitFactor: 0.2 });
  demo = await app.logIn('demo');
});
afterAll(() => app.close());

const read = (Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]).filter(
  ([, { method }]) => method === 'GET',
);
const queries: Partial<Record<keyof typeof endpoints, string>> = {
  downloadStatement: '?language=en',
  searchTeam: '?q=demo',
  getPackageQuote: '?level=Clear',
  getStakeQuote: '?usd=100',
};
const pathOf = (name: keyof typeof endpoints): string =>
  `/api/v1${endpoints[name].path
    .replace(':key', newKey())
    .replace(':username', 'hana')
    .replace(':document', 'terms')
    .replace(':chain', 'BSC')
    .replace('records/:id', 'records/101-1')
    .replace(':month', new Date().toISOString().slice(0, 7))
    .replace(/:\w+/, '1')}${queries[name] ?? ''}`;

test.each(read)('%s is limited', async (name) => {
  const answers = new Set<number>();
  for (let calls = 0; calls < 1_210 && !answers.has(429); calls += 1)
    answers.add((await demo.get(pathOf(name))).status);
  expect([...answers].at(-1)).toBe(429);
});

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

/** The lists in an answer, by where they stand. */
function listsOf(schema: z.ZodType): string[] {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Schema & {
    $defs?: Readonly<Record<string, Schema>>;
  };
  const look = (given: Schema, at: string): string[] => {
    const node = given.$ref === undefined ? given : ($defs[given.$ref.split('/').at(-1) ?? ''] ?? {});
    return [
      ...(node.type === 'array' && node.maxItems === undefined ? [at] : []),
      ...(node.items ? look(node.items, at) : []),
      ...Object.entries(node.properties ?? {}).flatMap(([name, inner]) => look(inner, at ? `${at}.${name}` : name)),
      ...(node.anyOf ?? []).flatMap((inner) => look(inner, at)),
    ];
  };
  return [...new Set(look(root, ''))];
}

/** Lists without pages, and what keeps each of them short. */
const short: Readonly<Record<string, string>> = {
  'getSecurity.passkeys': 'so many passkeys of a member at most',
  'listAddresses.addresses': 'so many in an address book at most',
  'listSessions.sessions': 'so many sessions of a member at most',
  'getBalances.balances': 'one of each account',
  'getBalances.packages.next.loops': 'the loops of a package',
  'listRecords.records.others': 'the accounts of a member',
  'getRecord.others': 'the accounts of a member',
  'getBalanceHistory.points': 'so many of each span',
  'getDisplayRates.rates': 'one of each currency',
  'getDepositTerms.networks': 'the chains',
  'getRecordFilters.kinds': 'the kinds that there are',
  'getRecordFilters.units': 'the units that there are',
  'listStatements.months': 'one a month',
  'getStatement.lines': 'one of each account',
  'getExchangeTerms.pairs': 'the pairs that there are',
  'getWithdrawalTerms.sources': 'the units that there are',
  'getWithdrawalTerms.payouts': 'the units and chains that there are',
  'getWithdrawal.timeline': 'the steps that there are',
  'getPackageOffer.levels': 'the levels that there are',
  'getPackageOffer.packages.loops': 'the loops of a package',
  'getPackageQuote.loops': 'the loops of a package',
  'listPackages.packages.loops': 'the loops of a package',
  'getStakes.stakes.payouts': 'those that wait: one at a time',
  'getStake.stake.payouts': 'those that wait: one at a time',
  'getStake.terms': 'one in so many days',
  'getStake.events': 'some in so many days',
  'getTeamWindow.nodes': 'the levels of a window',
  'searchTeam.members': 'so many that are found at most',
  'getTeamPerformance.carry.left.lots': 'the days that count',
  'getTeamPerformance.carry.right.lots': 'the days that count',
  'getTeamPerformance.bars': 'so many months',
  'getTeamPerformance.days': 'the days of a month',
  'listAnnouncements.announcements': 'so many that run at most',
  'getDocument.sections': 'as it is written',
  'getDocument.sections.paragraphs': 'as it is written',
  'getTermsDue.due': 'the documents that there are',
};

describe('every list', () => {
  test('comes in pages, or is short by what it lists', () => {
    const lists = read.flatMap(([name, { file }]) => {
      if (file) return [];
      const paged = 'paged' in endpoints[name] ? 1 : 0;
      // What pages a list is one list; others alongside it are to be short.
      return listsOf(schemas[name].response)
        .slice(paged)
        .map((list) => `${name}.${list}`);
    });
    const unnamed = lists.filter((list) => !Object.hasOwn(short, list));
    expect(unnamed.map((list) => `${list}: page it (paged), or say in short what keeps it short`)).toEqual([]);
    expect(Object.keys(short).filter((list) => !lists.includes(list))).toEqual([]);
  });

  describe('that comes in pages', () => {
    let own: TestApplication;
    let client: Client;
    beforeAll(async () => {
      own = await startTestApplication();
      client = await own.logIn('demo');
    });
    afterAll(() => own.close());

    /** What answers more than a list has the first page of it, and says itself how long that may be. */
    const inPages = ([name]: (typeof read)[number]): boolean =>
      'paged' in endpoints[name] || name === 'listPackages' || name === 'getStakes';
    test.each(read.filter(inPages))('%s takes a hundred at most', async (name) => {
      const refusalOf = async (limit: number) => (await client.get(`${pathOf(name)}?limit=${limit}`)).problem.code;
      expect([await refusalOf(101), await refusalOf(0)]).toEqual(['request.invalid', 'request.invalid']);
      expect([undefined, 'request.not_found']).toContain(await refusalOf(100));
    });
  });
});
