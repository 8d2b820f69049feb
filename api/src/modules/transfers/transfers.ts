import { type Minor, money, type Output, parseAmount } from '@trellis/api-contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { AppError, fieldError } from '../../http/problem.ts';
import type { Idempotency } from '../../http/route.ts';
import { accountOf, houseAccount, memberAccounts } from '../../money/accounts.ts';
import type { Ledger, Leg } from '../../money/ledger.ts';
import { type LimitRule, type Limits, smallest } from '../../money/limits.ts';
import type { Member, MemberRepository } from '../members/memberRepository.ts';
import type { Tree } from '../team/tree.ts';
import type { Balances } from '../wallet/balances.ts';

export interface TransferParts {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly balances: Balances;
  readonly members: MemberRepository;
  readonly tree: Tree;
  readonly clock: Clock;
}

/** USD from one member to another of the same line: upline or downline in the placement tree, any depth. */
export class Transfers {
  readonly #parts: TransferParts;

  constructor(parts: TransferParts) {
    this.#parts = parts;
  }

  /** The rules in force and what the member can send now, computed here so that every screen says the same. */
  async terms(memberId: string): Promise<Output<'getTransferTerms'>> {
    const { limits, balances } = this.#parts;
    const rule = await limits.rule('transfer', 'USD');
    const dayLeft = rule.dayMaximum - (await limits.usedToday(memberId, 'transfer', 'USD'));
    const available = (await balances.byCode(memberId)).get(memberAccounts.usdAvailable.code) ?? 0n;
    const affordable = available > rule.fee ? available - rule.fee : 0n;
    const usd = (minor: bigint) => money(minor, 'USD');
    return {
      minimum: usd(rule.minimum),
      maximum: usd(rule.maximum),
      dayMaximum: usd(rule.dayMaximum),
      dayLeft: usd(dayLeft),
      fee: usd(rule.fee),
      available: usd(available),
      sendable: usd(smallest(affordable, rule.maximum, dayLeft)),
    };
  }

  /**
   * Who a username is, if the member may send to them.
   * @throws AppError member.search_unknown, transfer.not_in_line or transfer.recipient_cannot_receive
   */
  async recipient(memberId: string, username: string): Promise<{ member: Member; relation: 'upline' | 'downline' }> {
    const { members, tree } = this.#parts;
    const found = await members.findByUsername(username);
    if (!found)
      throw new AppError('member.search_unknown', { fields: [{ path: 'recipient', code: 'member.search_unknown' }] });
    const relation = await tree.relation(memberId, found.id);
    if (relation === 'self' || relation === 'none')
      throw fieldError([{ path: 'recipient', code: 'transfer.not_in_line' }]);
    if (found.suspendedAt) throw fieldError([{ path: 'recipient', code: 'transfer.recipient_cannot_receive' }]);
    return { member: found, relation };
  }

  /**
   * Sends inside the running transaction; funds, limits and key are checked by the posting itself.
   * @throws AppError as `recipient` and as Ledger.post
   */
  async send(
    senderId: string,
    recipientName: string,
    amount: string,
    call: Idempotency,
  ): Promise<Output<'createTransfer'>> {
    const { ledger, limits } = this.#parts;
    const amountMinor = readAmount(amount);
    const recipient = (await this.recipient(senderId, recipientName)).member;
    const rule = await limits.rule('transfer', 'USD');
    const from = accountOf(senderId, 'usdAvailable');
    const journal = await ledger.post({
      owner: senderId,
      key: call.key,
      requestHash: call.requestHash,
      kind: 'transfer',
      memo: { sender: senderId, recipient: recipient.id },
      legs: legsOf(senderId, recipient.id, amountMinor, rule),
      limit: { operation: 'transfer', unit: 'USD', amountMinor },
      unit: 'USD',
    });
    const balanceAfter = journal.balances.get(from);
    if (balanceAfter === undefined) throw new Error('the posting did not tell the balance');
    return {
      reference: journal.id,
      recipient: recipient.username,
      amount: money(amountMinor, 'USD'),
      fee: money(rule.fee, 'USD'),
      balanceAfter: money(balanceAfter, 'USD'),
      at: journal.at.toISOString(),
    };
  }
}

function readAmount(amount: string): Minor {
  const amountMinor = parseAmount(amount, 'USD');
  if (amountMinor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
  return amountMinor;
}

function legsOf(senderId: string, recipientId: string, amountMinor: bigint, { fee }: LimitRule): Leg[] {
  const legs: Leg[] = [
    { account: accountOf(senderId, 'usdAvailable'), amountMinor: -(amountMinor + fee) },
    { account: accountOf(recipientId, 'usdAvailable'), amountMinor },
  ];
  if (fee > 0n) legs.push({ account: houseAccount('usdFee'), amountMinor: fee });
  return legs;
}
