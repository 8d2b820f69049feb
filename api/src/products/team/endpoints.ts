import { AppError } from '../../ground/errors.ts';
import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import { endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { Tree } from './tree.ts';

export interface TeamEndpointParts {
  readonly tree: Tree;
  readonly members: MemberRepository;
}

export function teamEndpoints({ tree, members }: TeamEndpointParts): MemberEndpoints {
  return [
    endpoint('member', 'getTeamWindow', {
      limit: { points: 300, seconds: 60 },
      async handle({ focus = undefined, username = undefined }, { member }) {
        const focusId =
          username === undefined ? (focus ?? member.id) : (await members.findPublicByUsername(username))?.id;
        // Absent and not-mine answer alike. Ids beyond bigint cannot exist.
        if (focusId === undefined || !(await tree.isAncestor(member.id, focusId)))
          throw new AppError(username === undefined ? 'request.not_found' : 'member.search_unknown');
        // What is known is asked first: the figures are no older than that.
        const asOf = await tree.knownUntil();
        const [nodes, ends] = await Promise.all([tree.window(focusId, member.id), tree.endsOf(focusId)]);
        return { body: { focus: focusId, own: member.id, nodes, ends, asOf } };
      },
    }),
    endpoint('member', 'searchTeam', {
      limit: { points: 240, seconds: 60 },
      async handle({ username }, { member }) {
        return { body: { members: await tree.search(member.id, username.toLowerCase()) } };
      },
    }),
    endpoint('member', 'getInvite', {
      limit: reads,
      async handle(_input, { member }) {
        const own = await members.findById(member.id);
        if (!own) throw new AppError('request.not_found');
        return { body: { code: own.invitationCode, joined: await tree.invitedBy(member.id) } };
      },
    }),
  ];
}
