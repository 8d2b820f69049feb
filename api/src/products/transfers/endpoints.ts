import { endpoint, type MemberEndpoints, reads } from '../../platform/http/endpoint.ts';
import type { Transfers } from './transfers.ts';

export function transferEndpoints(transfers: Transfers): MemberEndpoints {
  return [
    endpoint('member', 'getTransferTerms', {
      limit: reads,
      handle: async (_input, { member }) => ({ body: await transfers.terms(member.id) }),
    }),
    endpoint('member', 'checkTransferRecipient', {
      limit: { points: 60, seconds: 60 },
      async handle({ username }, { member }) {
        const { member: recipient, relation } = await transfers.recipient(member.id, username);
        const [side, hasSent] = await Promise.all([
          transfers.sideOf(member.id, recipient.id),
          transfers.hasSentTo(member.id, recipient.id),
        ]);
        return { body: { username: recipient.username, relation, side, firstTime: !hasSent } };
      },
    }),
    endpoint('member', 'createTransfer', {
      limit: { points: 60, seconds: 60, perProcess: true },
      transaction: 'call',
      async attempt({ recipient, amount, shownFee }, { member, idempotency }, codeStep) {
        const order = { senderId: member.id, recipientName: recipient, amount, shownFee };
        const body = await transfers.sendTogether(order, idempotency, codeStep);
        return body && { status: 201, body };
      },
      handle: async ({ recipient, amount, shownFee }, { member, idempotency }) => ({
        status: 201,
        body: await transfers.send({ senderId: member.id, recipientName: recipient, amount, shownFee }, idempotency),
      }),
    }),
  ];
}
