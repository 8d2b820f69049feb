import { parse as parseForm } from 'node:querystring';
import { type DepositChain, depositChains, depositNetworks } from '@trellis/api-contract';
import { accountOfAddress, checkAddress } from '@trellis/api-contract/addresses';
import type { Middleware } from 'koa';
import rawBody from 'raw-body';
import { hexOf } from '../chain/hexadecimal.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { RequestState } from '../http/pipeline.ts';
import { AppError } from '../http/problem.ts';
import type { LocalChains } from '../localChain/localChains.ts';
import { escapeHtml } from './html.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const maximumBytes = 4_096;

interface Payment {
  readonly chain: DepositChain;
  readonly address: string;
  readonly amount: string;
}

interface AddressRow {
  readonly username: string;
  readonly chain: DepositChain;
  readonly address: string;
}

/**
 * The development chain, at `/dev/chain`: sends test USDT to any address, as a wallet elsewhere would; blocks follow by
 * themselves. `/dev/chain.json` does the same for tests. Loopback only. Production does not have this page at all.
 */
export function serveDevelopmentChain(
  config: Config,
  parts: { readonly database: Database; readonly localChains: LocalChains | undefined },
): Middleware<RequestState> {
  if (config.production) return (_context, next) => next();
  const { database, localChains } = parts;
  return async (context, next) => {
    if (context.path !== '/dev/chain' && context.path !== '/dev/chain.json') return next();
    if (!loopback.has(context.req.socket.remoteAddress ?? '')) throw new AppError('request.not_found');
    const isJson = context.path.endsWith('.json');
    let told = '';
    if (context.method === 'POST') {
      // Nothing here is worth anything, but another site has no business with it.
      if (!['same-origin', undefined].includes(context.get('Sec-Fetch-Site') || undefined))
        throw new AppError('auth.forbidden');
      const text = await rawBody(context.req, { limit: maximumBytes, encoding: 'utf8' });
      told = await pay(localChains, readPayment(isJson ? parseJson(text) : parseForm(text)));
    }
    context.set('Cache-Control', 'no-store');
    context.set('X-Content-Type-Options', 'nosniff');
    context.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    );
    if (isJson) {
      context.type = 'application/json';
      context.body = JSON.stringify({ running: localChains !== undefined, told });
      return;
    }
    const rows = await database.query<AddressRow>(
      `SELECT m.username, d.chain, d.address FROM deposit_address d JOIN member m ON m.id = d.member_id
        ORDER BY d.created_at DESC LIMIT 20`,
    );
    context.type = 'text/html; charset=utf-8';
    context.body = page(localChains !== undefined, told, rows);
  };
}

/** @throws AppError request.malformed */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('request.malformed', { cause: error });
  }
}

/** @throws AppError request.malformed */
function readPayment(body: unknown): Payment {
  const { chain: name, address, amount } = (body ?? {}) as Record<string, unknown>;
  const chain = depositChains.find((each) => each === name);
  if (!chain || typeof address !== 'string' || typeof amount !== 'string') throw new AppError('request.malformed');
  return { chain, address: address.trim(), amount: amount.trim() };
}

/** @returns what became of it, in a sentence */
async function pay(localChains: LocalChains | undefined, { chain, address, amount }: Payment): Promise<string> {
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
  const hash = await localChains.node.transfer(token.account, localChains.treasury, to, units);
  return `Sent ${amount} test USDT (${depositNetworks[chain].standard}) in transaction ${hash}.`;
}

function page(isRunning: boolean, told: string, rows: readonly AddressRow[]): string {
  const known = rows.map(
    ({ username, chain, address }) =>
      `<tr><td>${escapeHtml(username)}</td><td>${chain}</td><td><code>${escapeHtml(address)}</code></td><td>${formOf(chain, address)}</td></tr>`,
  );
  const choices = depositChains
    .map((chain) => `<option value="${chain}">${chain} (${depositNetworks[chain].standard})</option>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development chain</title><style>body{font:16px/1.5 system-ui;max-width:60rem;margin:0 auto;padding:1rem;color-scheme:light dark}input,select,button{font:inherit;padding:.25rem .5rem}form{display:flex;flex-wrap:wrap;gap:.5rem}td{padding:.25rem .75rem .25rem 0}code{overflow-wrap:anywhere}</style></head>
<body><h1>Development chain</h1>
${isRunning ? '<p>Test USDT, worth nothing. Blocks follow by themselves, two a second.</p>' : '<p>No local chain runs: its program is not installed, or CHAIN_… variables name another. See the README.</p>'}
${told && `<p role="status"><strong>${escapeHtml(told)}</strong></p>`}
<form method="post" action="/dev/chain"><label>Network <select name="chain">${choices}</select></label>
<label>Address <input name="address" required size="44"></label>
<label>Amount <input name="amount" value="100" required size="10" inputmode="decimal"></label><button>Send</button></form>
<h2>Deposit addresses of members</h2>${known.length > 0 ? `<table>${known.join('')}</table>` : '<p>None yet: a member makes one under Deposit.</p>'}</body></html>`;
}

const formOf = (chain: DepositChain, address: string): string =>
  `<form method="post" action="/dev/chain"><input type="hidden" name="chain" value="${chain}"><input type="hidden" name="address" value="${escapeHtml(address)}"><input type="hidden" name="amount" value="100"><button>Send 100</button></form>`;
