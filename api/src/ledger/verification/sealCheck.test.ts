import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SystemLedger } from '../../testing/systemLedger.ts';
import { checkSeals, type SealScope } from './sealCheck.ts';

let system: SystemLedger;
beforeAll(async () => {
  system = await SystemLedger.start();
  await system.setMargin('0 seconds');
});
beforeEach(() => system.empty());
afterAll(() => system.close());

const faults = async (scope?: SealScope) => (await checkSeals(system.intruder, scope)).finding.rows;

describe('the check finds', () => {
  beforeEach(async () => {
    for (let count = 0; count < 40; count += 1) await system.post();
    expect(await system.sealAll(10)).toEqual([10, 10, 10, 10]);
    expect(await faults()).toEqual([]);
  });

  // The 15th of 40 journals lies in the second seal of ten.
  const victim = `(SELECT id FROM journal ORDER BY recorded_at OFFSET 14 LIMIT 1)`;
  const changed = 'a journal, a posting or the seal itself was changed';
  const forged = `SELECT 0, 'forged', gen_random_uuid(), request_hash, kind, memo, recorded_at + interval '1 microsecond' FROM journal WHERE id = ${victim}`;
  const swapped = (column: string) =>
    `UPDATE journal_seal s SET ${column} = o.${column} FROM journal_seal o WHERE s.number + o.number = 5 AND s.number IN (2, 3)`;

  test.each<[string, string, [seal: string, fault: string][]]>([
    [
      'one character of a memo',
      `UPDATE journal SET memo = '{"note": "höhe, 高ざ"}' WHERE id = ${victim}`,
      [['2', changed]],
    ],
    ['another kind', `UPDATE journal SET kind = 'transfer' WHERE id = ${victim}`, [['2', changed]]],
    ['another key', `UPDATE journal SET key = key || '!' WHERE id = ${victim}`, [['2', changed]]],
    ['another owner', `UPDATE journal SET owner = 1 WHERE id = ${victim}`, [['2', changed]]],
    [
      'one bit of a request hash',
      `UPDATE journal SET request_hash = set_bit(request_hash, 9, 1 - get_bit(request_hash, 9)) WHERE id = ${victim}`,
      [['2', changed]],
    ],
    [
      'a journal one microsecond later',
      `UPDATE journal SET recorded_at = recorded_at + interval '1 microsecond' WHERE id = ${victim}`,
      [['2', changed]],
    ],
    [
      'one amount',
      `UPDATE posting SET amount = amount + 1 WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    [
      'one balance',
      `UPDATE posting SET balance_after = 0 WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    ['one account', `UPDATE posting SET account = 402 WHERE journal = ${victim} AND account = 401`, [['2', changed]]],
    [
      'one sequence number',
      `UPDATE posting SET seq = 999 WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    [
      'a posting one microsecond later',
      `UPDATE posting SET recorded_at = recorded_at + interval '1 microsecond' WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    ['a posting that is gone', `DELETE FROM posting WHERE journal = ${victim} AND account = 401`, [['2', changed]]],
    [
      'a posting that was added',
      `INSERT INTO posting SELECT 402, 1, journal, amount, balance_after, recorded_at FROM posting WHERE journal = ${victim} AND account = 401`,
      [['2', changed]],
    ],
    [
      'a journal that is gone with its postings',
      `WITH gone AS (DELETE FROM journal WHERE id = ${victim} RETURNING id) DELETE FROM posting WHERE journal IN (SELECT id FROM gone)`,
      [['2', '10 journals were sealed, 9 are there']],
    ],
    ['a journal that was put in', `INSERT INTO journal ${forged}`, [['2', '10 journals were sealed, 11 are there']]],
    [
      'a journal from before the first',
      `INSERT INTO journal SELECT 0, 'forged', gen_random_uuid(), request_hash, kind, memo, '-infinity' FROM journal WHERE id = ${victim}`,
      [['1', '10 journals were sealed, 11 are there']],
    ],
    [
      'a journal moved to another range',
      `UPDATE journal SET recorded_at = (SELECT max(recorded_at) FROM journal) WHERE id = ${victim}`,
      [
        ['2', '10 journals were sealed, 9 are there'],
        ['4', '10 journals were sealed, 11 are there'],
      ],
    ],
    [
      'one bit of a digest',
      'UPDATE journal_seal SET digest = set_bit(digest, 77, 1 - get_bit(digest, 77)) WHERE number = 2',
      [
        ['2', changed],
        ['3', changed],
      ],
    ],
    [
      'another time of sealing',
      `UPDATE journal_seal SET sealed_at = sealed_at + interval '1 microsecond' WHERE number = 2`,
      [['2', changed]],
    ],
    [
      'another count',
      'UPDATE journal_seal SET journals = 9 WHERE number = 2',
      [['2', '9 journals were sealed, 10 are there']],
    ],
    [
      'a range that ends a microsecond later',
      `UPDATE journal_seal SET up_to = up_to + interval '1 microsecond' WHERE number = 2`,
      [
        ['2', '10 journals were sealed, 11 are there'],
        ['3', '10 journals were sealed, 9 are there'],
      ],
    ],
    [
      'two digests swapped',
      swapped('digest'),
      [
        ['2', changed],
        ['3', changed],
        ['4', changed],
      ],
    ],
    [
      'a seal missing in the middle',
      'DELETE FROM journal_seal WHERE number = 2',
      [['3', 'the seal before it is missing']],
    ],
    ['the first seals cut off', 'DELETE FROM journal_seal WHERE number < 3', [['3', 'the seal before it is missing']]],
  ])('%s', async (_what, tampering, expected) => {
    await system.intruder.query(tampering);
    expect(await faults()).toEqual(expected.map(([seal, fault]) => expect.objectContaining({ seal, fault })));
  });

  test('two seals swapped whole', async () => {
    await system.intruder.query('UPDATE journal_seal SET number = number + 10 WHERE number IN (2, 3)');
    await system.intruder.query('UPDATE journal_seal SET number = 15 - number WHERE number > 10');
    expect((await faults()).map((row) => ('seal' in row ? row.seal : ''))).toEqual(['2', '3', '4']);
  });

  test('the last seals cut off, by a digest that was noted', async () => {
    const { last } = await checkSeals(system.intruder);
    const expect_ = last?.digest ?? '';
    expect(await faults({ expect: expect_.toUpperCase() })).toEqual([]);
    await system.post();
    await system.sealAll(10);
    expect(await faults({ expect: expect_ })).toEqual([]);
    await system.intruder.query('DELETE FROM journal_seal WHERE number > 3');
    expect(await faults()).toEqual([]);
    expect(await faults({ expect: expect_ })).toEqual([expect.objectContaining({ expected: expect_ })]);
  });

  test('among the latest only what lies there, and says how many it read', async () => {
    await system.intruder.query(`UPDATE journal SET kind = 'transfer' WHERE id = ${victim}`);
    const two = await checkSeals(system.intruder, { latest: 2 });
    expect([two.finding.rows, two.checked]).toEqual([[], 2]);
    expect(await faults({ latest: 3 })).toHaveLength(1);
    expect(await faults({ latest: 99 })).toHaveLength(1);
  });
});
