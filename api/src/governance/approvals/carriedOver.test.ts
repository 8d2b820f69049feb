import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '../../platform/db/migrate.ts';
import { readSchema } from '../../platform/db/schemaSource.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';

/** What five tables knew of second persons until 003-approvals, seen from after it. */
let own: TestDatabase;
const at = `'2026-03-01T00:00:00Z'::timestamptz`;
const ids = { one: '0199d1a0-0000-7000-8000-000000000001', two: '0199d1a0-0000-7000-8000-000000000002' };

beforeAll(async () => {
  own = await createTestDatabase('nothing');
  const { migrations } = readSchema();
  // Without guards of its time, which have gone: only its tables matter.
  await migrate(own.ownerUrl, { migrations: migrations.filter(({ name }) => name < '003'), current: [] });
  await own.sql(`
    INSERT INTO operator (name, roles, created_at) VALUES ('ann', '{releases}', ${at}), ('bob', '{releases}', ${at});
    ALTER TABLE withdrawal DISABLE TRIGGER ALL; ALTER TABLE factor_reset DISABLE TRIGGER ALL;
    INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold, risks,
                            approvals, status, step, created_at, deadline_at, changed_at, revision)
      SELECT id::uuid, 7, 'USD', 2000000000, 'USDT', 'TRON', 2000000000, 2000000, 1998000000, 2000000000, 'T', 'T', gen_random_uuid(),
             '{}', 2, 'pending_review', step, ${at}, ${at}, ${at}, 2
        FROM (VALUES ('${ids.one}', 'review'), ('${ids.two}', 'approved')) AS given (id, step);
    INSERT INTO withdrawal_approval (withdrawal, approved_by, reason, approved_at) VALUES
      ('${ids.one}', 'operator:ann', 'fine', ${at}), ('${ids.two}', 'command:Ann', 'fine', ${at}), ('${ids.two}', 'operator:bob', 'too', ${at});
    INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state, confirmed_by, confirmed_at) VALUES
      ('${ids.two}', 'TRON', repeat('a', 64), false, 'operator:ann', ${at}, 'recorded', NULL, NULL);
    INSERT INTO factor_reset (member, bound_at, reason, requested_by, requested_at, expires_at) VALUES
      (7, ${at}, 'phone lost', 'operator:ann', ${at}, ${at} + interval '1 day');
    INSERT INTO factor_reset (member, bound_at, reason, requested_by, requested_at, expires_at, approved_by, approved_at, due_at, outcome, ended_at)
      VALUES (7, ${at}, 'phone lost', 'operator:ann', ${at}, ${at}, 'command:bob', ${at}, ${at} + interval '72 hours', 'done', ${at} + interval '80 hours');
    INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, approved_by,
                             approved_at, during)
      VALUES (2, 90000, 1, 'two exchanges', 'operator:ann', ${at}, ${at}, true, ${at} + interval '1 day', 'operator:bob', ${at},
              tstzrange(${at}, NULL)),
             (2, 200000, 1, 'two exchanges', 'command:Ann', ${at}, ${at}, true, ${at} + interval '1 day', NULL, NULL, NULL);
    INSERT INTO release_approval (feature, release, reason, requested_by, requested_at, expires_at, approved_by, approved_at)
      SELECT 'team', '1.0.0', 'good', a.id, ${at}, ${at} + interval '1 day', b.id, b.created_at
        FROM operator a, (SELECT id, created_at FROM operator WHERE name = 'bob' UNION ALL SELECT NULL, NULL) b WHERE a.name = 'ann';`);
  await migrate(own.ownerUrl);
});
afterAll(() => own.drop());

