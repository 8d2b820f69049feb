import type { ReleasesNow } from './delivery/releases/releases.ts';

/**
 * Server-sent events: what happens to a member, for their open pages. Each event comes at the beginning of a stream, and
 * again whenever it has changed; the stream ends with the session.
 */
export const memberEventsPath = '/member-events';

/** The same for the console (`operatorTopics`): that something changed, never what. */
export const operatorEventsPath = '/operator-events';

/** Of the streams of all audiences: which releases a new page would get. */
export const registryEvent = 'registry';

/** What each event reports, by its name. */
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
  /** Which releases a new page would get. */
  readonly [registryEvent]: ReleasesNow;
  /** The latest publication of the terms, by its number, if there is anything in force that the member has not agreed to. */
  readonly terms: { readonly due: string | null };
}

/** All events of each audience's stream: whichever page holds it hears them for the others. */
export const eventNames = {
  member: [
    'notice',
    'session',
    'balances',
    'deposits',
    'withdrawals',
    'stakes',
    'team',
    'announcements',
    'terms',
    registryEvent,
  ],
  operator: ['withdrawals', 'deposits', 'inquiries', 'approvals', 'releases', 'books', 'audit', registryEvent],
} as const satisfies { readonly member: readonly (keyof MemberEvents)[]; readonly operator: readonly string[] };
