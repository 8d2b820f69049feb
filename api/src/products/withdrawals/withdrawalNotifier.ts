import { goesToBalance, money, moneyText, type RejectionCause } from '@trellis/api-contract';
import type { Notifier } from '../../governance/notifications/notifier.ts';
import type { Database } from '../../platform/db/database.ts';
import { payoutsFrozen, type WithdrawalRow } from './withdrawalRepository.ts';

/** What a member is notified of a withdrawal, in the product and by mail; inside the caller's transaction. */
export class WithdrawalNotifier {
  readonly #database: Database;
  readonly #notifier: Notifier;

  constructor(database: Database, notifier: Notifier) {
    this.#database = database;
    this.#notifier = notifier;
  }

  /** With the address: whoever did not do this sees where the money would go. No time is promised while nothing is paid. */
  async submitted(row: WithdrawalRow): Promise<void> {
    const { member, address, deadline_at: until } = row;
    const params = { amount: amountOf(row), address };
    const isReturn = row.origin === 'deposit_return';
    if (await payoutsFrozen(this.#database)) {
      await this.#notifier.member(member, isReturn ? 'depositReturnWaits' : 'withdrawalWaits', params, linked(row));
    } else {
      const event = isReturn ? 'depositReturning' : 'withdrawalSubmitted';
      await this.#notifier.member(member, event, { ...params, until }, linked(row));
    }
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
