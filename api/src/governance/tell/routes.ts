import { AppError } from '../../ground/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Notices } from './notices.ts';

export function noticeRoutes({ notices }: { readonly notices: Notices }): Route[] {
  const unread = async (memberId: string) => (await notices.unreadOf([memberId])).get(memberId) ?? { unread: 0 };
  return [
    route('listNotices', {
      handle: async (query, { member }) => ({ body: await notices.page(member.id, query) }),
    }),
    // Before the address with an id: `unread` is none.
    route('countUnreadNotices', {
      handle: async (_input, { member }) => ({ body: await unread(member.id) }),
    }),
    route('getNotice', {
      async handle({ id }, { member }) {
        const notice = await notices.find(member.id, id);
        if (!notice) throw new AppError('request.not_found');
        return { body: notice };
      },
    }),
    route('readNotice', {
      limit: { points: 300, seconds: 60, perProcess: true },
      async handle({ id }, { member }) {
        if (!(await notices.markRead(member.id, id))) throw new AppError('request.not_found');
        return { body: await unread(member.id) };
      },
    }),
    route('readNotices', {
      limit: { points: 60, seconds: 60, perProcess: true },
      async handle({ upTo }, { member }) {
        await notices.markReadUpTo(member.id, upTo);
        return { body: await unread(member.id) };
      },
    }),
  ];
}
