import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { DepositList } from '../deposits/depositList.ts';
import type { Records } from '../wallet/records.ts';
import type { WithdrawalRepository } from '../withdrawals/withdrawalRepository.ts';

/** One record with the withdrawal or the deposit that it is of: where it stands, its address and its transaction. */
export class RecordDetails {
  readonly #records: Records;
  readonly #withdrawals: WithdrawalRepository;
  readonly #deposits: DepositList;

  constructor(records: Records, withdrawals: WithdrawalRepository, deposits: DepositList) {
    this.#records = records;
    this.#withdrawals = withdrawals;
    this.#deposits = deposits;
  }

  /** @throws AppError request.not_found */
  async one(memberId: string, id: string): Promise<AnswerOf<'member', 'getRecord'>> {
    const { record, exchanged, fee, journal, kind, memo } = await this.#records.one(memberId, id);
    const deposit = kind === 'deposit' ? await this.#deposits.ofJournal(memberId, journal) : undefined;
    const withdrawal = memo.withdrawal && (await this.#withdrawals.standing(memberId, memo.withdrawal));
    const feeOf = kind === 'fee_returned' ? memo.record : undefined;
    return {
      ...record,
      ...{ fee, exchanged, withdrawal: withdrawal || null, deposit: deposit ?? null },
      ...(feeOf !== undefined && { feeOf }),
    };
  }
}
