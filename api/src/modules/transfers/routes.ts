import { type Route, route } from '../../http/route.ts';
import type { Transfers } from './transfers.ts';

export function transferRoutes(transfers: Transfers): Route[] {
  return [
    route('getTransferTerms', {
      handle: async (_input, { member }) => ({ body: await transfers.terms(member.id) }),
    }),
    route('checkTransferRecipient', {
      limit: { points: 60, seconds: 60 },
      async handle({ username }, { member }) {
        const { member: found, relation } = await transfers.recipient(member.id, username);
        return { body: { username: found.username, relation } };
      },
    }),
    route('createTransfer', {
      limit: { points: 60, seconds: 60 },
      handle: async ({ recipient, amount }, { member, idempotency }) => ({
        status: 201,
        body: await transfers.send(member.id, recipient, amount, idempotency),
      }),
    }),
  ];
}
