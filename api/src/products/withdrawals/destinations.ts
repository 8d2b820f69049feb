import type { PayoutChain } from '@trellis/api-contract';
import { checkAddress } from '@trellis/api-contract/addresses';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { AppError, fieldError } from '../../ground/errors.ts';
import { type AddressBook, invalidAddressCode } from '../../identity/security/addresses/addressBook.ts';
import { addressDenial } from '../../identity/security/addresses/deniedAddresses.ts';
import type { Database } from '../../platform/db/database.ts';
import { lookAlikeOf } from './lookAlike.ts';
import { ofTheirOwn } from './ofTheirOwn.ts';

type Checked = AnswerOf<'member', 'checkWithdrawalAddress'>;
/** An address that a member may withdraw to now. */
export interface Destination {
  readonly address: string;
  readonly addedAt: Date;
  readonly looksLike: Checked['looksLike'];
}

/** Where a member's withdrawals may go. */
export class Destinations {
  readonly #database: Database;
  readonly #book: AddressBook;

  constructor(database: Database, book: AddressBook) {
    this.#database = database;
    this.#book = book;
  }

  /**
   * What is known of an address: whether it can be paid to at all, is in the book, or only looks like one that is.
   * @throws AppError withdrawal.address_invalid and its BTC and TRON variants, withdrawal.address_denied, withdrawal.address_of_ours
   */
  async check(memberId: string, chain: PayoutChain, typed: string): Promise<Checked> {
    const verdict = checkAddress(chain, typed);
    if (!verdict.valid) throw fieldError([{ path: 'address', code: invalidAddressCode[chain] }]);
    const address = verdict.canonical;
    const denial = await addressDenial(this.#database, chain, address);
    if (denial) throw fieldError([{ path: 'address', code: denial }]);
    const entries = (await this.#book.list(memberId)).filter((entry) => entry.chain === chain);
    const entry = entries.find((each) => each.address === address);
    return {
      address,
      book: entry ? { id: entry.id, label: entry.label, usableFrom: entry.usableFrom, held: entry.held } : null,
      looksLike: await this.#looksLike(memberId, chain, address, entries),
    };
  }

  /**
   * The same for an address that is to be used now.
   * @throws AppError as `check`, withdrawal.address_unknown, withdrawal.address_held
   */
  async use(memberId: string, chain: PayoutChain, typed: string): Promise<Destination> {
    const { address, book, looksLike } = await this.check(memberId, chain, typed);
    if (!book) throw fieldError([{ path: 'address', code: 'withdrawal.address_unknown' }]);
    if (book.held) {
      const issue = {
        code: 'withdrawal.address_held',
        params: { until: new Date(book.usableFrom).toISOString() },
      } as const;
      throw new AppError(issue.code, { params: issue.params, fields: [{ path: 'address', ...issue }] });
    }
    const addedAt = await this.#book.addedAt(memberId, book.id);
    if (!addedAt) throw new AppError('request.not_found');
    return { address, addedAt, looksLike };
  }

  /** Another of theirs, from the book or of an earlier withdrawal, that begins and ends the same. */
  async #looksLike(
    memberId: string,
    chain: PayoutChain,
    address: string,
    entries: readonly { readonly address: string; readonly label: string }[],
  ): Promise<Checked['looksLike']> {
    const used = await this.#database.rows<{ address: string }>(
      `SELECT DISTINCT address FROM withdrawal WHERE member = $1 AND chain = $2 AND ${ofTheirOwn} LIMIT 1000`,
      [memberId, chain],
    );
    const known = [...entries, ...used.map((each) => ({ ...each, label: null }))];
    const twin = lookAlikeOf(address, known);
    return twin ? { address: twin.address, label: twin.label } : null;
  }
}
