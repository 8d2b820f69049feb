import { createHash } from 'node:crypto';
import { accountOf, brokenBooks, systemAccount } from '../../../api/src/testing/index.ts';
import { bindAuthenticators } from '../../support/authenticators.ts';
import { EmptyCluster } from './emptyCluster.ts';
import { accounts } from './workload.ts';

const openingMinor = 1_000_000_000_000n;
/** Members of the tree, complete from the root: the one with number n stands below n / 2. */
export const treeMembers = 16_383;
/** Owner of a history of half a million postings. */
export const oldHand = { id: '900001', postings: 500_000 } as const;

/** The token of a member's session; the database has its digest only. */
export const tokenOf = (member: number): string => `bench-session-${member}`.padEnd(43, '_');

/** A Postgres of its own with a large membership, migrated and opened as the product would. */
export class BenchCluster extends EmptyCluster {
  static override async create(): Promise<BenchCluster> {
    const cluster = new BenchCluster(await EmptyCluster.start());
    await cluster.#fill();
    return cluster;
  }

  /** The rule for transfers, from now on. */
  async setFee(feeMinor: bigint): Promise<void> {
    await this.admin.query(
      `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
       VALUES ('limit', 'transfer-USD', $1, clock_timestamp(), 'bench', clock_timestamp(), 'bench')`,
      [{ minimum: '1', maximum: '5000000000', dayMaximum: '5000000000000', fee: feeMinor.toString() }],
    );
  }

  /** A history as long as a member of many years could have. */
  async writeHistory(): Promise<void> {
    const { id, postings } = oldHand;
    const [account, system] = [accountOf(id, 'usdAvailable').toString(), systemAccount('usdExchange').toString()];
    await this.admin.query('BEGIN');
    await this.admin.query(
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at) SELECT $1, 'history-' || n, ('00000000-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid, '\\x00',
              'opening', '{}', timestamptz '2026-01-01' + n * interval '1 second' FROM generate_series(1, $2::int) AS n`,
      [id, postings],
    );
    await this.admin.query(
      `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at) SELECT account, n, ('00000000-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid,
              amount, amount * n, timestamptz '2026-01-01' + n * interval '1 second'
         FROM generate_series(1, $1::int) AS n, (VALUES ($2::bigint, 1), ($3, -1)) AS side (account, amount)`,
      [postings, account, system],
    );
    await this.admin.query(
      `INSERT INTO account AS a (id, owner, code, balance, floor, seq) SELECT id, id / 1000, id % 1000, amount * $1::bigint, floor, $1
         FROM (VALUES ($2::bigint, 1), ($3, -1)) AS side (id, amount) JOIN account_kind ON code = id % 1000
         ON CONFLICT (id) DO UPDATE SET balance = excluded.balance, seq = excluded.seq`,
      [postings, account, system],
    );
    await this.admin.query('COMMIT');
    await this.admin.query('VACUUM ANALYZE posting, journal');
  }

  /** Waits until the jobs of a fresh start have ended, but not for ever: some always has a little to do. */
  async settle(): Promise<void> {
    let { cpuUs } = await this.meter();
    for (let tries = 0; tries < 120; tries += 1) {
      await new Promise((next) => setTimeout(next, 500));
      const before = cpuUs;
      ({ cpuUs } = await this.meter());
      if (cpuUs - before < 50_000) return;
    }
  }

  /** @throws Error if anything about money does not hold after all that was run */
  async verify(): Promise<void> {
    const broken = await brokenBooks(this.ownerUrl);
    if (broken.length > 0) throw new Error(`after the run: ${JSON.stringify(broken).slice(0, 2_000)}`);
  }

  async #fill(): Promise<void> {
    const ids = await this.#placeAll();
    // Agreed to whatever is published.
    await this.admin.query(
      `INSERT INTO member (id, username, username_key, email, email_key, password_hash, language, invitation_code,
                           suspended_at, created_at, terms_agreed) SELECT id, 'member' || n, 'member' || n, n || '@example.com', n || '@example.com', '-', 'en',
                                 'M' || lpad(n::text, 7, '0'), NULL, now(), 9223372036854775807
         FROM unnest($1::bigint[]) WITH ORDINALITY AS m (id, n)`,
      [ids],
    );
    await this.admin.query(
      `INSERT INTO session (token_hash, member_id, audience, created_at, seen_at, revoked_at, user_agent)
       SELECT token, id, 'member', now(), now(), NULL, 'bench'
         FROM unnest($1::bytea[], $2::bigint[]) AS s (token, id)`,
      [
        ids.map((_id, index) =>
          createHash('sha256')
            .update(tokenOf(index + 1))
            .digest(),
        ),
        ids,
      ],
    );
    await this.#openAccounts(ids);
    await this.admin.query('VACUUM ANALYZE');
  }

  /** All members in one call, each below the one with half its number. @returns their ids by number */
  async #placeAll(): Promise<string[]> {
    await this.admin.query(
      `CREATE OR REPLACE FUNCTION pg_temp.place_all(p_members integer) RETURNS bigint[] LANGUAGE plpgsql AS $$
       DECLARE v_ids bigint[] := '{}';
       BEGIN
         FOR n IN 1 .. p_members LOOP v_ids[n] := tree_place(v_ids[n / 2], (n % 2)::smallint); END LOOP;
         RETURN v_ids;
       END $$`,
    );
    const { rows } = await this.admin.query<{ ids: string[] }>('SELECT pg_temp.place_all($1)::text[] AS ids', [
      treeMembers,
    ]);
    return rows[0]?.ids ?? [];
  }

  /** Binds an authenticator to every member of the tree, sealed with the key that the product gets. */
  async bindAuthenticators(secret: string, key: Buffer): Promise<void> {
    const { rows } = await this.admin.query<{ id: string }>('SELECT id FROM member');
    await bindAuthenticators(
      this.admin,
      rows.map(({ id }) => id),
      secret,
      key,
    );
    await this.admin.query('VACUUM ANALYZE member');
  }

  /** One journal gives every member the same to start with. */
  async #openAccounts(ids: readonly string[]): Promise<void> {
    const total = openingMinor * BigInt(accounts.count + treeMembers);
    await this.admin.query('BEGIN');
    await this.admin.query(
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at) VALUES (0, 'bench-opening', '00000000-0000-7000-8000-000000000001', '\\x00', 'opening', '{}', now())`,
    );
    await this.admin.query(
      `WITH owner AS (SELECT unnest($1::bigint[]) AS id UNION ALL SELECT generate_series($2::int, $2::int + $3 - 1)), opened AS (
         INSERT INTO account (id, owner, code, balance, floor, seq) SELECT id::bigint * 1000 + 101, id, 101, $4, 0, 1 FROM owner
           RETURNING id, balance)
       INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at) SELECT id, 1, '00000000-0000-7000-8000-000000000001', balance, balance, now() FROM opened`,
      [ids, accounts.first, accounts.count, openingMinor.toString()],
    );
    await this.admin.query('UPDATE account SET balance = -$1::bigint, seq = 1 WHERE id = 201', [total.toString()]);
    await this.admin.query(
      `INSERT INTO posting (account, seq, journal, amount, balance_after, recorded_at) VALUES (201, 1, '00000000-0000-7000-8000-000000000001', -$1::bigint, -$1::bigint, now())`,
      [total.toString()],
    );
    await this.admin.query('COMMIT');
  }
}