test('every approval that was asked for and given is there', async () => {
  const rows = await own.sql<{ reported: string }>(
    `SELECT concat_ws(' ', action, subject, 'by', requested_by, 'of', needed, CASE WHEN closed_at IS NULL THEN 'open' ELSE 'closed' END,
            (SELECT string_agg(person || ' as ' || actor, ', ' ORDER BY person) FROM approval_given WHERE approval = id)) AS reported
       FROM approval ORDER BY action DESC, id`,
  );
  expect(rows.map(({ reported }) => reported)).toEqual([
    'withdrawal.confirm_payout 1 by operator:ann of 1 open',
    `withdrawal.approve ${ids.one} by member of 2 open ann as operator:ann`,
    `withdrawal.approve ${ids.two} by member of 2 closed ann as command:Ann, bob as operator:bob`,
    'release.approve_below_floor team 1.0.0 by operator:ann of 1 closed bob as operator:bob',
    'release.approve_below_floor team 1.0.0 by operator:ann of 1 open',
    'rate.approve 2 by operator:ann of 1 closed bob as operator:bob',
    'rate.approve 3 by command:Ann of 1 open',
    'factor_reset.approve 1 by operator:ann of 1 open',
    'factor_reset.approve 2 by operator:ann of 1 closed bob as command:bob',
  ]);
});

test('what was open is taken by the guards once it has the rest', async () => {
  const say = (action: string, subject: string, actor: string) =>
    own.sql(
      `INSERT INTO approval_given (approval, actor, reason, at)
         SELECT id, $3, 'seen', ${at} FROM approval WHERE action = $1 AND subject = $2 AND closed_at IS NULL`,
      [action, subject, actor],
    );
  await expect(say('withdrawal.approve', ids.one, 'command:ANN')).rejects.toMatchObject({ code: 'TA001' });
  await say('withdrawal.approve', ids.one, 'operator:bob');
  await say('withdrawal.confirm_payout', '1', 'operator:bob');
  await say('factor_reset.approve', '1', 'operator:bob');
  const approve = (actor: string) =>
    own.sql(`SELECT approve_market_rate(3, $1, ${at} + interval '1 hour', 'seen')`, [actor]);
  await expect(approve('operator:ann')).rejects.toMatchObject({ code: 'TA001' });
  await approve('operator:bob');
  const [given] = await own.sql(
    `SELECT (SELECT approval_of('withdrawal.approve', id::text, withdrawal_payload(w), 'member', 2) IS NOT NULL
               FROM withdrawal w WHERE id = '${ids.one}') AS withdrawal,
            (SELECT approval_of('withdrawal.confirm_payout', id::text, payout_payload(p), recorded_by, 1) IS NOT NULL
               FROM withdrawal_payout p) AS payout,
            (SELECT approval_of('factor_reset.approve', id::text, factor_reset_payload(r), requested_by, 1) IS NOT NULL
               FROM factor_reset r WHERE id = 1) AS reset,
            payload_digest('{"feature":"team","release":"1.0.0"}') =
              (SELECT digest FROM approval WHERE action LIKE 'release.%' AND closed_at IS NULL) AS release`,
  );
  expect(given).toEqual({ withdrawal: true, payout: true, reset: true, release: true });
});

