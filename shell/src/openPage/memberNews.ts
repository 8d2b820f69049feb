import { type MemberEvents, memberEventsPath } from '@trellis/api-contract';
import { listenToEvents } from './eventStream.ts';

type News = { readonly [Name in keyof MemberEvents]: (data: MemberEvents[Name]) => void };

/**
 * Listens to what happens to the member.
 *
 * @param onReturn the connection was lost and is made again
 * @returns to be called whenever `mayListen` may have another answer
 */
export const listenToNews = (mayListen: () => boolean, news: News, onReturn: () => void): (() => void) =>
  listenToEvents({
    ...{ path: memberEventsPath, mayListen, onReturn },
    events: {
      notice(data) {
        const unread = read(data, 'unread');
        if (typeof unread === 'number') news.notice({ unread });
      },
      session(data) {
        const suspended = read(data, 'suspended');
        if (typeof suspended === 'boolean') news.session({ suspended });
      },
      balances: marked(news.balances),
      deposits: marked(news.deposits),
      withdrawals: marked(news.withdrawals),
      terms(data) {
        const due = read(data, 'due');
        if (typeof due === 'string' || due === null) news.terms({ due });
      },
    },
  });

/** An event that only tells that something has changed. */
const marked =
  (tell: (data: { readonly mark: string }) => void) =>
  (data: unknown): void => {
    const mark = read(data, 'mark');
    if (typeof mark === 'string') tell({ mark });
  };

/** What stands in a message under a name; a server of another version may send something else. */
const read = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>)[name] : undefined;
