import { type Minor, money, parseAmount } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { MemberRepository, PublicMember } from '../../identity/members/memberRepository.ts';
import { type AccountId, accountOf, memberAccounts, systemAccount } from '../../ledger/accounts.ts';
import type { Batcher } from '../../ledger/batcher.ts';
import type { JournalRequest, Ledger, Leg, PostedJournal } from '../../ledger/ledger.ts';
import { type Limits, leftOf, smallest } from '../../ledger/limits.ts';
import { type Database, sqlState } from '../../platform/db/database.ts';
import type { Idempotency } from '../../platform/http/endpoint.ts';
import type { CodeStep } from '../../platform/http/proof.ts';
import type { Side, Tree } from '../team/tree.ts';
import type { Balances } from '../wallet/balances.ts';

/** What a member asks for; the amount as they wrote it. */
export interface TransferOrder {
  readonly senderId: string;
  readonly recipientName: string;
  readonly amount: string;
  /** The fee that was shown, as written; without it the one in force. */
  readonly shownFee?: string | undefined;
}

type Receipt = AnswerOf<'member', 'createTransfer'>;

/** So many movements are looked at for whether a recipient is new. */
const lookedBack = 1_000;

interface TransferRow {
  readonly username: string;
  readonly recorded_at: Date;
  readonly amount: string;
  readonly fee: string;
  readonly balance_after: string;
}

export interface TransferParts {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly batcher: Batcher;
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
  async terms(memberId: string): Promise<AnswerOf<'member', 'getTransferTerms'>> {
    const { limits, balances } = this.#parts;
    const rule = await limits.rule('transfer', 'USD');
    const dayLeft = leftOf(rule, await limits.usedToday('transfer', accountOf(memberId, 'usdAvailable')));
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
   * @throws AppError member.search_unknown, transfer.to_self, transfer.not_in_line or transfer.recipient_cannot_receive
   */
  async recipient(
    memberId: string,
    username: string,
  ): Promise<{ member: PublicMember; relation: 'upline' | 'downline' }> {
    const { members, tree } = this.#parts;
    const recipient = await members.findPublicByUsername(username);
    if (!recipient)
      throw new AppError('member.search_unknown', { fields: [{ path: 'recipient', code: 'member.search_unknown' }] });
    const relation = await tree.relation(memberId, recipient.id);
    if (relation === 'self') throw fieldError([{ path: 'recipient', code: 'transfer.to_self' }]);
    if (relation === 'none') throw fieldError([{ path: 'recipient', code: 'transfer.not_in_line' }]);
    if (recipient.suspended) throw fieldError([{ path: 'recipient', code: 'transfer.recipient_cannot_receive' }]);
    return { member: recipient, relation };
  }

  /** On which side of the member a recipient stands who is below them. */
  sideOf(memberId: string, recipientId: string): Promise<Side | null> {
    return this.#parts.tree.sideOf(memberId, recipientId);
  }

  /** Whether anything was sent to a member as far back as the sender's latest movements. */
  async hasSentTo(memberId: string, recipientId: string): Promise<boolean> {
    const row = await this.#parts.database.one(
      `SELECT 1 AS found FROM (SELECT journal, amount FROM posting WHERE account = $1 ORDER BY seq DESC LIMIT $3) p
         JOIN journal j ON j.id = p.journal
        WHERE p.amount < 0 AND j.kind = 'transfer' AND j.memo->>'recipient' = $2 LIMIT 1`,
      [accountOf(memberId, 'usdAvailable').toString(), recipientId, lookedBack],
    );
    return row !== undefined;
  }

