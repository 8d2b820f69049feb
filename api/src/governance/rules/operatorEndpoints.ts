import { AppError } from '../../ground/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import type { OperatorCaller } from '../../platform/http/caller.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { nextOf } from '../../platform/http/nextOf.ts';
import { actorOf } from '../audit/actor.ts';
import { historyExportEndpoints } from './historyExports.ts';
import type { RateService } from './rateService.ts';
import type { Rule } from './rule.ts';
import type { RuleProposals } from './ruleProposals.ts';
import { maySetRule, type RuleService } from './ruleService.ts';
import { entryOf } from './ruleValue.ts';

const defaultLimit = 50;

/** What operators set: rules, each by whom its subject names, and rates. */
export function ruleOperatorEndpoints(
  database: Database,
  rules: RuleService,
  proposals: RuleProposals,
  rates: RateService,
): OperatorEndpoints {
  return [
    ...historyExportEndpoints(database, rules, rates),
    endpoint('operator', 'listRules', {
      async handle({ subject }, caller) {
        const subjects = (await rules.list(subject)).map(({ keys, amounts, ...entry }) => ({
          ...entry,
          settable: maySet(caller, entry.subject),
          amounts: [...amounts],
          keys: keys.map(({ waiting, ...key }) => ({
            ...key,
            rules: key.rules,
            waiting: waiting && waiting,
          })),
        }));
        return { body: { subjects } };
      },
    }),
    endpoint('operator', 'getRuleHistory', {
      async handle({ subject, key, after, limit = defaultLimit }) {
        const page = await rules.history({ subject, key, before: after, limit });
        return { body: { rules: page, next: nextOf(page, limit) } };
      },
    }),
    endpoint('operator', 'setRule', {
      transaction: 'own',
      async handle({ subject, key, value, from, base, reason }, caller) {
        if (!maySet(caller, subject)) throw new AppError('auth.forbidden');
        const change = { subject, key, value, from: moment(from), base };
        const by = { ...actorOf(caller), reason };
        const alone = entryOf(subject).secondPerson ? undefined : await rules.setAlone(change, by);
        return { body: alone ? alone : await proposals.propose(change, by) };
      },
    }),
    endpoint('operator', 'listRates', {
      handle: async () => ({
        body: { pairs: (await rates.list()).map((pair) => ({ ...pair, rates: pair.rates })) },
      }),
    }),
    endpoint('operator', 'getRateHistory', {
      async handle({ base, after, limit = defaultLimit }) {
        const page = await rates.history(base, after, limit);
        return { body: { rates: page, next: nextOf(page, limit) } };
      },
    }),
    endpoint('operator', 'setRate', {
      transaction: 'own',
      handle: async ({ reason, from, ...rate }, caller) => ({
        body: await rates.set({ ...rate, from: moment(from) }, { ...actorOf(caller), reason }),
      }),
    }),
  ];
}

/** By their roles; a command is not asked for any. */
const maySet = ({ operator }: OperatorCaller, subject: Rule['subject']): boolean =>
  operator === undefined || maySetRule(operator.roles, subject);

const moment = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));
