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

      async handle({ focus = undefined, username = undefined }, { member }) {
        const focusId =
          username === undefined ? (focus ?? member.id) : (await members.findPublicByUsername(username))?.id;
        // Absent and not-mine answer alike. Ids beyond bigint cannot exist.
        if (focusId === undefined || !(await tree.isAncestor(member.id, focusId)))
          throw new AppError(username === undefined ? 'request.not_found' : 'member.search_unknown');
        const [nodes, ends] = await Promise.all([tree.window(focusId, member.id), tree.endsOf(focusId)]);
        return { body: { focus: focusId, own: member.id, nodes, ends } };
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