  /**
   * Sends inside the running transaction; funds, limits and key are checked by the posting itself.
   * @throws AppError as `recipient` and as Ledger.post; transfer.fee_changed
   */
  async send(order: TransferOrder, call: Idempotency): Promise<Receipt> {
    const prepared = await this.#prepare(order, call);
    const posted = await this.#parts.ledger.post(prepared.request).catch((error: unknown) => {
      // Another fee came into force since it was read.
      throw sqlState(error) === '42501' ? new AppError('transfer.fee_changed', { cause: error }) : error;
    });
    return receipt(prepared, posted);
  }

  /**
   * Sends together with what others send at this moment, in a transaction of its own.
   * @param codeStep of the sender's code, where one is asked for: used up with the posting
   * @returns `undefined` if that is not certain to be accepted: `send` then gives the verdict
   * @throws AppError server.busy
   */
  async sendTogether(
    order: TransferOrder,
    call: Idempotency,
    codeStep: CodeStep | undefined,
  ): Promise<Receipt | undefined> {
    const prepared = await this.#prepare(order, call).catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'server.busy') return undefined;
      throw error;
    });
    const journal = prepared && (await this.#parts.batcher.submit(prepared.request, codeStep));
    return journal && receipt(prepared, journal);
  }

  /** The receipt of a transfer that was posted before. */
  async receiptOf(senderId: string, journalId: string): Promise<Receipt> {
    const row = await this.#parts.database.one<TransferRow>(
      `SELECT m.username, j.recorded_at, received.amount, -sent.amount - received.amount AS fee, sent.balance_after
         FROM journal j
         JOIN member m ON m.id = (j.memo->>'recipient')::bigint
         CROSS JOIN LATERAL account_posting(j.owner * 1000 + $3, j.id, j.recorded_at) AS sent
         CROSS JOIN LATERAL account_posting(m.id * 1000 + $3, j.id, j.recorded_at) AS received
        WHERE j.owner = $1 AND j.id = $2 AND j.kind = 'transfer'`,
      [senderId, journalId, memberAccounts.usdAvailable.code],
    );
    if (!row) throw new Error(`journal ${journalId} is no transfer of its owner`);
    return presentReceipt({
      reference: journalId,
      recipient: row.username,
      amountMinor: BigInt(row.amount),
      feeMinor: BigInt(row.fee),
      balanceAfterMinor: BigInt(row.balance_after),
      at: row.recorded_at,
    });
  }

  async #prepare(order: TransferOrder, call: Idempotency): Promise<PreparedTransfer> {
    const { senderId, recipientName, amount, shownFee } = order;
    const amountMinor = readAmount(amount);
    const [{ member: recipient }, { fee }] = await Promise.all([
      this.recipient(senderId, recipientName),
      this.#parts.limits.rule('transfer', 'USD'),
    ]);
    if (shownFee !== undefined && parseAmount(shownFee, 'USD') !== fee) throw new AppError('transfer.fee_changed');
    const from = accountOf(senderId, 'usdAvailable');
    const legs: Leg[] = [
      { account: from, amountMinor: -(amountMinor + fee) },
      { account: accountOf(recipient.id, 'usdAvailable'), amountMinor },
    ];
    if (fee > 0n) legs.push({ account: systemAccount('usdFee'), amountMinor: fee });
    return {
      from,
      recipient: recipient.username,
      amountMinor,
      feeMinor: fee,
      request: {
        owner: senderId,
        key: call.key,
        requestHash: call.requestHash,
        kind: 'transfer',
        memo: { sender: senderId, recipient: recipient.id },
        legs,
        limit: { operation: 'transfer', unit: 'USD', amountMinor },
        unit: 'USD',
      },
    };
  }
}

interface PreparedTransfer {
  readonly from: AccountId;
  readonly recipient: string;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly request: JournalRequest;
}

function receipt(prepared: PreparedTransfer, { id, at, balances }: PostedJournal): Receipt {
  const balanceAfterMinor = balances.get(prepared.from);
  if (balanceAfterMinor === undefined) throw new Error('the posting did not report the balance');
  return presentReceipt({ ...prepared, reference: id, balanceAfterMinor, at });
}

interface ReceiptFacts {
  readonly reference: string;
  readonly recipient: string;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly balanceAfterMinor: bigint;
  readonly at: Date;
}

/** The one form of the answer: reported again later, it has to be the same text. */
const presentReceipt = (facts: ReceiptFacts): Receipt => ({
  reference: facts.reference,
  recipient: facts.recipient,
  amount: money(facts.amountMinor, 'USD'),
  fee: money(facts.feeMinor, 'USD'),
  balanceAfter: money(facts.balanceAfterMinor, 'USD'),
  at: facts.at,
});

function readAmount(amount: string): Minor {
  const amountMinor = parseAmount(amount, 'USD');
  if (amountMinor === undefined) throw fieldError([{ path: 'amount', code: 'money.amount_format' }]);
  return amountMinor;
}
