import type { ErrorCode } from '@trellis/api-contract';
import { checkAddress } from '@trellis/api-contract/addresses';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import type { Notifier } from '../../../governance/notifications/notifier.ts';
import type { Rules } from '../../../governance/rules/rules.ts';
import { type Clock, secondsFrom } from '../../../ground/clock.ts';
import { AppError, fieldError } from '../../../ground/errors.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { MemberLocks } from '../../members/memberLocks.ts';
import { AddressRepository, type StoredAddress } from './addressRepository.ts';
import { addressDenial } from './deniedAddresses.ts';

type BookAddress = AnswerOf<'member', 'addAddress'>;
type BookChain = BookAddress['chain'];

/** What is said of an address that is none, by chain. */
export const invalidAddressCode: Readonly<Record<BookChain, ErrorCode>> = {
  BSC: 'withdrawal.address_invalid',
  TRON: 'withdrawal.tron_address_invalid',
  BTC: 'withdrawal.btc_address_invalid',
};

export interface AddressBookParts {
  readonly database: Database;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly notifier: Notifier;
}

/** A member's addresses for withdrawals: so many, each usable some time after it was added, with the owner notified of it. */
export class AddressBook {
  readonly #parts: AddressBookParts;
  readonly #addresses: AddressRepository;

  constructor(parts: AddressBookParts) {
    this.#parts = parts;
    this.#addresses = new AddressRepository(parts.database);
  }

  /** The book, and how long an address waits that is added now. */
  async overview(memberId: string): Promise<AnswerOf<'member', 'listAddresses'>> {
    const [addresses, { waitHours }] = await Promise.all([this.list(memberId), this.#parts.rules.at('addressBook')]);
    return { addresses, waitHours };
  }

  async list(memberId: string): Promise<BookAddress[]> {
    const rows = await this.#addresses.listOf(memberId);
    return rows.map((row) => this.#present(row));
  }

  /**
   * Adds an address inside the caller's transaction.
   * @throws AppError withdrawal.address_invalid and its BTC and TRON variants, withdrawal.address_denied,
   *   withdrawal.address_of_ours, withdrawal.address_known, withdrawal.address_book_full
   */
  async add(
    memberId: string,
    { chain, address, label }: Pick<BookAddress, 'chain' | 'address' | 'label'>,
  ): Promise<BookAddress> {
    const { database, memberLocks, clock, rules, notifier } = this.#parts;
    const verdict = checkAddress(chain, address);
    // A refused text is never repeated: people paste private keys.
    if (!verdict.valid) throw fieldError([{ path: 'address', code: invalidAddressCode[chain] }]);
    const denial = await addressDenial(database, chain, verdict.canonical);
    if (denial) throw fieldError([{ path: 'address', code: denial }]);
    const { waitHours, entries } = await rules.at('addressBook');
    // One at a time for a member, so that as many stay as many.
    await memberLocks.lockRowAndKey(memberId);
    const book = await this.list(memberId);
    if (book.some((known) => known.chain === chain && known.address === verdict.canonical))
      throw fieldError([{ path: 'address', code: 'withdrawal.address_known' }]);
    if (book.length >= entries) throw new AppError('withdrawal.address_book_full');
    const now = clock.now();
    const until = secondsFrom(now, waitHours * 3600);
    const row = await this.#addresses.add({
      memberId,
      chain,
      address: verdict.canonical,
      label,
      createdAt: now,
      usableFrom: until,
    });
    await notifier.member(memberId, 'addressAdded', { label, address: verdict.canonical, until });
    return this.#present(row);
  }

  /** @throws AppError request.not_found if the member has no such address */
  async remove(memberId: string, id: string): Promise<void> {
    if (!(await this.#addresses.remove(memberId, id, this.#parts.clock.now()))) throw new AppError('request.not_found');
  }

  /** When an address came into the member's book; `undefined` if it never did. */
  async addedAt(memberId: string, id: string): Promise<Date | undefined> {
    return (await this.#addresses.find(memberId, id))?.createdAt;
  }

  #present({ id, chain, address, label, usableFrom }: StoredAddress): BookAddress {
    const held = usableFrom > this.#parts.clock.now();
    return { id, chain, address, label, usableFrom, held };
  }
}
