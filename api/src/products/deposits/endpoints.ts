import { costlyReads, endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { DepositAddresses } from './depositAddresses.ts';
import type { DepositList } from './depositList.ts';
import type { DepositTerms } from './depositTerms.ts';

export interface DepositParts {
  readonly depositAddresses: DepositAddresses;
  readonly depositList: DepositList;
  readonly depositTerms: DepositTerms;
}

export function depositEndpoints({ depositAddresses, depositList, depositTerms }: DepositParts): MemberEndpoints {
  return [
    endpoint('member', 'getDepositTerms', {
      limit: reads,
      handle: async (_input, { member }) => ({ body: await depositTerms.read(member.id) }),
    }),
    endpoint('member', 'getNeededDeposit', {
      limit: { points: 300, seconds: 60, perProcess: true },
      handle: async ({ amount }) => ({ body: await depositTerms.neededFor(amount) }),
    }),
    endpoint('member', 'listDeposits', {
      limit: costlyReads,
      handle: async (query, { member }) => ({ body: await depositList.page(member.id, query) }),
    }),
    endpoint('member', 'getDepositAddress', {
      limit: { points: 120, seconds: 60 },
      transaction: 'own',
      handle: async ({ chain }, { member }) => ({ body: await depositAddresses.read(member.id, chain) }),
    }),
    endpoint('member', 'createDepositAddress', {
      limit: { points: 20, seconds: 600 },
      transaction: 'own',
      handle: async ({ chain }, { member }) => ({
        status: 201,
        body: await depositAddresses.create(member.id, chain),
      }),
    }),
    endpoint('member', 'verifyDepositAddress', {
      limit: { points: 30, seconds: 600 },
      transaction: 'call',
      handle: async ({ chain, characters }, { member }) => ({
        body: await depositAddresses.verify(member.id, chain, characters),
      }),
    }),
  ];
}
