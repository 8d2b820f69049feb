import type { MemberRepository } from '../../identity/members/memberRepository.ts';
import type { Movement } from '../../ledger/statements.ts';
import type { WithdrawalRepository } from '../withdrawals/withdrawalRepository.ts';

/** A posting of a statement with whom or where it was about. */
export interface MovementAbout extends Movement {
  /** The other member of a transfer, or the address of a withdrawal. */
  readonly about: string | undefined;
}

/** Adds to movements of a member whom they went to or came from. */
export async function movementsAbout(
  memberId: string,
  movements: readonly Movement[],
  members: MemberRepository,
  withdrawals: WithdrawalRepository,
): Promise<MovementAbout[]> {
  const otherOf = ({ memo: { sender, recipient } }: Movement) => (sender === memberId ? recipient : sender);
  const names = await members.usernamesOf([...new Set(movements.flatMap((each) => otherOf(each) ?? []))]);
  const withdrawn = [...new Set(movements.flatMap(({ memo }) => memo.withdrawal ?? []))];
  const addresses = await withdrawals.addressesOf(memberId, withdrawn);
  return movements.map((movement) => ({
    ...movement,
    about: names.get(otherOf(movement) ?? '') ?? addresses.get(movement.memo.withdrawal ?? ''),
  }));
}
