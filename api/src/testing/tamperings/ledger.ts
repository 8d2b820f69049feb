import { daysMakeUp, demoUsd, funded, hana, recordedAt, type Tamperings } from '../tampering.ts';

const sums = 'every journal sums to zero in each unit';
const partners = 'every posting has its journal, and every journal at least two postings';
const together = 'every posting has the time of its journal, by which it is found';
const once = 'a journal id and a key stand for one effect';
const balance = 'every balance is the sum of its postings';
const gaps = 'sequence numbers have no gap, and the account knows the last';
const chain = 'every posting continues the balance before it';
const times = 'time and sequence agree within an account';
const floors = 'every account is of a kind, has its floor, and does not stand below it';
const zero = 'what members and pools hold, the house owes: each unit sums to zero';
const usdp = 'reserve:USDP backs all locked and active USDP';
const rp = 'reserve:RP backs all RP';
const principal = 'the CP of each member are those of their contracts';
const stakeReserve = 'reserve:CP is what the CP of all contracts cost, each at its own rate';
const limit = 'the daily limits have counted every transfer, every exchange and every withdrawal';
const pending = 'what is pending is what open holds hold';
const deposited = 'every deposit was credited by its journal, or stands in suspense';
const depositPriced =
  'a deposit is worth what a rate of its time makes of it, less the fee of its time or none by two people';
const transferFee = 'a transfer left the fee of its time, and nothing else on the way';
const withdrawalPriced = 'a withdrawal is worth, and pays, what rates and the fee of its time make of its amount';
const wentBack =
  'a deposit that goes back is one withdrawal of its sum, paid once it is back, and none while it stands aside';
const holdEnds = 'every hold was made by its journal, and ended by the one it names';
const withdrawn =
  'every withdrawal has a hold of its amount, open, settled whole or given back as it stands, and one payout';
const paidRight = 'a paid withdrawal took from custody what was paid, and left the fee that was shown';
const approved = 'what takes other people was approved by as many, and not by who asked';
const fundedAsAsked = 'a pool was funded with what was asked for, and under the key of its request';
const feeReturned = 'a fee was returned as it was booked, to who had paid it, and by what was asked for';
const mirror = 'a reversal is the mirror image of its journal';
const promised = 'every consumed quote moved what it promised, and only an exchange consumes one';
const depth = 'every node stands one below its parent, and every member has a node';
const legs = 'a leg ends at its outermost node and knows its length';
const people = 'the index counts the people on each side of every node';
const log = 'the audit log has no gap, and every row is as it was written';
const steps = 'every step with releases stands in the audit log';
const rights = 'the application may do what the last migration gave it, and nothing more';

