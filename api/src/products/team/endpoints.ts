import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import { endpoint, type MemberEndpoints } from '../../platform/http/endpoint.ts';
import type { Tree } from './tree.ts';

export function teamEndpoints({
  tree,
  members,
}: {
  readonly tree: Tree;
  readonly members: MemberRepository;
}): MemberEndpoints {
  return [
    endpoint('member', 'getTeamWindow', {
      limit: { points: 300, seconds: 60 },

      async handle({ focus = undefined }, { member }) {
        const focusId = focus ?? member.id;
        // Absent and not-mine answer alike. Ids beyond bigint cannot exist.
        if (!(await tree.isAncestor(member.id, focusId))) throw new AppError('request.not_found');
        return { body: { focus: focusId, own: member.id, nodes: await tree.window(focusId, member.id) } };
      },
    }),
    endpoint('member', 'getInvite', {
      async handle(_input, { member }) {
        const own = await members.findById(member.id);
        if (!own) throw new AppError('request.not_found');
        return { body: { code: own.invitationCode } };
      },
    }),
  ];
}
