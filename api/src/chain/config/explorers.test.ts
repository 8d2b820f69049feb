import { expect, test } from '@jest/globals';
import { readExplorers } from './explorers.ts';

test('a chain with an explorer leads to its transactions, one without to none', () => {
  const faults: string[] = [];
  const explorers = readExplorers(
    {
      CHAIN_BSC_EXPLORER: 'https://explorer.example/tx/{transaction}',
      CHAIN_TRON_EXPLORER: 'https://tron.example/#/transaction/{transaction}?lang=en',
      CHAIN_BTC_EXPLORER: '',
    },
    faults,
  );
  expect(faults).toEqual([]);
  expect(explorers.pageOf('BSC', '0xab')).toBe('https://explorer.example/tx/0xab');
  expect(explorers.pageOf('TRON', 'a/../b?c')).toBe('https://tron.example/#/transaction/a%2F..%2Fb%3Fc?lang=en');
  expect(explorers.pageOf('BTC', 'ab')).toBeNull();
});

test.each([
  'http://explorer.example/tx/{transaction}',
  'javascript:alert({transaction})',
  'https://explorer.example/tx/',
  'https://{transaction}.example/',
  'https://explorer.example{transaction}',
  'https://someone:secret@explorer.example/{transaction}',
  'https://explorer.example/{transaction}/{transaction}',
  'explorer.example/{transaction}',
])('%s is refused by the name of its variable', (template) => {
  const faults: string[] = [];
  expect(readExplorers({ CHAIN_BTC_EXPLORER: template }, faults).pageOf('BTC', 'ab')).toBeNull();
  expect(faults).toEqual([expect.stringContaining('CHAIN_BTC_EXPLORER is not an https address')]);
});
