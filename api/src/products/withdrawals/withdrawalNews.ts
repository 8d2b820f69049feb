import { type Language, money, moneyText, rejectionCauseTexts } from '@trellis/api-contract';
import type { Notices } from '../../governance/tell/notices.ts';
import type { SecurityMail } from '../../governance/tell/securityMail.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WithdrawalRow } from './withdrawalBook.ts';

/** What a member is told of a withdrawal, in the product and by mail; inside the caller's transaction. */
export class WithdrawalNews {
  readonly #database: Database;
  readonly #mail: SecurityMail;
  readonly #notices: Notices;

  constructor(database: Database, mail: SecurityMail, notices: Notices) {
    this.#database = database;
    this.#mail = mail;
    this.#notices = notices;
  }

  /** With the address: whoever did not do this sees where the money would go. */
  async submitted(row: WithdrawalRow): Promise<void> {
    const amount = amountOf(row);
    await this.#mail.send(row.member, 'withdrawalSubmitted', { amount, address: row.address, until: row.deadline_at });
    await this.#notices.add({ ...about(row), template: 'withdrawalSubmitted', params: { amount } });
  }

  async sent(row: WithdrawalRow): Promise<void> {
    await this.#notices.add({ ...about(row), template: 'withdrawalSent', params: { amount: receivedOf(row) } });
  }

  async complete(row: WithdrawalRow): Promise<void> {
    const amount = receivedOf(row);
    await this.#mail.send(row.member, 'withdrawalComplete', { amount, address: row.address, link: linkTo(row) });
    await this.#notices.add({ ...about(row), template: 'withdrawalComplete', params: { amount } });
  }

  /** Not for who has cancelled: they know. */
  async rejected(row: WithdrawalRow, cause: keyof typeof rejectionCauseTexts): Promise<void> {
    const reader = await this.#database.one<{ language: Language }>('SELECT language FROM member WHERE id = $1', [
      row.member,
    ]);
    const params = { amount: amountOf(row), reason: rejectionCauseTexts[cause][reader?.language ?? 'en'] };
    await this.#mail.send(row.member, 'withdrawalRejected', { ...params, link: linkTo(row) });
    await this.#notices.add({ ...about(row), template: 'withdrawalRejected', params });
  }
}

const linkTo = ({ id }: WithdrawalRow): string => `/wallet/withdrawal?id=${id}`;
const about = (row: WithdrawalRow) => ({ memberId: row.member, kind: 'money' as const, link: linkTo(row) });
const amountOf = ({ amount, unit }: WithdrawalRow): string => moneyText(money(BigInt(amount), unit));
const receivedOf = ({ received, asset }: WithdrawalRow): string => moneyText(money(BigInt(received), asset));
