import { eventNames, type MemberEvents, memberEventsPath, type registryEvent } from '@trellis/api-contract';
import { listenToEvents } from '@trellis/shell-sdk/events';
import { userName } from '@trellis/shell-sdk/host';

type Handlers = {
  readonly [Name in Exclude<keyof MemberEvents, typeof registryEvent>]: (data: MemberEvents[Name]) => void;
};

/**
 * Listens to what happens to the member.
 *
 * @param onReturn the connection was lost and is made again
 * @returns to be called whenever `mayListen` may have another answer
 */
export const listenToMemberEvents = (
  mayListen: () => boolean,
  handlers: Handlers,
  onReturn: () => void,
): (() => void) =>
  listenToEvents({
    path: memberEventsPath,
    owner: userName,
    names: eventNames.member,
    mayListen,
    onReturn,
    events: {
      notice(data) {
        const unread = read(data, 'unread');
        if (typeof unread === 'number') handlers.notice({ unread });
      },
      session(data) {
        const suspended = read(data, 'suspended');
        if (typeof suspended === 'boolean') handlers.session({ suspended });
      },
      balances: marked(handlers.balances),
      deposits: marked(handlers.deposits),
      withdrawals: marked(handlers.withdrawals),
      stakes: marked(handlers.stakes),
      team: marked(handlers.team),
      announcements: marked(handlers.announcements),
      terms(data) {
        const due = read(data, 'due');
        if (typeof due === 'string' || due === null) handlers.terms({ due });
      },
    },
  });

/** An event that only reports that something has changed. */
const marked =
  (report: (data: { readonly mark: string }) => void) =>
  (data: unknown): void => {
    const mark = read(data, 'mark');
    if (typeof mark === 'string') report({ mark });
  };

/** What stands in a message under a name; a server of another version may send something else. */
const read = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>)[name] : undefined;
