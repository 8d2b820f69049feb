import { preparedRoute, type Route, route } from '../../http/route.ts';
import type { SecurityParts } from './routes.ts';

/** The address book. */
export function addressRoutes({ addressBook }: SecurityParts): Route[] {
  return [
    route('listAddresses', {
      handle: async (_input, { member }) => ({ body: { addresses: await addressBook.list(member.id) } }),
    }),
    preparedRoute('addAddress', {
      limit: { points: 30, seconds: 600 },
      prepare:
        async (entry, { member }) =>
        async () => ({ body: await addressBook.add(member.id, entry) }),
    }),
    route('removeAddress', {
      limit: { points: 60, seconds: 600 },
      async handle({ id }, { member }) {
        await addressBook.remove(member.id, id);
        return { body: {} };
      },
    }),
  ];
}
