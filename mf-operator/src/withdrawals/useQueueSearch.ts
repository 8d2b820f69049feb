import { type WithdrawalRisk, withdrawalRisks } from '@trellis/api-contract';
import { useSearchParams } from 'react-router-dom';

/** What is open by where it stands, and what has ended. */
export const views = ['review', 'approved', 'sent', 'ended'] as const;
export type View = (typeof views)[number];

export interface QueueSearch {
  readonly view: View;
  readonly username?: string;
  readonly risk?: WithdrawalRisk;
}

/** What the list shows stands in the address, so that back brings it again; `set` without a value takes it away. */
export function useQueueSearch() {
  const [params, setParams] = useSearchParams();
  const view = views.find((each) => each === params.get('view')) ?? 'review';
  const risk = withdrawalRisks.find((each) => each === params.get('risk'));
  const username = params.get('username') || undefined;
  const search: QueueSearch = {
    view,
    ...(username !== undefined && { username }),
    ...(risk !== undefined && { risk }),
  };
  const set = (change: { readonly [Name in keyof QueueSearch]?: QueueSearch[Name] | '' }) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return { search, set, filtered: username !== undefined || risk !== undefined };
}
