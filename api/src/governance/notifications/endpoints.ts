import { AppError } from '../../ground/errors.ts';
import { costlyReads, endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { Notices } from './notices.ts';

export function noticeEndpoints({ notices }: { readonly notices: Notices }): MemberEndpoints {
  const unread = async (memberId: string) => ({ unread: await notices.unread(memberId) });
  return [
    endpoint('member', 'listNotices', {
      limit: costlyReads,
      handle: async (query, { member }) => ({ body: await notices.page(member.id, query) }),
    }),
    // Before the address with an id: `unread` is none.
    endpoint('member', 'countUnreadNotices', {
      limit: reads,
      handle: async (_input, { member }) => ({ body: await unread(member.id) }),
    }),
    endpoint('member', 'getNotice', {
      limit: reads,
      async handle({ id }, { member }) {
        const notice = await notices.find(member.id, id);
        if (!notice) throw new AppError('request.not_found');
        return { body: notice };
      },
    }),
    endpoint('member', 'readNotice', {
      limit: { points: 300, seconds: 60, perProcess: true },
      transaction: 'none',
      async handle({ id }, { member }) {
        if (!(await notices.markRead(member.id, id))) throw new AppError('request.not_found');
        return { body: await unread(member.id) };
      },
    }),
    endpoint('member', 'readNotices', {
      limit: { points: 60, seconds: 60, perProcess: true },
      transaction: 'none',
      async handle({ upTo }, { member }) {
        await notices.markReadUpTo(member.id, upTo);
        return { body: await unread(member.id) };
      },
    }),
  ];
}
