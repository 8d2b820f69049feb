import { money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { actorOf } from '../../governance/audit/actor.ts';
import { dayText } from '../../ground/utcDay.ts';
import type { Database } from '../../platform/db/database.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import { nextOf } from '../../platform/http/nextOf.ts';
import type { DueDay, Falling } from './dueByDay.ts';
import { fundingFileEndpoint } from './fundingFile.ts';
import type { PoolService } from './poolService.ts';

const defaultLimit = 50;

/** What rewards are promised from: seen by whoever looks after the books, funded by two treasurers. */
export function poolOperatorEndpoints(database: Database, service: PoolService): OperatorEndpoints {
  return [
    fundingFileEndpoint(database, service),
    endpoint('operator', 'listPools', {
      async handle() {
        const { pools, committed } = await service.list();
        return {
          body: {
            pools,
            committed,
          },
        };
      },
    }),
    endpoint('operator', 'poolCalendar', {
      handle: async () => ({ body: { days: (await service.calendar()).map(presentDay) } }),
    }),
    endpoint('operator', 'getPoolHistory', {
      async handle({ pool, after, limit = defaultLimit }) {
        const fundings = await service.history({ pool, before: after, limit });
        return { body: { fundings: fundings, next: nextOf(fundings, limit) } };
      },
    }),
    endpoint('operator', 'askPoolFunding', {
      transaction: 'own',
      handle: async ({ reason, ...wanted }, caller) => ({
        body: await service.ask(wanted, { ...actorOf(caller), reason }),
      }),
    }),
  ];
}

const presentDay = ({ day, ...products }: DueDay): AnswerOf<'operator', 'poolCalendar'>['days'][number] => ({
  day: dayText(day),
  package: presentFalling(products.package),
  stake: presentFalling(products.stake),
});

const presentFalling = ({ count, value, reward }: Falling) => ({
  count,
  value: money(value, 'USD'),
  reward: money(reward, 'USD'),
});
