import { expect, test } from '@jest/globals';
import { errorCatalogue } from './errorCatalogue.ts';
import { isAbout } from './errorSubjects.ts';

test('an error that forms refuse an address or an amount with is about one of these', () => {
  const codes = Object.keys(errorCatalogue);
  const addresses = codes.filter((code) => /^(?:stake|withdrawal)\..*address/.test(code));
  expect(addresses.filter((code) => !isAbout(code, 'address'))).toEqual([]);
  const rates = codes.filter((code) => code.startsWith('rate.') && errorCatalogue[code as 'rate.stale'].status < 500);
  expect(rates.filter((code) => !isAbout(code, 'rate'))).toEqual([]);
  // What can only be of something that was done already.
  const later = ['money.hold_ended', 'money.not_reversible'];
  const amounts = codes.filter((code) => code.startsWith('money.') && !later.includes(code));
  expect(amounts.filter((code) => !isAbout(code, 'amount'))).toEqual([]);
});

test('what another release calls an error is about nothing here', () => {
  expect(isAbout('withdrawal.address_of_tomorrow', 'address', 'amount', 'rate')).toBe(false);
});
