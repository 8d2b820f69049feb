import { goesToBalance, money, moneyText, type RejectionCause } from '@trellis/api-contract';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Rules } from '../../governance/rules/rules.ts';
import type { Database } from '../../platform/db/database.ts';
import { payoutsFrozen, type WithdrawalRow } from './withdrawalRepository.ts';

/** What a member is notified of a withdrawal, in the product and by mail; inside the caller's transaction. */
export class WithdrawalNotifier {
  readonly #database: Database;
  readonly #notifier: Notifier;
  readonly #rules: Rules;

  constructor(database: Database, notifier: Notifier, rules: Rules) {
    this.#database = database;
    this.#notifier = notifier;
    this.#rules = rules;
  }

  /** With the address: whoever did not do this sees where the money would go. No time is promised while nothing is paid. */
  async submitted(row: WithdrawalRow): Promise<void> {
    const { member, address, deadline_at: until } = row;
    const params = { amount: amountOf(row), address };
    const isFrozen = await payoutsFrozen(this.#database);
    if (row.origin === 'deposit_return') {
      if (isFrozen) await this.#notifier.member(member, 'depositReturnWaits', params, linked(row));
      else await this.#notifier.member(member, 'depositReturning', { ...params, until }, linked(row));
      return;
    }
    // For so long a new password, which the mail leads to, locks withdrawals.
    const { hours } = await this.#rules.at('securityLock', 'password_reset');
    const lock = { hours: String(hours) };
    if (isFrozen) await this.#notifier.member(member, 'withdrawalWaits', { ...params, ...lock }, linked(row));
    else await this.#notifier.member(member, 'withdrawalSubmitted', { ...params, ...lock, until }, linked(row));
  }

  async sent(row: WithdrawalRow): Promise<void> {
    await this.#notifier.member(row.member, 'withdrawalSent', { amount: receivedOf(row) }, linked(row));
  }

  async complete(row: WithdrawalRow): Promise<void> {
    const { member, address } = row;
    await this.#notifier.member(member, 'withdrawalComplete', { amount: receivedOf(row), address }, linked(row));
  }

  /** Not for who has cancelled: they know. */
  async rejected(row: WithdrawalRow, cause: RejectionCause): Promise<void> {
    const params = { amount: amountOf(row), reason: cause };
    const event = goesToBalance(row.origin) ? 'withdrawalRejected' : 'payoutRejected';
    await this.#notifier.member(row.member, event, params, linked(row));
  }
}

const linked = ({ id }: WithdrawalRow) => ({ link: `/wallet/withdrawal?id=${id}` });
const amountOf = ({ amount, unit }: WithdrawalRow): string => moneyText(money(BigInt(amount), unit));
const receivedOf = ({ received, asset }: WithdrawalRow): string => moneyText(money(BigInt(received), asset));