/** What the ledger, the tree and the audit log have to show. */
export const ledgerTamperings: Tamperings = {
  'money that is pending without a hold': {
    red: [balance, zero, pending],
    does: [`INSERT INTO account SELECT ${hana} * 1000 + 102, ${hana}, 102, 5, 0, 0`],
    undoes: [`DELETE FROM account WHERE code = 102`],
  },
  'a hold that no journal made': {
    red: [holdEnds],
    does: [
      `INSERT INTO money_hold SELECT ${hana}, gen_random_uuid(), ${hana} * 1000 + 101, ${hana} * 1000 + 102, 5, 'released', 0, gen_random_uuid()`,
    ],
    undoes: [`DELETE FROM money_hold`],
  },
  'a deposit that was never credited, with a fee of no rule': {
    red: [deposited, depositPriced],
    does: [
      `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                                     units, usdt, usd, fee, rate, minimum, state, journal, recorded_at, credited_at)
       SELECT 'BSC', z.twenty, z.whole, 0, 1, z.whole, now(), z.twenty, z.twenty, ${hana}, 20000000, 20000000, 19999993, 7, r.id,
              10000000, 'credited', gen_random_uuid(), now(), now()
         FROM market_rate r, (SELECT decode(repeat('00', 20), 'hex') AS twenty, decode(repeat('00', 32), 'hex') AS whole) z
        WHERE r.pair = 1 LIMIT 1`,
    ],
    undoes: [`DELETE FROM deposit_transfer`],
  },
  'a deposit that goes back by no withdrawal': {
    red: [wentBack],
    does: [
      `INSERT INTO deposit_transfer (chain, token, transaction, ordinal, block, block_hash, block_time, sender, account, member_id,
                                     units, usdt, minimum, state, recorded_at)
       SELECT 'BSC', z.twenty, z.whole, 0, 1, z.whole, now(), z.twenty, z.twenty, ${hana}, 5000000, 5000000, 10000000,
              'returning', now()
         FROM (SELECT decode(repeat('00', 20), 'hex') AS twenty, decode(repeat('00', 32), 'hex') AS whole) z`,
    ],
    undoes: [`DELETE FROM deposit_transfer`],
  },
  'a rate that jumps at nobody else’s word': {
    red: [approved],
    does: [
      `INSERT INTO market_rate (pair, numerator, denominator, source, set_by, set_at, requested_from, jumps, expires_at, approved_by,
                                approved_at, during)
       VALUES (3, 1, 1, 'x', 'operator:ann', now(), now(), true, now(), 'command:Ann', now(), tstzrange(now(), NULL))`,
      `INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason)
       SELECT 'rate.approve', id::text, sha256(''), 1, set_by, now(), 'x' FROM market_rate WHERE pair = 3`,
      `INSERT INTO approval_given (approval, person, actor, reason, at)
       SELECT id, 'other', 'command:Ann', 'x', now() FROM approval`,
    ],
    undoes: ['DELETE FROM approval_given', 'DELETE FROM approval', 'DELETE FROM market_rate WHERE pair = 3'],
  },
  'a rule that takes two, at one’s own word': {
    red: [approved],
    does: [
      `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason, proposal, approved_by)
       VALUES ('securityLock', 'frozen', '{"hours": 1}', now(), 'operator:ann', now(), 'x', 9, 'command:Ann')`,
      `INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason)
       VALUES ('rule.approve', '9', sha256(''), 1, 'operator:ann', now(), 'x')`,
      `INSERT INTO approval_given (approval, person, actor, reason, at)
       SELECT id, 'other', 'command:Ann', 'x', now() FROM approval`,
    ],
    undoes: ['DELETE FROM approval_given', 'DELETE FROM approval', 'DELETE FROM rule WHERE proposal IS NOT NULL'],
  },
  'a rule that takes two and was never asked for': {
    red: [approved],
    does: [
      `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason, proposal, approved_by)
       VALUES ('securityLock', 'frozen', '{"hours": 1}', now(), 'operator:ann', now(), 'x', 9, 'operator:bob')`,
      `INSERT INTO approval (action, subject, digest, needed, requested_by, requested_at, reason)
       VALUES ('rule.approve', '9', sha256(''), 1, 'operator:ann', now(), 'x')`,
      `INSERT INTO approval_given (approval, person, actor, reason, at)
       SELECT id, 'bob', 'operator:bob', 'x', now() FROM approval`,
      `INSERT INTO rule (subject, key, value, effective_from, set_by, set_at, reason)
       VALUES ('securityLock', 'frozen', '{"hours": 2}', now() + interval '1 day', 'operator:ann', now(), 'x')`,
    ],
    undoes: ['DELETE FROM approval_given', 'DELETE FROM approval', `DELETE FROM rule WHERE set_by = 'operator:ann'`],
  },
  'a withdrawal that nothing is held for': {
    red: [withdrawn, approved],
    does: [
      `INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold, risks,
                               approvals, status, step, created_at, deadline_at, changed_at, revision)
       SELECT gen_random_uuid(), ${hana}, 'USD', 20000000, 'USDT', 'TRON', 20000000, 2000000, 18000000, 20000000, 'T', 'T',
              gen_random_uuid(), '{}', 1, 'approved', 'complete', now(), now(), now(), 3`,
    ],
    undoes: [`DELETE FROM withdrawal`],
  },
  'a withdrawal that is worth less than it takes': {
    red: [withdrawalPriced, withdrawn],
    does: [
      `INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold, risks,
                               approvals, status, step, created_at, deadline_at, changed_at, revision)
       SELECT gen_random_uuid(), j.owner, 'USD', 20000000, 'USDT', 'TRON', 20000000, 2000000, 18000000, 1, 'T', 'T', j.id, '{}', 1,
              'pending_review', 'review', now(), now(), now(), 1 FROM journal j WHERE j.kind = 'transfer' LIMIT 1`,
    ],
    undoes: [`DELETE FROM withdrawal`],
  },
  'transfers that left another fee than the rule’s': {
    red: [transferFee],
    does: [
      `UPDATE rule SET value = jsonb_set(value, '{fee}', to_jsonb((value ->> 'fee')::bigint + 1)) WHERE (subject, key) = ('limit', 'transfer-USD')`,
    ],
    undoes: [
      `UPDATE rule SET value = jsonb_set(value, '{fee}', to_jsonb((value ->> 'fee')::bigint - 1)) WHERE (subject, key) = ('limit', 'transfer-USD')`,
    ],
  },
  'a paid withdrawal that took nothing from custody': {
    red: [holdEnds, paidRight, approved],
    does: [
      `INSERT INTO withdrawal (id, member, unit, amount, asset, chain, gross, fee, received, worth, address, address_typed, hold, risks,
                               approvals, status, step, created_at, deadline_at, changed_at, revision)
       SELECT '00000000-0000-7000-8000-000000000009', ${hana}, 'USD', 20000000, 'USDT', 'TRON', 20000000, 2000000, 18000000, 20000000,
              'T', 'T', '00000000-0000-7000-8000-000000000008', '{}', 1, 'approved', 'complete', now(), now(), now(), 3`,
      `INSERT INTO money_hold SELECT ${hana}, '00000000-0000-7000-8000-000000000008', ${hana} * 1000 + 101, ${hana} * 1000 + 102,
              20000000, 'settled', 20000000, gen_random_uuid()`,
      `INSERT INTO withdrawal_payout (withdrawal, chain, tx, verifiable, recorded_by, recorded_at, state, confirmed_by, confirmed_at)
       SELECT '00000000-0000-7000-8000-000000000009', 'TRON', repeat('a', 64), true, 'operator:x', now(), 'confirmed', 'chain:TRON', now()`,
    ],
    undoes: ['DELETE FROM withdrawal_payout', 'DELETE FROM withdrawal', 'DELETE FROM money_hold'],
  },
  'a consumed quote that moved something else': {
    red: [promised],
    does: [
      `INSERT INTO exchange_quote SELECT j.owner, gen_random_uuid(), 'USD', 'USDT', 1, 1, 5000000, 5000000, 5000, 4995000, now(), j.id
         FROM journal j WHERE j.kind = 'transfer' LIMIT 1`,
    ],
    undoes: [`DELETE FROM exchange_quote`],
  },
  'a pool that nobody funded': {
    red: [partners, approved, fundedAsAsked],
    does: [
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
       SELECT 0, 'pool-funding:1', gen_random_uuid(), sha256(''), 'pool_funding', '{}', recorded_at FROM journal LIMIT 1`,
    ],
    undoes: [`DELETE FROM journal WHERE kind = 'pool_funding'`],
  },
  'a fee that nobody gave back': {
    red: [partners, approved, feeReturned],
    does: [
      `INSERT INTO journal (owner, key, id, request_hash, kind, memo, recorded_at)
       SELECT owner, 'fee-return:' || id, gen_random_uuid(), sha256(''), 'fee_returned', '{"feeReturn": "1"}', recorded_at
         FROM journal WHERE kind = 'transfer' LIMIT 1`,
    ],
    undoes: [`DELETE FROM journal WHERE kind = 'fee_returned'`],
  },
  'a reversal that never moved anything': {
    red: [mirror],
    does: [
      `INSERT INTO journal_reversal SELECT owner, id, gen_random_uuid() FROM journal WHERE kind = 'transfer' LIMIT 1`,
    ],
    undoes: [`DELETE FROM journal_reversal`],
  },
  'a balance altered by hand': {
    red: [balance, zero],
    does: [`UPDATE account SET balance = balance + 1 WHERE id = ${demoUsd}`],
    undoes: [`UPDATE account SET balance = balance - 1 WHERE id = ${demoUsd}`],
  },
  'money moved between two balances': {
    red: [balance],
    does: [
      `UPDATE account SET balance = balance - 1 WHERE id = ${demoUsd}`,
      `UPDATE account SET balance = balance + 1 WHERE id = ${hana} * 1000 + 101`,
    ],
    undoes: [
      `UPDATE account SET balance = balance + 1 WHERE id = ${demoUsd}`,
      `UPDATE account SET balance = balance - 1 WHERE id = ${hana} * 1000 + 101`,
    ],
  },
  'an opening posting with another amount, its balances carried on': {
    red: [sums, zero],
    does: [
      `UPDATE posting SET amount = amount + 1 WHERE account = ${demoUsd} AND seq = 1`,
      `UPDATE posting SET balance_after = balance_after + 1 WHERE account = ${demoUsd}`,
      `UPDATE account SET balance = balance + 1 WHERE id = ${demoUsd}`,
    ],
    undoes: [
      `UPDATE posting SET amount = amount - 1 WHERE account = ${demoUsd} AND seq = 1`,
      `UPDATE posting SET balance_after = balance_after - 1 WHERE account = ${demoUsd}`,
      `UPDATE account SET balance = balance - 1 WHERE id = ${demoUsd}`,
    ],
  },
  'a journal without postings': {
    red: [partners],
    does: [`INSERT INTO journal VALUES (0, 'lonely', gen_random_uuid(), '\\x00', 'opening', '{}', now())`],
    undoes: [`DELETE FROM journal WHERE key = 'lonely'`],
  },
  'postings whose journal is gone': {
    red: [partners],
    does: [
      `CREATE TABLE kept AS SELECT * FROM journal WHERE kind = 'opening' LIMIT 1`,
      'DELETE FROM journal WHERE id = (SELECT id FROM kept)',
    ],
    undoes: ['INSERT INTO journal SELECT * FROM kept', 'DROP TABLE kept'],
  },
  'two keys for one journal': {
    red: [once],
    does: [
      `INSERT INTO journal SELECT owner, 'second key', id, request_hash, kind, memo, recorded_at FROM journal WHERE kind = 'opening' LIMIT 1`,
    ],
    undoes: [`DELETE FROM journal WHERE key = 'second key'`],
  },
  'a gap in the sequence': {
    red: [gaps],
    does: [
      `UPDATE posting SET seq = seq + 1 WHERE account = ${demoUsd} AND seq = (SELECT max(seq) FROM posting WHERE account = ${demoUsd})`,
    ],
    undoes: [
      `UPDATE posting SET seq = seq - 1 WHERE account = ${demoUsd} AND seq = (SELECT max(seq) FROM posting WHERE account = ${demoUsd})`,
    ],
  },
  'an account that counts one posting too many': {
    red: [gaps],
    does: [`UPDATE account SET seq = seq + 1 WHERE id = ${demoUsd}`],
    undoes: [`UPDATE account SET seq = seq - 1 WHERE id = ${demoUsd}`],
  },
  'a balance after that does not follow': {
    red: [chain],
    does: [`UPDATE posting SET balance_after = balance_after + 1 WHERE account = ${demoUsd} AND seq = 2`],
    undoes: [`UPDATE posting SET balance_after = balance_after - 1 WHERE account = ${demoUsd} AND seq = 2`],
  },
  'a posting dated before the one it follows': {
    red: [together, times],
    does: [`UPDATE posting SET recorded_at = recorded_at - interval '365 days' WHERE account = ${demoUsd} AND seq = 3`],
    undoes: [
      `UPDATE posting SET recorded_at = recorded_at + interval '365 days' WHERE account = ${demoUsd} AND seq = 3`,
    ],
  },
  'a posting dated a microsecond after its journal': {
    red: [together],
    does: [
      `UPDATE posting SET recorded_at = recorded_at + interval '1 microsecond' WHERE account = ${demoUsd} AND seq = 3`,
    ],
    undoes: [
      `UPDATE posting SET recorded_at = recorded_at - interval '1 microsecond' WHERE account = ${demoUsd} AND seq = 3`,
    ],
  },
  'an account of no kind': {
    red: [floors],
    does: [`INSERT INTO account SELECT ${hana} * 1000 + 199, ${hana}, 199, 0, 0, 0`],
    undoes: [`DELETE FROM account WHERE code = 199`],
  },
  'a floor lowered by hand': {
    red: [floors],
    does: [`UPDATE account SET floor = -1000 WHERE id = ${demoUsd}`],
    undoes: [`UPDATE account SET floor = 0 WHERE id = ${demoUsd}`],
  },
  'USDP without its reserve': {
    red: [usdp],
    does: moved('121', '221', '+'),
    undoes: moved('121', '221', '-'),
  },
  'RP without its reserve': { red: [rp], does: moved('131', '231', '+'), undoes: moved('131', '231', '-') },
  'CP from nowhere': { red: [principal], does: created('141', '241'), undoes: removed('141', '241') },
  'a reserve for CP that nobody holds': { red: [stakeReserve], does: funded('303', '+'), undoes: funded('303', '-') },
  'a limit that forgot a transfer': {
    red: [limit],
    does: [`UPDATE account SET transferred = transferred - 1 WHERE id = ${demoUsd}`],
    undoes: [`UPDATE account SET transferred = transferred + 1 WHERE id = ${demoUsd}`],
  },
  'a node at the wrong depth': {
    red: [depth],
    does: [`UPDATE tree_node SET depth = depth + 1 WHERE id = (SELECT max(id) FROM tree_node)`],
    undoes: [`UPDATE tree_node SET depth = depth - 1 WHERE id = (SELECT max(id) FROM tree_node)`],
  },
  'a member without a node': {
    red: [depth],
    does: [
      `INSERT INTO member SELECT 999999, 'ghost', 'ghost', 'ghost@example.com', 'ghost@example.com', password_hash, language, 'GHOST234', NULL, now() FROM member LIMIT 1`,
    ],
    undoes: [`DELETE FROM member WHERE username = 'ghost'`],
  },
  'a leg that forgot its end': {
    red: [legs],
    does: [`UPDATE tree_leg SET len = len + 1 WHERE leg_id = 0`],
    undoes: [`UPDATE tree_leg SET len = len - 1 WHERE leg_id = 0`],
  },
  'people counted twice': {
    red: [daysMakeUp, people],
    does: [`UPDATE team SET people = people + 1 WHERE node_id = ${hana}`],
    undoes: [`UPDATE team SET people = people - 1 WHERE node_id = ${hana}`],
  },
  'an audited reason in other words': {
    red: [log],
    does: [`UPDATE audit_event SET reason = 'hohe' WHERE number = 1`],
    undoes: [`UPDATE audit_event SET reason = 'höhe' WHERE number = 1`],
  },
  'an empty text where nothing was audited': {
    red: [log],
    does: [`UPDATE audit_event SET request_id = '' WHERE number = 1`],
    undoes: [`UPDATE audit_event SET request_id = NULL WHERE number = 1`],
  },
  'something audited that was null': {
    red: [log],
    does: [`UPDATE audit_event SET after = '{"a": [1, 0]}' WHERE number = 1`],
    undoes: [`UPDATE audit_event SET after = '{"a": [1, null]}' WHERE number = 1`],
  },
  'one bit of a digest in the audit log': {
    red: [log],
    does: [`UPDATE audit_event SET digest = set_bit(digest, 9, 1 - get_bit(digest, 9)) WHERE number = 2`],
    undoes: [`UPDATE audit_event SET digest = set_bit(digest, 9, 1 - get_bit(digest, 9)) WHERE number = 2`],
  },
  'the beginning of the audit log cut off': {
    red: [log],
    does: [
      'CREATE TABLE kept AS SELECT * FROM audit_event WHERE number = 1',
      'DELETE FROM audit_event WHERE number = 1',
    ],
    undoes: ['INSERT INTO audit_event SELECT * FROM kept', 'DROP TABLE kept'],
  },
  'the end of the audit log cut off': {
    red: [steps],
    does: [
      'CREATE TABLE kept AS SELECT * FROM audit_event WHERE number = 3',
      'DELETE FROM audit_event WHERE number = 3',
    ],
    undoes: ['INSERT INTO audit_event SELECT * FROM kept', 'DROP TABLE kept'],
  },
  'a step with releases in another name': {
    red: [steps],
    does: [`UPDATE release_event SET actor = 'operator:bob' WHERE action = 'off'`],
    undoes: [`UPDATE release_event SET actor = 'operator:ann' WHERE action = 'off'`],
  },
  'a right that the application must not have': {
    red: [rights],
    does: ['GRANT UPDATE (balance) ON account TO trellis_app'],
    undoes: ['REVOKE UPDATE (balance) ON account FROM trellis_app'],
  },
  'a function of the owner that everybody may call': {
    red: [rights],
    does: ['GRANT EXECUTE ON FUNCTION end_payout_freeze TO PUBLIC'],
    undoes: ['REVOKE EXECUTE ON FUNCTION end_payout_freeze FROM PUBLIC'],
  },
  'a right that the application has lost': {
    red: [rights],
    does: ['REVOKE EXECUTE ON FUNCTION tree_place(bigint, smallint) FROM trellis_app'],
    undoes: ['GRANT EXECUTE ON FUNCTION tree_place(bigint, smallint) TO trellis_app'],
  },
};

/** One more unit on demo's account and on the issuing one, as a whole journal: only the reserve is missing. */
function moved(code: string, issuer: string, sign: '+' | '-'): string[] {
  const opposite = sign === '+' ? '-' : '+';
  const member = `(SELECT id * 1000 + ${code} FROM member WHERE username = 'demo')`;
  return [
    `UPDATE posting SET amount = amount ${sign} 1, balance_after = balance_after ${sign} 1 WHERE account = ${member}`,
    `UPDATE account SET balance = balance ${sign} 1 WHERE id = ${member}`,
    `UPDATE posting SET amount = amount ${opposite} 1, balance_after = balance_after ${opposite} 1 WHERE account = ${issuer}`,
    `UPDATE account SET balance = balance ${opposite} 1 WHERE id = ${issuer}`,
  ];
}

function created(code: string, issuer: string): string[] {
  const id = '00000000-0000-7000-8000-000000000001';
  return [
    `INSERT INTO account SELECT id * 1000 + ${code}, id, ${code}, 5, 0, 1 FROM member WHERE username = 'demo'`,
    `UPDATE account SET balance = -5, seq = 1 WHERE id = ${issuer}`,
    `INSERT INTO journal VALUES (0, 'created', '${id}', '\\x00', 'opening', '{}', now())`,
    `INSERT INTO posting SELECT id * 1000 + ${code}, 1, '${id}', 5, 5, ${recordedAt(id)} FROM member WHERE username = 'demo'`,
    `INSERT INTO posting VALUES (${issuer}, 1, '${id}', -5, -5, ${recordedAt(id)})`,
  ];
}

function removed(code: string, issuer: string): string[] {
  return [
    `DELETE FROM posting WHERE account % 1000 = ${code} OR account = ${issuer}`,
    `DELETE FROM journal WHERE key = 'created'`,
    `DELETE FROM account WHERE code = ${code}`,
    `UPDATE account SET balance = 0, seq = 0 WHERE id = ${issuer}`,
  ];
}
