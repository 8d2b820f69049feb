import { expect, test } from '@jest/globals';
import type { Payout } from '../../api.ts';
import { actionsOf, type Reader } from './actionsOf.ts';

const rita: Reader = { name: 'rita', reviews: true, pays: false };
const tina: Reader = { name: 'tina', reviews: false, pays: true };
const both: Reader = { name: 'Bea', reviews: true, pays: true };
const fresh = { step: 'review', paused: false, approvedBy: [], payouts: [], claim: null } as const;
const payout: Payout = {
  id: '7',
  tx: 'a'.repeat(64),
  state: 'recorded',
  verifiable: false,
  recordedBy: 'operator:tina',
  recordedAt: '2026-03-09T15:00:00Z',
  fault: null,
  voidAskedBy: null,
  settlementAskedBy: null,
  paid: null,
  confirmedBy: null,
};
const outcomeOf = (...[details, reader]: Parameters<typeof actionsOf>) =>
  actionsOf({ ...details, approvedBy: [...details.approvedBy], payouts: [...details.payouts] }, reader).map(
    ({ action, why }) => `${action}: ${why ?? 'open'}`,
  );

test('a reviewer decides, a treasurer waits for their approval, others are shown whose it is', () => {
  expect(outcomeOf(fresh as never, rita)).toEqual(['approve: open', 'reject: open']);
  expect(outcomeOf(fresh as never, tina)).toEqual(['approve: review', 'reject: review', 'record: needsApproval']);
});

test('nobody approves twice, nor for a member who is stopped, to whom no is still said', () => {
  expect(outcomeOf({ ...fresh, approvedBy: ['operator:rita'], payouts: [] }, rita)).toEqual([
    'approve: yours',
    'reject: open',
  ]);
  expect(outcomeOf({ ...fresh, paused: true, approvedBy: [], payouts: [] }, rita)).toEqual([
    'approve: paused',
    'reject: open',
  ]);
});

test('who approved does not pay', () => {
  const approved = { ...fresh, step: 'approved', approvedBy: ['operator:bea'] } as const;
  expect(outcomeOf(approved as never, both)).toEqual(['claim: approver', 'record: claimFirst', 'reject: open']);
  expect(outcomeOf(approved as never, tina)).toEqual(['claim: open', 'record: claimFirst', 'reject: review']);
});

test('while somebody is paying it nobody rejects it, and who pays names it or says that nothing was sent', () => {
  const claimed = { ...fresh, step: 'approved', claim: { by: 'operator:tina', at: '2026-03-09T15:00:00Z' } } as const;
  expect(outcomeOf(claimed as never, tina)).toEqual(['record: open', 'unclaim: open', 'reject: review']);
  expect(outcomeOf(claimed as never, rita)).toEqual(['takeOver: treasury', 'reject: beingPaid']);
  const ofBoth = { ...claimed, claim: { ...claimed.claim, by: 'operator:bea' } };
  expect(outcomeOf(ofBoth as never, both)).toEqual(['record: open', 'unclaim: open', 'reject: beingPaid']);
  const theo: Reader = { ...tina, name: 'theo' };
  expect(outcomeOf(claimed as never, theo)).toEqual(['takeOver: open', 'record: claimFirst', 'reject: review']);
  // A claim is answered for whatever the member's state; nothing is paid meanwhile.
  const stopped = { ...claimed, paused: true } as const;
  expect(outcomeOf(stopped as never, theo)).toEqual(['takeOver: open', 'record: claimFirst', 'reject: review']);
  expect(outcomeOf(stopped as never, tina)).toEqual(['record: paused', 'unclaim: open', 'reject: review']);
  expect(outcomeOf({ ...stopped, claim: null } as never, theo)[0]).toBe('claim: paused');
});

test('what reached its member with another amount is settled by two, and rejected by nobody', () => {
  const paid = { ...payout, state: 'mismatched', paid: { amount: '28.000001', unit: 'USDT' } } as const;
  const details = { ...fresh, step: 'approved', payouts: [paid] } as const;
  expect(outcomeOf(details as never, tina)).toEqual(['settle: open']);
  expect(outcomeOf(details as never, rita)).toEqual(['settle: treasury', 'reject: recorded']);
  const body = { ...details, payouts: [{ ...paid, settlementAskedBy: 'operator:tina' }] } as const;
  expect(outcomeOf(body as never, tina)).toEqual(['settle: settlementAsked']);
});

test('what arrived although it was voided is settled, unless another payout goes on', () => {
  const voided = { ...payout, id: '6', state: 'invalid', paid: { amount: '28.00', unit: 'USDT' } } as const;
  const details = { ...fresh, step: 'approved', payouts: [voided] } as const;
  expect(outcomeOf(details as never, tina)).toEqual(['settle: open']);
  const another = { ...details, payouts: [voided, payout] } as const;
  expect(outcomeOf(another as never, tina)).toEqual(['confirm: ownPayout', 'void: open']);
  // Nothing of it arrived: it is paid as if there had been none.
  const nothing = { ...details, payouts: [{ ...voided, paid: null }] } as const;
  expect(outcomeOf(nothing as never, tina)[0]).toBe('claim: open');
});

test('who recorded a payout confirms none, and who asked for a void waits for another', () => {
  const paid = { ...fresh, step: 'approved', payouts: [payout] } as const;
  expect(outcomeOf(paid as never, tina)).toEqual(['confirm: ownPayout', 'void: open']);
  const body = { ...paid, payouts: [{ ...payout, verifiable: true, voidAskedBy: 'operator:tina' }] } as const;
  expect(outcomeOf(body as never, tina)).toEqual(['void: voidAsked']);
  expect(outcomeOf(body as never, rita)).toEqual(['void: treasury', 'reject: recorded']);
});

test('on the chain and after the end nothing is done by hand', () => {
  const claim = { by: 'operator:bea', at: '2026-03-09T15:00:00Z' };
  const paid = { ...payout, paid: { amount: '28.00', unit: 'USDT' } };
  for (const step of ['sent', 'complete', 'ended'] as const)
    for (const facts of [{}, { claim }, { payouts: [payout] }, { payouts: [paid] }])
      expect(outcomeOf({ ...fresh, step, ...facts } as never, both)).toEqual([]);
});
