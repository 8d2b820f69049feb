import { api, injectContract, store } from '@trellis/shell-sdk';
import { sessionKnown } from '@trellis/shell-sdk/host';
import { listenToNews } from './memberNews.ts';
import { updateOpenPage } from './openPage.ts';
import { TermsSheet } from './TermsSheet.tsx';

const { endpoints, util } = injectContract(api, ['countUnreadNotices']);
const countUnread = endpoints.countUnreadNotices;

/**
 * Shows on every screen what happens to the member: unread notices on the bell, and new terms to agree to.
 *
 * @returns to be called whenever the page may have become visible or hidden, or somebody logged in or out
 */
export function followMember(mayListen: () => boolean, isMember: () => boolean): () => void {
  let told: number | undefined;
  /** What happened while the connection was broken shows in no number. */
  let wasAway = false;
  const look = listenToNews(
    mayListen,
    {
      notice({ unread }) {
        // What the first screen came with is no news.
        const known = told ?? countUnread.select({})(store.getState()).data?.unread;
        told = unread;
        // What is open is read anew: lists of notices, and what they may be about.
        if (wasAway || known !== unread) store.dispatch(util.invalidateTags(['Notice', 'Inquiry']));
        wasAway = false;
        updateOpenPage({ unread });
      },
      session({ suspended }) {
        const { member } = store.getState().session;
        if (!member || member.suspended === suspended) return;
        store.dispatch(sessionKnown({ ...member, suspended }));
        store.dispatch(util.invalidateTags(['Session']));
      },
      terms({ due }) {
        // Another version may have come while the sheet was open.
        store.dispatch(util.invalidateTags(['Terms']));
        updateOpenPage({ sheet: due === null ? undefined : <TermsSheet /> });
      },
    },
    // Also tells whether the session has ended meanwhile: the answer then ends it here.
    () => {
      wasAway = true;
      void store.dispatch(countUnread.initiate({}, { forceRefetch: true, subscribe: false }));
    },
  );
  return () => {
    if (!isMember()) {
      told = undefined;
      updateOpenPage({ unread: 0, sheet: undefined });
    }
    look();
  };
}
