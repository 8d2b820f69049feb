import { preparedRoute, type Route, route } from '../../../platform/http/route.ts';
import type { AddressBook } from './addressBook.ts';

export interface AddressRouteParts {
  readonly addressBook: AddressBook;
}

/** The address book. */
export function addressRoutes({ addressBook }: AddressRouteParts): Route[] {
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
