import { endpoint, type MemberEndpoints, reads } from '../../../platform/http/endpoint.ts';
import type { AddressBook } from './addressBook.ts';

export interface AddressEndpointParts {
  readonly addressBook: AddressBook;
}

/** The address book. */
export function addressEndpoints({ addressBook }: AddressEndpointParts): MemberEndpoints {
  return [
    endpoint('member', 'listAddresses', {
      limit: reads,
      handle: async (_input, { member }) => ({ body: await addressBook.overview(member.id) }),
    }),
    endpoint('member', 'addAddress', {
      recorded: true,
      limit: { points: 30, seconds: 600 },
      transaction: 'call',
      handle: async (entry, { member }) => ({ body: await addressBook.add(member.id, entry) }),
    }),
    endpoint('member', 'removeAddress', {
      recorded: true,
      limit: { points: 60, seconds: 600 },
      transaction: 'none',
      async handle({ id }, { member }) {
        await addressBook.remove(member.id, id);
        return { body: {} };
      },
    }),
  ];
}
