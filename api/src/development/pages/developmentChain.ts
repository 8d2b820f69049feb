import { type DepositChain, depositChains, depositNetworks } from '@trellis/api-contract';
import { accountOfAddress, checkAddress } from '@trellis/api-contract/addresses';
import type { Middleware } from 'koa';
import { hexOf } from '../../chain/nodes/hexadecimal.ts';
import type { Config } from '../../ground/config.ts';
import { AppError } from '../../ground/errors.ts';
import { escapeHtml } from '../../ground/html.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestState } from '../../platform/http/requestState.ts';
import { type LocalChains, type LocalWallet, localWallets } from '../localChain/localChains.ts';
import { serveDevelopmentPage } from './developmentPage.ts';

interface Payment {
  readonly chain: DepositChain;
  readonly address: string;
  readonly amount: string;
  readonly from: LocalWallet;
}

interface AddressRow {
  readonly username: string;
  readonly chain: DepositChain;
  readonly address: string;
}

/**
 * The development chain, at `/dev/chain`: sends test USDT to any address, as a wallet elsewhere or custody would; blocks follow by
 * themselves. `/dev/chain.json` does the same for tests. Loopback only. Production does not have this page at all.
 */
export function serveDevelopmentChain(
  config: Config,
  parts: { readonly database: Database; readonly localChains: LocalChains | undefined },
): Middleware<RequestState> {
  if (config.production) return (_context, next) => next();
  const { database, localChains } = parts;
  return serveDevelopmentPage({
    path: '/dev/chain',
    title: 'Development chain',
    take: (body) => pay(localChains, readPayment(body)),
    async show(_query, reported) {
      const rows = await database.rows<AddressRow>(
        `SELECT m.username, d.chain, d.address FROM deposit_address d JOIN member m ON m.id = d.member_id
          ORDER BY d.created_at DESC LIMIT 20`,
      );
      const running = localChains !== undefined;
      return { json: { running, reported }, html: contentOf(running, reported, rows) };
    },
  });
}

/** @throws AppError request.malformed */
function readPayment({ chain: name, address, amount, from = 'elsewhere' }: Readonly<Record<string, unknown>>): Payment {
  const chain = depositChains.find((each) => each === name);
  const wallet = localWallets.find((each) => each === from);
  if (!chain || !wallet || typeof address !== 'string' || typeof amount !== 'string')
    throw new AppError('request.malformed');
  return { chain, address: address.trim(), amount: amount.trim(), from: wallet };
}

/** @returns what became of it, in a sentence */
async function pay(localChains: LocalChains | undefined, { chain, address, amount, from }: Payment): Promise<string> {
  const config = localChains?.configs.get(chain);
  if (!localChains || !config) return 'No local chain runs.';
  const verdict = checkAddress(chain, address);
  if (!verdict.valid) return `That is no address of ${chain} (${verdict.reason}).`;
  const { token } = config;
  const [, whole, fraction = ''] = /^([0-9]{1,9})(?:\.([0-9]{1,18}))?$/.exec(amount) ?? [];
  if (whole === undefined || fraction.length > token.decimals)
    return `That is no amount with at most ${token.decimals} decimals.`;
  const units = BigInt(whole + fraction.padEnd(token.decimals, '0'));
  const to = hexOf(accountOfAddress(chain, verdict.canonical));
  const hash = await localChains.node.transfer(token.account, localChains.wallets[from], to, units);
  return `Sent ${amount} test USDT (${depositNetworks[chain].standard}) in transaction ${hash}.`;
}

function contentOf(isRunning: boolean, reported: string, rows: readonly AddressRow[]): string {
  const known = rows.map(
    ({ username, chain, address }) =>
      `<tr><td>${escapeHtml(username)}</td><td>${chain}</td><td><code>${escapeHtml(address)}</code></td><td>${formOf(chain, address)}</td></tr>`,
  );
  const choices = depositChains
    .map((chain) => `<option value="${chain}">${chain} (${depositNetworks[chain].standard})</option>`)
    .join('');
  return `${isRunning ? '<p>Test USDT, worth nothing. Blocks follow by themselves, two a second.</p>' : '<p>No local chain runs: its program is not installed, or CHAIN_… variables name another. See the README.</p>'}
${reported && `<p role="status"><strong>${escapeHtml(reported)}</strong></p>`}
<form method="post" action="/dev/chain"><label>Network <select name="chain">${choices}</select></label>
<label>Address <input name="address" required size="44"></label>
<label>Amount <input name="amount" value="100" required size="10" inputmode="decimal"></label>
<label>From <select name="from"><option value="elsewhere">a wallet elsewhere</option><option value="custody">custody, as a payout</option></select></label><button>Send</button></form>
<h2>Deposit addresses of members</h2>${known.length > 0 ? `<table>${known.join('')}</table>` : '<p>None yet: a member makes one under Deposit.</p>'}`;
}

const formOf = (chain: DepositChain, address: string): string =>
  `<form method="post" action="/dev/chain"><input type="hidden" name="chain" value="${chain}"><input type="hidden" name="address" value="${escapeHtml(address)}"><input type="hidden" name="amount" value="100"><button>Send 100</button></form>`;
