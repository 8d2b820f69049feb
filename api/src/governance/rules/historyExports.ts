import type { RuleSubject } from '@trellis/api-contract/schemas';
import type { Database } from '../../platform/db/database.ts';
import { writtenText } from '../../platform/http/csvLines.ts';
import type { Columns } from '../../platform/http/csvTable.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { actorOf } from '../audit/actor.ts';
import { exportCsv, exporting, pageOf } from '../audit/exports.ts';
import type { MarketRate, RateService } from './rateService.ts';
import type { Rule } from './rule.ts';
import type { RuleService } from './ruleService.ts';
import { entryOf } from './ruleValue.ts';

/** What operators set, as files: every rate, and every rule of a subject. */
export const historyExportEndpoints = (
  database: Database,
  rules: RuleService,
  rates: RateService,
): OperatorEndpoints => [
  endpoint('operator', 'exportRuleHistory', {
    limit: exporting,
    transaction: 'own',
    handle: ({ subject, key }, caller) =>
      exportCsv(database, actorOf(caller), {
        ...{ name: `rules-${subject}.csv`, action: 'rule.export', subject, after: { key } },
        columns: ruleColumns(subject),
        page: async (before, limit) => pageOf(await rules.history({ subject, key, before, limit }), limit),
      }),
  }),
  endpoint('operator', 'exportRateHistory', {
    limit: exporting,
    transaction: 'own',
    handle: ({ base }, caller) =>
      exportCsv(database, actorOf(caller), {
        ...{ name: 'rates.csv', action: 'rate.export', subject: base ?? 'all', after: {}, columns: rateColumns },
        page: async (before, limit) => pageOf(await rates.history(base, before, limit), limit),
      }),
  }),
];

const rateColumns: Columns<MarketRate> = {
  id: ({ id }) => id,
  base: ({ base }) => base,
  quote: ({ quote }) => quote,
  rate: ({ rate }) => rate,
  source: ({ source }) => writtenText(source),
  reason: ({ reason }) => writtenText(reason),
  state: ({ state }) => state,
  from: ({ from }) => from,
  until: ({ until }) => until,
  set_by: ({ setBy }) => setBy,
  set_at: ({ setAt }) => setAt,
  jumps: ({ jumps }) => String(jumps),
  approved_by: ({ approvedBy }) => approvedBy,
  expires_at: ({ expiresAt }) => expiresAt,
};

/** A column for each field of the subject's values, by its name there; what was set before a field came has none. */
const ruleColumns = (subject: RuleSubject): Columns<Rule> => {
  const { value: schema, unitOf } = entryOf(subject);
  const field = (name: string) => [columnOf(name), ({ value }: Rule) => textOf(value[name])] as const;
  return {
    id: ({ id }) => id,
    key: ({ key }) => key,
    ...(unitOf && { unit: ({ key }: Rule) => unitOf(key) }),
    ...Object.fromEntries(Object.keys(schema.shape).map(field)),
    state: ({ state }) => state,
    from: ({ from }) => from,
    until: ({ until }) => until,
    set_by: ({ setBy }) => setBy,
    set_at: ({ setAt }) => setAt,
    reason: ({ reason }) => writtenText(reason),
    approved_by: ({ approvedBy }) => approvedBy,
  };
};

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const textOf = (part: Rule['value'][string] | undefined): string => String(part ?? '');
