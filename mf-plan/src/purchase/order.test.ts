import { describe, expect, test } from '@jest/globals';
import { money } from '@trellis/api-contract';
import type { OfferedLevel } from '../api.ts';
import { boundsOf, minus, orderOf, payableInRp, plus, reachedBy } from './order.ts';

const usd = (units: number) => money(BigInt(units) * 1_000_000n, 'USD');
const level = (name: string, price: number) => ({ level: name, price: usd(price) }) as OfferedLevel;
/** In no order, as operators may have set them. */
const levels = [level('Gold', 1_000), level('Clear', 100), level('Diamond', 50_000), level('Silver', 500)];

describe('an amount', () => {
  test('that is the price of a level is that level, however it is written', () => {
    expect(orderOf({ amount: '1000', unit: 'USD' }, { levels })).toEqual({ level: 'Gold' });
    expect(orderOf({ amount: '1000.00', unit: 'USD' }, { levels })).toEqual({ level: 'Gold' });
  });

  test('of one’s own has the terms of the dearest level that it reaches', () => {
    expect(orderOf(usd(510), { levels })).toEqual({ amount: '510.00' });
    expect(
      ['90', '100', '510', '999.99', '49990'].map((amount) => reachedBy({ amount, unit: 'USD' }, { levels })?.level),
    ).toEqual([undefined, 'Clear', 'Silver', 'Silver', 'Gold']);
  });

  test('may be the price of a level that lies outside of the amounts of one’s own', () => {
    expect(boundsOf({ levels, minimum: usd(200), maximum: usd(30_000) })).toEqual({
      minimum: usd(100),
      maximum: usd(50_000),
    });
    expect(boundsOf({ levels: [], minimum: usd(100), maximum: usd(30_000) })).toEqual({
      minimum: usd(100),
      maximum: usd(30_000),
    });
  });
});

test.each([
  ['20', '12.000000', '500', '12.00'],
  ['20', '300.000000', '500', '100.00'],
  ['12.5', '300.000000', '100', '12.50'],
  ['0', '300.000000', '100', '0.00'],
  // Rounded down, to the last unit.
  ['0.3333', '300.000000', '0.01', '0.000033'],
])('RP pay at most %s %% and what is held (%s): of %s they pay %s', (rpSharePercent, held, price, paid) => {
  const rpAvailable = { amount: held, unit: 'RP' as const };
  expect(payableInRp({ amount: price, unit: 'USD' }, { rpSharePercent, rpAvailable }).amount).toBe(paid);
});

test('what RP do not pay is left to USD, and both together are the price', () => {
  const rp = { amount: '12.345678', unit: 'RP' } as const;
  const left = { amount: '487.654322', unit: 'USD' } as const;
  expect(minus(usd(500), rp)).toEqual(left);
  expect(plus(left, rp)).toEqual(usd(500));
});
