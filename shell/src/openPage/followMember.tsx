import { api, injectContract, store } from '@trellis/shell-sdk';
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
  const look = listenToNews(
    mayListen,
    {
      notice({ unread }) {
        const known = countUnread.select({})(store.getState()).data?.unread;
        // Lists that are open are read anew. The first count of a page is no news, unless the page knows another.
        const isNews = known !== undefined && known !== unread;
        store.dispatch(util.upsertQueryData('countUnreadNotices', {}, { unread }));
        if (isNews) store.dispatch(util.invalidateTags(['Notice']));
        updateOpenPage({ unread });
      },
      terms: ({ due }) => updateOpenPage({ sheet: due ? <TermsSheet /> : undefined }),
    },
    // Also tells whether the session has ended meanwhile: the answer then ends it here.
    () => void store.dispatch(countUnread.initiate({}, { forceRefetch: true, subscribe: false })),
  );
  return () => {
    if (!isMember()) updateOpenPage({ unread: 0, sheet: undefined });
    look();
  };
}
