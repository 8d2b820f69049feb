import { type DepositState, inquiryTypes, withdrawalRisks } from '@trellis/api-contract';
import { useSearchParams } from 'react-router-dom';

/** In the order in which they need somebody. */
const depositViews = [
  'faults',
  'suspense',
  'below_minimum',
  'held_unverified',
  'confirming',
  'returning',
  'credited',
  'returned',
] as const satisfies readonly (DepositState | 'faults')[];

/** What each list can be narrowed by, as it stands in its address: one of these, or what was typed. */
export const listFields = {
  withdrawals: { view: ['review', 'approved', 'sent', 'ended'], username: 'typed', risk: withdrawalRisks },
  deposits: { state: depositViews, username: 'typed' },
  inquiries: { view: ['waiting', 'answered', 'closed', 'all'], type: inquiryTypes, username: 'typed' },
  audit: { actor: 'typed', action: 'typed', subject: 'typed', requestId: 'typed', without: ['looks', 'nothing'] },
} as const satisfies Readonly<Record<string, Fields>>;

type Fields = Readonly<Record<string, readonly string[] | 'typed'>>;
export type ListName = keyof typeof listFields;
type FieldsOf<List extends ListName> = (typeof listFields)[List];

/** A search of a list; what it is not narrowed by is absent. */
export type SearchOf<List extends ListName> = {
  readonly [Field in keyof FieldsOf<List>]?: FieldsOf<List>[Field] extends readonly (infer Value extends string)[]
    ? Value
    : string;
};
type Change<List extends ListName> = { readonly [Field in keyof SearchOf<List>]?: SearchOf<List>[Field] | '' };

/** What an address says; what it says wrongly is as good as not said. */
export function searchIn<List extends ListName>(list: List, address: URLSearchParams): SearchOf<List> {
  const fields: Fields = listFields[list];
  const known = Object.entries(fields).flatMap(([field, values]) => {
    const value = address.get(field);
    return value && (values === 'typed' || values.includes(value)) ? [[field, value] as const] : [];
  });
  // The table above types it: a loop over data is beyond inference.
  return Object.fromEntries(known) as SearchOf<List>;
}

/** What a list is narrowed by stands in the address, so that back brings it again; an empty value takes a field away. */
export function useListSearch<List extends ListName>(
  list: List,
): readonly [SearchOf<List>, (change: Change<List>) => void] {
  const [address, setAddress] = useSearchParams();
  const narrow = (change: Change<List>) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      for (const [field, value] of Object.entries<string | undefined>(change)) {
        if (value) next.set(field, value);
        else next.delete(field);
      }
      return next;
    });
  return [searchIn(list, address), narrow];
}
