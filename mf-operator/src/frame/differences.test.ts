import { expect, test } from '@jest/globals';
import { differences, known } from './differences.ts';

test('facts of both sides stand alongside each other, also those that only one has', () => {
  expect(
    differences({ state: 'waiting', fee: '0.1', gone: null }, { state: 'inForce', fee: '0.1', by: ['a', 'b'] }),
  ).toEqual([
    { name: 'state', was: 'waiting', is: 'inForce' },
    { name: 'fee', was: '0.1', is: '0.1' },
    { name: 'gone', was: 'null', is: undefined },
    { name: 'by', was: undefined, is: '["a","b"]' },
  ]);
});

test('what every object has by itself is no fact', () => {
  expect(differences({}, JSON.parse('{"constructor": 1, "__proto__": 2}') as Record<string, unknown>)).toEqual([
    { name: 'constructor', was: undefined, is: '1' },
    { name: '__proto__', was: undefined, is: '2' },
  ]);
});

test('what is not known is shown in no words', () => {
  expect(differences(known({ country: 'JP', until: null }), known({ country: null }))).toEqual([
    { name: 'country', was: 'JP', is: undefined },
  ]);
  expect(differences(known(null), known({}))).toEqual([]);
});
