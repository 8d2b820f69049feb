import type { Mutant } from './mutant.ts';

const watcher = 'api/src/chain/watch/watcher.ts';
const settled = 'api/src/chain/watch/settledTransfers.ts';
const book = 'api/src/products/deposits/depositService.ts';
const payouts = 'api/src/chain/payouts/evmPayouts.ts';
const addresses = 'api/src/products/deposits/depositAddresses.ts';
const first = ['chain/watch/watcher', 'deposits/deposits'];

/** What comes from a chain, and must count once, late enough, and for whom it was sent. */
export const depositMutants: readonly Mutant[] = [
  {
    name: 'deposit counts before it is final',
    harm: 'money that a rewritten chain takes away again',
    file: watcher,
    edits: [
      {
        find: 'Math.min(final, head.number - config.confirmations)',
        replace: 'Math.max(0, head.number - config.confirmations) + 0 * final',
      },
    ],
    first,
  },
  {
    name: 'deposit counts before its confirmations',
    harm: 'money that a rewritten chain takes away again',
    file: watcher,
    edits: [{ find: 'Math.min(final, head.number - config.confirmations)', replace: 'final' }],
    first,
  },
  {
    name: 'deposit of a rewritten chain goes unnoticed',
    harm: 'what was credited never came',
    file: watcher,
    edits: [{ find: 'if (hash === lastHash) return undefined;', replace: 'if (hash !== "") return undefined;' }],
    first,
  },
  {
    name: 'deposits go on after a halt',
    harm: 'nobody has looked, and money goes on',
    file: watcher,
    edits: [{ find: 'if (cursor.haltedReason !== undefined) return', replace: 'if (cursor.span < 0) return' }],
    first,
  },
  {
    name: 'deposit is known by its place in the block',
    harm: 'a transaction that moves to another block is credited twice',
    file: settled,
    edits: [{ find: '{ ...log, ordinal, blockTime }', replace: '{ ...log, ordinal: log.logIndex, blockTime }' }],
    first,
  },
  {
    name: 'deposit in one transaction is its first',
    harm: 'of several transfers in a transaction one is credited',
    file: settled,
    edits: [{ find: 'one.logIndex === other.logIndex &&\n', replace: '' }],
    first,
  },
  {
    name: 'deposit below the minimum is credited',
    harm: 'dust costs more than it is worth',
    file: book,
    edits: [{ find: 'if (usdt < minimum)', replace: 'if (usdt < 0n)' }],
    first,
  },
  {
    name: 'deposit on an unverified address is credited',
    harm: 'an address that somebody put there is used',
    file: book,
    edits: [{ find: 'if (value && owner.verified)', replace: 'if (value)' }],
    first,
  },
  {
    name: 'deposit is not reserved',
    harm: 'what is held is in no account',
    file: book,
    edits: [{ find: '      await journals.holdInSuspense({ memberId, name, usdt });\n', replace: '' }],
    first,
  },
  {
    name: 'deposit below the minimum released by one',
    harm: 'one treasurer puts money on a balance that nobody else has looked at',
    file: 'api/src/governance/lifecycle/lifecycle.sql',
    edits: [{ find: "'operator',        'deposit_release_approved'", replace: "'operator',        ''" }],
    first: ['deposits/depositReleases'],
  },
  {
    name: 'unreadable deposit closed by one',
    harm: 'one treasurer hides a deposit that no reader could record',
    file: 'api/src/products/deposits/chain-faults.sql',
    edits: [{ find: 'a.requested_by, 1) = a.id;', replace: 'a.requested_by, 0) = a.id;' }],
    first: ['deposits/chainFaults'],
  },
  {
    name: 'unreadable deposit closed by another deposit',
    harm: 'what a member waits for is hidden behind what somebody else was credited',
    file: 'api/src/products/deposits/chain-faults.sql',
    edits: [{ find: "\n      AND lower(f.transaction) = '0x' || encode(d.transaction, 'hex');", replace: ';' }],
    first: ['deposits/chainFaults'],
  },
  {
    name: 'look again that credits nothing',
    harm: 'a deposit that can be read by now is closed as none',
    file: watcher,
    edits: [{ find: '        await database.inTransaction(() => sink.record(hits));\n', replace: '' }],
    first: ['deposits/chainFaults'],
  },
  {
    name: 'deposit below the minimum sent back by one',
    harm: 'one treasurer sends what is a member’s to an address that nobody else has looked at',
    file: 'api/src/products/withdrawals/deposit-returns.sql',
    edits: [
      { find: 'IF NOT is_approved(p_asked) THEN', replace: 'IF FALSE THEN' },
      { find: '(p_deposit).chain) AND is_approved(a))', replace: '(p_deposit).chain))' },
    ],
    first: ['withdrawals/depositReturns'],
  },
  {
    name: 'what goes back is any withdrawal',
    harm: 'what two have agreed to send to one address goes to another',
    file: 'api/src/governance/lifecycle/lifecycle.sql',
    edits: [{ find: ' withdrawal_return_held', replace: '' }],
    first: ['withdrawals/depositReturns'],
  },
  {
    name: 'deposit that was not sent back stays on the balance',
    harm: 'who cancels a return is credited what two did not release',
    file: 'api/src/products/withdrawals/deposit-returns.sql',
    edits: [{ find: "IF NEW.status = 'rejected' THEN", replace: 'IF false THEN' }],
    first: ['withdrawals/depositReturns'],
  },
  {
    name: 'deposit released for another amount',
    harm: 'what two have looked at is not what is credited',
    file: 'api/src/products/deposits/depositReleases.ts',
    edits: [{ find: 'value.usd.toString(), value.rateId', replace: '(value.usd + 1n).toString(), value.rateId' }],
    first: ['deposits/depositReleases'],
  },
  {
    name: 'deposit address is believed as stored',
    harm: 'who changes the table gets the deposits',
    file: addresses,
    edits: [
      {
        find: 'derived.address !== row.address || !derived.account.equals(row.account)',
        replace: 'derived.index < 0',
      },
    ],
    first,
  },
  {
    name: 'deposit address is shown before it is there',
    harm: 'two presses use up two indices',
    file: addresses,
    edits: [{ find: 'await memberLocks.lockRow(memberId);', replace: '' }],
    first,
  },
  {
    name: 'deposits of any decimals',
    harm: 'one token is credited as a million millions',
    file: 'api/src/chain/config/checkChains.ts',
    edits: [{ find: 'if (decimals !== token.decimals)', replace: 'if (decimals < 0)' }],
    first,
  },
  {
    name: 'payout by any token',
    harm: 'a token without value pays a withdrawal',
    file: payouts,
    edits: [{ find: 'transfer?.token === token.account &&', replace: 'transfer !== undefined &&' }],
    first: ['chain/payouts'],
  },
  {
    name: 'payout by anybody',
    harm: "somebody else's payment settles a withdrawal",
    file: payouts,
    edits: [{ find: 'custody.has(transfer.from) &&', replace: '' }],
    first: ['chain/payouts'],
  },
  {
    name: 'payout of about the amount',
    harm: 'a member gets less than was approved',
    file: payouts,
    edits: [
      {
        find: 'paidMinor === payout.receivedMinor ? [ordinal]',
        replace: 'paidMinor / 10n === payout.receivedMinor / 10n ? [ordinal]',
      },
    ],
    first: ['chain/payouts'],
  },
  {
    name: 'payout of an old transaction',
    harm: 'one payment settles two withdrawals',
    file: payouts,
    edits: [{ find: 'approvedAt.getTime() - toleranceMs', replace: '0 * toleranceMs' }],
    first: ['chain/payouts'],
  },
  {
    name: 'payout refused too early',
    harm: 'somebody pays again, and both arrive',
    file: 'api/src/chain/payouts/payoutWatch.ts',
    edits: [{ find: "if (isFinal && progress.state === 'recorded')", replace: "if (progress.state === 'recorded')" }],
    first: ['chain/payouts'],
  },
  {
    name: 'payout by a transfer that paid another',
    harm: 'one payment settles two withdrawals',
    file: 'api/src/chain/payouts/payoutWatch.ts',
    edits: [{ find: "if (progress.state === 'recorded' && progress.waiting >= free.length) return;", replace: '' }],
    first: ['chain/payouts'],
  },
];
