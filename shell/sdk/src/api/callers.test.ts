import { afterEach, expect, jest, test } from '@jest/globals';
import { memberContract } from '@trellis/api-contract';

afterEach(() => {
  jest.restoreAllMocks();
});

document.body.innerHTML = `<script type="application/json" id="proofs">${JSON.stringify({
  shell: 'shell 1 a',
  wallet: 'wallet 1 b',
})}</script>`;
const { callerOf, send }: typeof import('./callers.ts') = jest.requireActual('./callers.ts');
const { injectContract, injectFor }: typeof import('./injectContract.ts') = jest.requireActual('./injectContract.ts');
const { store }: typeof import('../store.ts') = jest.requireActual('../store.ts');
const wallet = callerOf('wallet');

/** What was sent, as by whom. */
function sent() {
  const spy = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  return () =>
    spy.mock.calls.map(([url, init]) => [new URL(String(url)).pathname, new Headers(init?.headers).get('x-feature')]);
}

test('the proofs are taken out of the document, and each is handed out once', async () => {
  expect(document.getElementById('proofs')).toBeNull();
  const said = sent();
  await send('/a', {});
  await send('/b', { headers: { accept: 'x' } }, wallet);
  for (const owner of ['shell', 'wallet', 'team'] as const) await send('/c', {}, callerOf(owner));
  expect(said()).toEqual([
    ['/a', 'shell 1 a'],
    ['/b', 'wallet 1 b'],
    ['/c', null],
    ['/c', null],
    ['/c', null],
  ]);
});

test('a caller says nothing to whoever holds it', () => {
  expect(Reflect.ownKeys(wallet)).toEqual([]);
  expect(JSON.stringify(wallet)).toBe('{}');
});

test('a feature gets what it names and its release declares, and its calls go in its name', async () => {
  const said = sent();
  const inject = injectFor('wallet', ['getBalances', 'listRecords', 'logOut'], wallet);
  const mine = inject(memberContract, ['getBalances', 'listRecords', 'logOut']);
  const keys = ['useGetBalancesQuery', 'useListRecordsInfiniteQuery', 'useLogOutMutation', 'endpoints', 'util'];
  expect(Object.keys(mine)).toEqual(expect.arrayContaining(keys));
  injectContract(memberContract, ['getProfile']);
  expect(Object.keys(inject(memberContract, ['getBalances']).endpoints)).toEqual(['getBalances']);
  expect(Object.keys(inject(memberContract, []))).toEqual(['endpoints', 'util']);
  await store.dispatch(mine.endpoints.getBalances.initiate({}));
  expect(said()).toEqual([['/api/v1/balances', 'wallet 1 b']]);
  expect(() => inject(memberContract, ['getProfile'])).toThrow('wallet does not declare that it calls getProfile');
});

test('one that declares nothing, as in development, gets whatever it names', () => {
  expect(Object.keys(injectFor('team', undefined, callerOf('team'))(memberContract, ['getProfile']).endpoints)).toEqual(
    ['getProfile'],
  );
});

test('what the shell calls by cannot be rewritten', () => {
  expect(() => Object.assign(memberContract.endpoints.getProfile, { path: '/balances' })).toThrow(TypeError);
});
