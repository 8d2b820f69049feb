import { money } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { presentAsked } from '../../governance/approvals/approvals.ts';
import { actorOf } from '../../governance/audit/actor.ts';
import { dayText } from '../../ground/utcDay.ts';
import { endpoint, type OperatorEndpoints } from '../../platform/http/endpoint.ts';
import type { DueDay, Falling } from './dueByDay.ts';
import type { PoolService } from './poolService.ts';

/** What rewards are promised from: seen by whoever looks after the books, funded by two treasurers. */
export function poolOperatorEndpoints(service: PoolService): OperatorEndpoints {
  return [
    endpoint('operator', 'listPools', {
      async handle() {
        const { pools, committed } = await service.list();
        return {
          body: {
            pools: pools.map(({ waiting, ...pool }) => ({
              ...pool,
              waiting: waiting && { ...waiting, ...presentAsked(waiting) },
            })),
            committed,
          },
        };
      },
    }),
    endpoint('operator', 'poolCalendar', {
      handle: async () => ({ body: { days: (await service.calendar()).map(presentDay) } }),
    }),
    endpoint('operator', 'askPoolFunding', {
      transaction: 'own',
      handle: async ({ reason, ...wanted }, caller) => ({
        body: presentAsked(await service.ask(wanted, { ...actorOf(caller), reason })),
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