describe('what waited with a table of its own until 057', () => {
  let later: TestDatabase;
  beforeAll(async () => {
    later = await createTestDatabase('nothing');
    const { migrations } = readSchema();
    await migrate(later.ownerUrl, { migrations: migrations.filter(({ name }) => name < '056'), current: [] });
    const row = `'operator:ann', now(), 'because', now() + interval '1 day'`;
    const asks = (action: string, table: string, payload: string) =>
      `INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at)
         SELECT ${action}, r.id::text, sha256(convert_to((${payload})::text, 'UTF8')), 1, requested_by, requested_at, r.reason, expires_at
           FROM ${table}`;
    await later.sql(`
      INSERT INTO operator (name, roles, password_hash, totp_secret, totp_key, created_at, enrolled_at)
        SELECT name, '{admin,treasurer}', '-', '\\x00', '-', now(), now() FROM unnest(ARRAY['ann', 'bob', 'cara']) AS name;
      INSERT INTO operator_change (kind, name, roles, base, requested_by, requested_at, reason, expires_at)
        VALUES ('roles', 'cara', '{viewer}', '{admin,treasurer}', ${row});
      ${asks(`'operator.' || kind`, 'operator_change r', `jsonb_build_object('kind', kind, 'name', name, 'roles', to_jsonb(roles), 'base', to_jsonb(base))`)};
      INSERT INTO terms_proposal (document, base, texts, requested_by, requested_at, reason, expires_at)
        SELECT document, 0, '{"en": 1, "jp": 1, "zh": 1, "ko": 1}', ${row} FROM unnest(ARRAY['terms', 'termservice']) AS document;
      ${asks(`'terms.publish'`, 'terms_proposal r', `jsonb_build_object('document', document, 'base', base, 'texts', texts)`)};
      UPDATE approval SET digest = sha256('other') WHERE action = 'terms.publish' AND subject = '2';
      INSERT INTO rule_proposal (subject, key, value, requested_from, set_by, set_at, reason, expires_at)
        VALUES ('securityLock', 'frozen', '{"hours": 30}', now() + interval '2 days', ${row});
      INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason, expires_at)
        SELECT 'rule.approve', id::text, sha256(convert_to(jsonb_build_object('subject', subject, 'key', key, 'value', value, 'from',
          (extract(epoch FROM requested_from) * 1000000)::bigint)::text, 'UTF8')), 1, set_by, set_at, reason, expires_at FROM rule_proposal;
      ALTER TABLE deposit_transfer DISABLE TRIGGER ALL;
      INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id, units,
                                    usdt, minimum, state, recorded_at)
        VALUES ('TRON', decode(repeat('ab', 20), 'hex'), sha256('x'), 0, 1, sha256('y'), now(), decode(repeat('ab', 20), 'hex'), decode(repeat('ab', 20), 'hex'), 7, 5000000, 5000000, 10000000, 'below_minimum', now());
      ALTER TABLE deposit_transfer ENABLE TRIGGER ALL;
      INSERT INTO deposit_return (deposit, address, requested_by, requested_at, reason, expires_at) SELECT id, 'T', ${row} FROM deposit_transfer;
      ${asks(
        `'deposit.return'`,
        'deposit_return r JOIN deposit_transfer d ON d.id = r.deposit',
        `jsonb_build_object('deposit', d.id, 'member', d.member_id, 'usdt', d.usdt, 'chain', d.chain, 'address', r.address)`,
      )}`);
    await migrate(later.ownerUrl);
  });
  afterAll(() => later.drop());

  test('waits with what it asks for, or ends where it is not what its digest is of', async () => {
    const rows = await later.sql<{ reported: string }>(
      `SELECT concat_ws(' ', action, subject, state, coalesce(payload ->> 'name', payload ->> 'document', payload ->> 'key', payload ->> 'address')) AS reported
         FROM requests_at(NULL, now()) ORDER BY action, id`,
    );
    expect(rows.map(({ reported }) => reported)).toEqual([
      'deposit.return 1 waiting T',
      'operator.roles 1 waiting cara',
      'rule.approve 1 waiting frozen',
      'terms.publish 1 waiting terms',
      'terms.publish 2 refused termservice',
    ]);
  });

  test('is approved as it was asked for, by its number of now', async () => {
    const idOf = (action: string) => `(SELECT id FROM approval WHERE action = '${action}' AND closed_at IS NULL)`;
    const change = (by: string) =>
      later.sql(`SELECT change_operator(${idOf('operator.roles')}, '${by}', 'seen', NULL, NULL, now())`);
    await expect(change('operator:ann')).rejects.toMatchObject({ code: 'TA001' });
    await expect(change('operator:cara')).rejects.toMatchObject({ code: 'TA006' });
    await change('operator:bob');
    expect(await later.sql(`SELECT roles FROM operator WHERE name = 'cara'`)).toEqual([{ roles: ['viewer'] }]);
    await later.sql(`SELECT publish_terms(${idOf('terms.publish')}, 'operator:bob', 'seen', now())`);
    expect(await later.sql('SELECT document, version FROM terms_document')).toEqual([
      { document: 'terms', version: 1 },
    ]);
    await later.sql(`SELECT approve_rule(1, 'operator:bob', 'seen', now())`);
    const [rule] = await later.sql(
      `SELECT value, proposal, effective_from > now() + interval '1 day' AS later FROM rule ORDER BY id DESC LIMIT 1`,
    );
    expect(rule).toEqual({ value: { hours: 30 }, proposal: '1', later: true });
    await later.sql(
      `SELECT approve_request('deposit.return', ${idOf('deposit.return')}, 'operator:bob', 'seen', now())`,
    );
    expect(await later.sql('SELECT deposit_return_approved(d) AS approved FROM deposit_transfer d')).toEqual([
      { approved: true },
    ]);
  });
});
