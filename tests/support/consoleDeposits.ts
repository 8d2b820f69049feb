import { runSql } from './database.ts';
import type { Product } from './product.ts';

/** What a watcher records of 5 USDT for a member, and reserves as too little. */
export const holdInSuspense = (product: Product, username: string, ordinal: number): Promise<unknown> =>
  runSql(
    product,
    `WITH posted AS (
       SELECT m.id, post(gen_random_uuid(), m.id, 'deposit aside TRON ${'cd'.repeat(32)} ${ordinal}', '\\x00', 'deposit_aside', '{}',
                         ARRAY[211, 811]::bigint[], ARRAY[-5000000, 5000000]::bigint[], NULL, NULL, NULL)
         FROM member m WHERE m.username = '${username}')
     INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                                   units, usdt, minimum, state, recorded_at)
     SELECT 'TRON', a, decode(repeat('cd', 32), 'hex'), ${ordinal}, 1, decode(repeat('cd', 32), 'hex'), now(), a, a, posted.id,
            5000000, 5000000, 10000000, 'below_minimum', now() FROM posted, decode(repeat('ab', 20), 'hex') AS a`,
  );

/** What a reader passes over, for its log cannot be read; its block holds nothing of the kind. */
export const passOver = (product: Product, digit: number): Promise<unknown> =>
  runSql(
    product,
    `INSERT INTO chain_fault (chain, block, last_block, transaction, log_index, log, reason, recorded_at)
       VALUES ('BSC', 1, 1, '0x' || repeat('${digit}', 64), '0x0',
               '{"address":"0x' || repeat('ab', 20) || '","blockHash":"0x12","topics":["0x' || repeat('dd', 32) || '"]}',
               'the node''s block hash is not 32 bytes', now())`,
  );
