import type { CacheTag, Language, UserOf } from '@trellis/api-contract';
import { injectContract, memberContract, store } from '@trellis/shell-sdk';
import { agree, keepChoices, sessionKnown } from '@trellis/shell-sdk/host';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { listenToMemberEvents } from './memberEvents.ts';
import { updateOpenPage } from './openPage.ts';
import { TermsSheet } from './TermsSheet.tsx';

const { endpoints, util } = injectContract(memberContract, ['countUnreadNotices', 'savePreferences']);
const countUnread = endpoints.countUnreadNotices;

/** Unread notices on the product's icon, where it has one on this device; 0 takes the number away. */
const showOnIcon = (unread: number): void => void navigator.setAppBadge?.(unread).catch(() => undefined);

/**
 * Shows on every screen what happens to the member: unread notices on the bell, what all are shown, and new terms to agree to.
 *
 * @param first how it stood as the page's data was read
 * @returns to be called whenever the page may have become visible or hidden, or somebody logged in or out
 */
export function followMember(
  mayListen: () => boolean,
  isMember: () => boolean,
  first: Readonly<Record<string, string>> = {},
): () => void {
  let reported: number | undefined;
  /** What happened while the connection was broken shows in no number. */
  let wasAway = false;
  let marks = first;
  /** Which announcements run: what was hidden stays so until there are others. */
  let announced = '';
  /** Reads again what has changed since the page knows of it: by the marks it came with or, without, since the first. */
  const follow =
    (name: string, tags: readonly CacheTag[]) =>
    ({ mark }: { readonly mark: string }) => {
      if ((marks[name] ?? mark) !== mark) store.dispatch(util.invalidateTags([...tags]));
      marks = { ...marks, [name]: mark };
    };
  const look = listenToMemberEvents(
    mayListen,
    {
      notice({ unread }) {
        // What the first screen came with is no news.
        const known = reported ?? countUnread.select({})(store.getState()).data?.unread ?? Number(marks.notice);
        reported = unread;
        // What is open is read again: lists of notices, and what they may be about.
        if (wasAway || known !== unread) store.dispatch(util.invalidateTags(['Notice', 'Inquiry']));
        wasAway = false;
        updateOpenPage({ unread });
        showOnIcon(unread);
      },
      session({ suspended }) {
        // Only members' pages listen to members' events.
        const member = store.getState().session.user as UserOf<'member'> | null;
        if (!member || member.suspended === suspended) return;
        store.dispatch(sessionKnown({ ...member, suspended }));
        store.dispatch(util.invalidateTags(['Session']));
      },
      // Packages have no mark of their own: each step of one is a posting.
      balances: follow('balances', ['Balance', 'Record', 'Package']),
      deposits: follow('deposits', ['Deposit']),
      withdrawals: follow('withdrawals', ['Withdrawal']),
      stakes: follow('stakes', ['Stake']),
      team: follow('team', ['Team']),
      announcements({ mark }) {
        if (mark === announced) return;
        announced = mark;
        store.dispatch(util.invalidateTags(['Notice']));
        const hide = () => updateOpenPage({ announcement: undefined });
        updateOpenPage({ announcement: mark === '' ? undefined : <AnnouncementBar onDismiss={hide} /> });
      },
      terms({ due }) {
        // Another version may have come while the sheet was open.
        store.dispatch(util.invalidateTags(['Terms']));
        updateOpenPage({ sheet: due === null ? undefined : <TermsSheet /> });
      },
    },
    // Also reports whether the session has ended meanwhile: the answer then ends it here.
    () => {
      wasAway = true;
      void store.dispatch(countUnread.initiate({}, { forceRefetch: true, subscribe: false }));
    },
  );
  /** What cannot be kept now is newer than the profile still, and kept by the next start. */
  const keepLanguage = async (language: Language) => {
    const { error } = await store.dispatch(endpoints.savePreferences.initiate({ language }, { track: false }));
    if (!error) agree(language);
  };
  const follows = () => {
    if (isMember()) {
      keepChoices((language) => void keepLanguage(language));
    } else {
      reported = undefined;
      marks = {};
      announced = '';
      keepChoices(undefined);
      updateOpenPage({ unread: 0, sheet: undefined, announcement: undefined });
      showOnIcon(0);
    }
  };
  follows();
  if (first.notice !== undefined) showOnIcon(Number(first.notice));
  return () => {
    follows();
    look();
  };
}
