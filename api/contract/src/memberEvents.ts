/**
 * Server-sent events: what happens to a member, for their open pages. Each event comes at the beginning of a stream, and
 * again whenever it has changed; the stream ends with the session.
 */
export const memberEventsPath = '/member-events';

/** What each event tells, by its name. */
export interface MemberEvents {
  /** Unread notices, at most 100. */
  readonly notice: { readonly unread: number };
  /** Whether the account is suspended: a page that was open before has to know. */
  readonly session: { readonly suspended: boolean };
  /** Changes with every posting on one of the member's accounts. */
  readonly balances: { readonly mark: string };
  /** Changes with every deposit and every confirmation of one. */
  readonly deposits: { readonly mark: string };
  /** Changes with every step of a withdrawal and every confirmation of its payout. */
  readonly withdrawals: { readonly mark: string };
  /** Changes with whatever happens to a stake of the member's. */
  readonly stakes: { readonly mark: string };
  /** Changes with every person and every sale below the member, and with every day that is closed. */
  readonly team: { readonly mark: string };
  /** Changes when an announcement to the member begins, ends or is recalled; empty: none runs. */
  readonly announcements: { readonly mark: string };
  /** The latest publication of the terms, by its number, if there is anything in force that the member has not agreed to. */
  readonly terms: { readonly due: string | null };
}
