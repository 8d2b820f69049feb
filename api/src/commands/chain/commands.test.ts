import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const here = import.meta.dirname;
const vectors = (name: string): string => readFileSync(join(here, '../../../../tests/vectors', name), 'utf8');

/** A command's exit code, output and complaint. */
function command(name: string, ...args: string[]): Promise<{ code: number; out: string; reported: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(here, `${name}.ts`), ...args], (error, out, reported) =>
      resolve({ code: error ? Number(error.code) : 0, out, reported }),
    );
  });
}

interface AddressVector {
  readonly chain: string;
  readonly address: string;
  readonly valid: boolean;
  readonly kind?: string;
  readonly reason?: string;
}

// All of them are judged in contract/src/addresses; here one of each chain and verdict is reported.
const seen = new Set<string>();
const some = (JSON.parse(vectors('address-vectors.json')) as { vectors: AddressVector[] }).vectors.filter(
  ({ chain, valid }) => !seen.has(`${chain} ${valid}`) && seen.add(`${chain} ${valid}`),
);

test.each(some)('chain:address reports $chain $address', async ({ chain, address, valid, kind, reason }) => {
  const { code, out, reported } = await command('address', chain, address);
  expect([code, reported]).toEqual([0, '']);
  const verdict = JSON.parse(out) as Record<string, unknown>;
  expect(Object.keys(verdict)).toEqual(['valid', 'kind', 'reason', 'canonical']);
  expect(verdict).toMatchObject({ valid, kind: kind ?? null, reason: reason ?? null });
});

test('chain:address takes an address that begins with a minus', async () => {
  const { out } = await command('address', 'TON', `-1:${'0a'.repeat(32)}`);
  expect(JSON.parse(out)).toMatchObject({ valid: true, kind: 'raw' });
});

test.each([[[]], [['BSC']], [['DOGE', 'x']], [['BSC', 'x', 'y']]])('chain:address %j says how', async (args) => {
  expect(await command('address', ...args)).toMatchObject({
    code: 1,
    out: '',
    reported: expect.stringMatching(/^Usage/),
  });
});

const [{ chainXpub, addresses }] = (
  JSON.parse(vectors('derivation-vectors.json')) as {
    sets: [{ chainXpub: string; addresses: { index: number; address: string }[] }];
  }
).sets;

test('chain:derive prints the address, and nothing else', async () => {
  const { index = 0, address } = addresses.at(-1) ?? {};
  const result = await command('derive', '--chain', 'BSC', '--xpub', chainXpub, '--index', String(index));
  expect(result).toEqual({ code: 0, out: `${address}\n`, reported: '' });
});

const secret =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
test.each([
  [['--chain', 'BSC', '--xpub', secret, '--index', '0'], /private key/],
  [['--chain', 'BSC', `--xpriv=${secret}`], /^Usage/],
  [['--chain', 'BSC', secret], /^Usage/],
  [['--chain', 'BSC', '--xpub', chainXpub, '--index', '2147483648'], /from 0 to 2147483647/],
  [['--chain', 'BSC', '--xpub', chainXpub, '--index', '1e3'], /not a whole number/],
  [['--chain', 'BTC', '--xpub', chainXpub, '--index', '1'], /^Usage/],
  [['--chain', 'BSC', '--xpub', chainXpub.slice(0, -1), '--index', '1'], /checksum or form/],
])('chain:derive refuses %j', async (args, reason) => {
  const { code, out, reported } = await command('derive', ...args);
  expect([code, out]).toEqual([1, '']);
  expect(reported).toMatch(reason);
  expect(reported).not.toContain(secret.slice(4));
});
