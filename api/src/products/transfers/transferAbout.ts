import { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { RecordAbout } from '../wallet/about.ts';

/** A record of a transfer names the other member. */
export const transferAbout: RecordAbout = {
  idOf: ({ sender, recipient }, memberId) => (sender === memberId ? recipient : sender),
  async read(database, _memberId, ids) {
    const names = await new MemberRepository(database).usernamesOf(ids);
    return new Map([...names].map(([id, username]) => [id, { fields: { counterparty: username }, text: username }]));
  },
};
