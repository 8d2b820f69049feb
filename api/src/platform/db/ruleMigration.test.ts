import { expect, test } from '@jest/globals';
import { createTestDatabase } from '../../testing/testDatabase.ts';
import { migrate } from './migrate.ts';
import { readSchema } from './schemaSource.ts';

test('what was set before there was one table of rules is there afterwards, with who, when and why', async () => {
  const own = await createTestDatabase('nothing');
  try {
    const { migrations } = readSchema();
    await migrate(own.ownerUrl, { migrations: migrations.slice(0, 1), current: [] });
    // As the version before has it: with an argument more, under the same name.
    await own.sql(
      `CREATE FUNCTION make_quote(bigint, uuid, text, text, bigint, timestamptz, timestamptz) RETURNS exchange_quote
         LANGUAGE sql AS 'SELECT NULL::exchange_quote'`,
    );
    await own.sql(`
      INSERT INTO money_limit (operation, unit, minimum, maximum, day_maximum, fee, effective_from, set_by, set_at)
        VALUES ('transfer', 'USD', 2000000, 50000000, 80000000, 250000, '2026-03-01 10:00:00.1234', 'operator:tina', '2026-03-01 10:00');
      INSERT INTO fee_rule (product, subject, unit, fixed, ppm, effective_from, set_by, set_at)
        VALUES ('exchange', 'USD-USDT', 'USDT', 0, 2505, '2026-03-02', 'operator:theo', '2026-03-01');
      INSERT INTO action_rule VALUES ('exchange', true, 'above', 5000000, true, '2026-03-03');
      INSERT INTO withdrawal_rule VALUES (2, 3, 4, 5, '2026-03-04');
      UPDATE rate_pair SET maximum_age = '90 minutes', jump_ppm = 55500 WHERE base = 'BTC';
      INSERT INTO audit_event (number, actor, action, subject, reason, after, recorded_at, digest)
        VALUES (1, 'operator:tina', 'limit.set', 'transfer USD', 'a quiet week', '{"from": "2026-03-01T10:00:00.123Z"}', now(), sha256(''));`);
    await migrate(own.ownerUrl);
    const rules = await own.sql<{ line: string }>(
      `SELECT subject || ' ' || key || ' ' || value || ' ' || set_by || ': ' || reason AS line
         FROM rule WHERE effective_from > '2001-01-01' OR subject = 'ratePair' ORDER BY effective_from, key`,
    );
    expect(rules.map(({ line }) => line)).toEqual([
      'ratePair BTC-USD {"jumpPercent": "5.55", "maximumAgeSeconds": 5400} policy: as the product began',
      'ratePair CP-USD {"jumpPercent": "10", "maximumAgeSeconds": null} policy: as the product began',
      'ratePair ON-USD {"jumpPercent": "10", "maximumAgeSeconds": 86400} policy: as the product began',
      'ratePair USDT-USD {"jumpPercent": "10", "maximumAgeSeconds": null} policy: as the product began',
      'limit transfer-USD {"fee": "250000", "maximum": "50000000", "minimum": "2000000", "dayMaximum": "80000000"} operator:tina: a quiet week',
      'exchangeFee USD-USDT {"percent": "0.2505"} operator:theo: as the product began',
      'action exchange {"code": "above", "above": "5000000", "needsGoogle": true, "securityLock": true} policy: as the product began',
      'withdrawalReview all {"many": 4, "twoFrom": "2", "largeFrom": "3", "reviewHours": 5} policy: as the product began',
      'ratePair USDT-USD {"jumpPercent": "0.5", "maximumAgeSeconds": null} policy: a stable coin hardly moves',
      'action addPasskey {"code": "always", "above": null, "needsGoogle": false, "securityLock": false} policy: a password alone adds no passkey',
    ]);
  } finally {
    await own.drop();
  }
});

test('what operators have set of a pair stays', async () => {
  const own = await createTestDatabase('nothing');
  try {
    const { migrations } = readSchema();
    const place = migrations.findIndex(({ name }) => name.startsWith('071'));
    await migrate(own.ownerUrl, { migrations: migrations.slice(0, place), current: [] });
    await own.sql(
      `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
       VALUES ('ratePair', 'USDT-USD', '{"maximumAgeSeconds": 60, "jumpPercent": "3"}', now(), 'operator:tina', now(), 'ours')`,
    );
    await migrate(own.ownerUrl);
    expect(
      await own.sql(
        `SELECT value ->> 'jumpPercent' AS percent FROM rule_at('ratePair', 'USDT-USD', now() + interval '1 s')`,
      ),
    ).toEqual([{ percent: '3' }]);
  } finally {
    await own.drop();
  }
});
