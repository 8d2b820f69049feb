import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Tree } from './tree.ts';

export function teamRoutes({ tree, members }: { readonly tree: Tree; readonly members: MemberRepository }): Route[] {
  return [
    route('getTeamWindow', {
      limit: { points: 300, seconds: 60 },
      async handle({ focus = undefined }, { member }) {
        const focusId = focus ?? member.id;
        // Absent and not-mine answer alike. Ids beyond bigint cannot exist.
        if (!(await tree.isAncestor(member.id, focusId))) throw new AppError('request.not_found');
        return { body: { focus: focusId, own: member.id, nodes: await tree.window(focusId, member.id) } };
      },
    }),
    route('getInvite', {
      async handle(_input, { member }) {
        const own = await members.findById(member.id);
        if (!own) throw new AppError('request.not_found');
        return { body: { code: own.invitationCode } };
      },
    }),
  ];
}
