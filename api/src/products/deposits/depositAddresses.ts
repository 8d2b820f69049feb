import { type DepositChain, depositNetworks, verifiedCharacters } from '@trellis/api-contract';
import type { AnswerOf } from '@trellis/api-contract/schemas';
import { renderSVG } from 'uqr';
import type { ChainConfig, Chains } from '../../chain/config/chainConfig.ts';
import type { Clock } from '../../ground/clock.ts';
import { AppError, fieldError } from '../../ground/errors.ts';
import type { Log } from '../../ground/log.ts';
import type { MemberLocks } from '../../identity/members/memberLocks.ts';
import type { Database } from '../../platform/db/database.ts';
import type { HeldDeposits } from './heldDeposits.ts';

type ShownAddress = AnswerOf<'member', 'getDepositAddress'>;

interface AddressRow {
  readonly derivation_index: number;
  readonly address: string;
  readonly account: Buffer;
  readonly verified_at: Date | null;
}

export interface DepositAddressParts {
  readonly database: Database;
  readonly memberLocks: MemberLocks;
  readonly clock: Clock;
  readonly chains: Chains;
  readonly held: HeldDeposits;
  readonly log: Log;
}

const sequences: Readonly<Record<DepositChain, string>> = { BSC: 'deposit_index_bsc', TRON: 'deposit_index_tron' };

/**
 * Members' deposit addresses: one for each chain, for ever. The database says which index is whose; the address itself
 * is derived from the public key at every reading, so whoever changes the table gains nothing.
 */
export class DepositAddresses {
  readonly #parts: DepositAddressParts;

  constructor(parts: DepositAddressParts) {
    this.#parts = parts;
  }

  /**
   * @throws AppError deposit.network_unavailable, request.not_found if none was made, deposit.address_withheld if what
   *   is stored is not what the key gives
   */
  async read(memberId: string, chain: DepositChain): Promise<ShownAddress> {
    const config = this.#config(chain);
    const row = await this.#find(memberId, chain);
    if (!row) throw new AppError('request.not_found');
    return this.#present(config, memberId, row);
  }

  /**
   * Makes the address, or finds the one that there is. In a transaction of its own: an address is shown only when it is
   * there for good, or what is sent to it would be nobody's.
   * @throws AppError as `read`
   */
  async create(memberId: string, chain: DepositChain): Promise<ShownAddress> {
    const { database, memberLocks, clock } = this.#parts;
    const config = this.#config(chain);
    const row = await database.inTransaction(async () => {
      // Two presses at once are one address, and use up one index.
      await memberLocks.lockRow(memberId);
      const known = await this.#find(memberId, chain);
      if (known) return known;
      const next = await database.one<{ index: number }>(`SELECT nextval('${sequences[chain]}')::integer AS index`);
      const { index, address, account } = config.key.at(next?.index ?? -1);
      await database.change(
        `INSERT INTO deposit_address (member_id, chain, derivation_index, address, account, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [memberId, chain, index, address, account, clock.now()],
        { rows: 1 },
      );
      return { derivation_index: index, address, account, verified_at: null };
    });
    return this.#present(config, memberId, row);
  }

  /**
   * Opens an address for use, and credits what is held for it, inside the caller's transaction.
   * @throws AppError deposit.characters_differ, and as `read`
   */
  async verify(memberId: string, chain: DepositChain, characters: string): Promise<ShownAddress> {
    const { database, clock, held } = this.#parts;
    const shown = await this.read(memberId, chain);
    // Without case: no two addresses that a person could mix up differ in it alone.
    if (shown.address.slice(-verifiedCharacters).toLowerCase() !== characters.toLowerCase())
      throw fieldError([{ path: 'characters', code: 'deposit.characters_differ' }]);
    await database.change(
      `UPDATE deposit_address SET verified_at = $3 WHERE member_id = $1 AND chain = $2 AND verified_at IS NULL`,
      [memberId, chain, clock.now()],
      { rows: 'any' },
    );
    await held.release(memberId, chain);
    return { ...shown, verified: true, qr: pictureOf(shown.address) };
  }

  /** Which networks a member has an address on, and whether it is verified. */
  async states(memberId: string): Promise<ReadonlyMap<DepositChain, 'unverified' | 'verified'>> {
    const rows = await this.#parts.database.rows<{ chain: DepositChain; verified: boolean }>(
      'SELECT chain, verified_at IS NOT NULL AS verified FROM deposit_address WHERE member_id = $1',
      [memberId],
    );
    return new Map(rows.map(({ chain, verified }) => [chain, verified ? 'verified' : 'unverified']));
  }

  #config(chain: DepositChain): ChainConfig {
    const config = this.#parts.chains.get(chain);
    if (!config) throw new AppError('deposit.network_unavailable');
    return config;
  }

  async #find(memberId: string, chain: DepositChain): Promise<AddressRow | undefined> {
    const row = await this.#parts.database.one<AddressRow>(
      'SELECT derivation_index, address, account, verified_at FROM deposit_address WHERE member_id = $1 AND chain = $2',
      [memberId, chain],
    );
    return row;
  }

  #present({ chain, key }: ChainConfig, memberId: string, row: AddressRow): ShownAddress {
    const derived = key.at(row.derivation_index);
    if (derived.address !== row.address || !derived.account.equals(row.account)) {
      this.#parts.log.error(
        { alarm: 'deposit address differs', member: memberId, chain, index: row.derivation_index },
        'a stored deposit address is not what the key gives: it is not shown',
      );
      throw new AppError('deposit.address_withheld');
    }
    const { standard } = depositNetworks[chain];
    const { address } = derived;
    const verified = row.verified_at !== null;
    return { chain, standard, address, verified, qr: verified ? pictureOf(address) : null };
  }
}

/**
 * The address alone: every wallet reads that, and none mistakes it for a request of its own coin. A quarter of the picture may
 * be missing: the product's mark lies on its middle.
 */
const pictureOf = (address: string): string => renderSVG(address, { border: 4, ecc: 'Q' });
