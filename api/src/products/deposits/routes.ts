import { preparedRoute, type Route, route } from '../../platform/http/route.ts';
import type { DepositAddresses } from './depositAddresses.ts';
import type { DepositList } from './depositList.ts';
import type { DepositTerms } from './depositTerms.ts';

export interface DepositParts {
  readonly depositAddresses: DepositAddresses;
  readonly depositList: DepositList;
  readonly depositTerms: DepositTerms;
}

export function depositRoutes({ depositAddresses, depositList, depositTerms }: DepositParts): Route[] {
  return [
    route('getDepositTerms', {
      handle: async (_input, { member }) => ({ body: await depositTerms.of(member.id) }),
    }),
    route('getNeededDeposit', {
      limit: { points: 300, seconds: 60, perProcess: true },
      handle: async ({ amount }) => ({ body: await depositTerms.neededFor(amount) }),
    }),
    route('listDeposits', {
      handle: async (query, { member }) => ({ body: await depositList.page(member.id, query) }),
    }),
    route('getDepositAddress', {
      limit: { points: 120, seconds: 60 },
      handle: async ({ chain }, { member }) => ({ body: await depositAddresses.read(member.id, chain) }),
    }),
    route('createDepositAddress', {
      limit: { points: 20, seconds: 600 },
      handle: async ({ chain }, { member }) => ({
        status: 201,
        body: await depositAddresses.create(member.id, chain),
      }),
    }),
    preparedRoute('verifyDepositAddress', {
      limit: { points: 30, seconds: 600 },
      prepare:
        async ({ chain, characters }, { member }) =>
        async () => ({ body: await depositAddresses.verify(member.id, chain, characters) }),
    }),
  ];
}
