/**
 * The withdrawal command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and
 * by itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { money, moneyText, operatorRejections } from '@trellis/api-contract';
import { isVerifiable, type PayoutSources } from '../chain/config/verifiable.ts';
import { chainsBeside } from '../development/localChain/localChains.ts';
import { Rules } from '../governance/rules/rules.ts';
import { Tell } from '../governance/tell/tell.ts';
import { type Clock, clockOf } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { AddressBook } from '../identity/security/addresses/addressBook.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Limits } from '../ledger/limits.ts';
import { Rates } from '../ledger/rates.ts';
import { Database } from '../platform/db/database.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { toProblem } from '../platform/http/problem.ts';
import { Balances } from '../products/wallet/balances.ts';
import { createWithdrawals } from '../products/withdrawals/createWithdrawals.ts';
import type { WithdrawalFile } from '../products/withdrawals/reviewService.ts';
import type { WithdrawalRow } from '../products/withdrawals/withdrawalRepository.ts';
import { readSettings } from '../settings.ts';

const usage = `Usage:
  npm run withdrawal -- list                                        what is open, the earliest deadline first
  npm run withdrawal -- show           <id>
  npm run withdrawal -- approve        <id> --revision 1 --reason "…"
  npm run withdrawal -- reject         <id> --revision 1 --reason "…" --cause addressProblem
  npm run withdrawal -- record-payout  <id> --revision 2 --reason "…" --tx <hash>
  npm run withdrawal -- confirm-payout <id> --revision 2 --reason "…"   where no chain is asked: by somebody else
Causes, which the member is told: ${operatorRejections.join(', ')}. The revision is the one that \`show\` prints.
The name in the audit log is yours on this machine, or --by <name>.`;

const listed = 100;

async function main(args: string[]): Promise<void> {
  const { command, id, revision, cause: causeName, reason, tx, by } = readArguments(args);
  const commands = ['list', 'show', 'approve', 'reject', 'record-payout', 'confirm-payout'];
  const changes = !['list', 'show'].includes(command);
  if (!commands.includes(command) || (command !== 'list' && !/^[0-9a-f-]{36}$/.test(id)))
    throw new ExplainedError(usage);
  if (changes && reason.trim() === '') throw new ExplainedError('Say why: --reason "…"');
  const cause = operatorRejections.find((each) => each === causeName);
  if (command === 'reject' && !cause) throw new ExplainedError(usage);
  if (command === 'record-payout' && !/^(?:0x)?[0-9a-fA-F]{64}$/.test(tx)) throw new ExplainedError(usage);

  const config = readSettings(process.env);
  const clock = clockOf(config);
  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 2 });
  const { reviewService, payouts } = createParts(database, clock, {
    chains: chainsBeside(config),
    bitcoin: config.bitcoin,
  });
  const deed = { actor: `command:${by}`, reason };
  try {
    if (command === 'list') {
      for (const row of await reviewService.queue(undefined, listed, deed)) say(lineOf(row));
      return;
    }
    if (command === 'approve') await reviewService.approve(id, revision, deed);
    else if (command === 'reject' && cause) await reviewService.reject(id, revision, cause, deed);
    else if (command === 'record-payout') await payouts.record(id, revision, tx, deed);
    else if (command === 'confirm-payout') await payouts.confirm(id, revision, deed);
    for (const line of linesOf(await reviewService.read(id, { actor: deed.actor }))) say(line);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new ExplainedError(`${toProblem(error, '').title}.`, { cause: error });
  } finally {
    await database.close();
  }
}

function createParts(database: Database, clock: Clock, sources: PayoutSources) {
  const base = { database, clock };
  const tell = new Tell(database, clock);
  const rules = new Rules(database, clock);
  return createWithdrawals({
    ...base,
    tell,
    ledger: new Ledger(database),
    limits: new Limits(database),
    balances: new Balances(database, clock),
    rates: new Rates(database),
    addressBook: new AddressBook({ ...base, rules, tell }),
    rules,
    isVerifiable: (chain, asset) => isVerifiable(sources, chain, asset),
  });
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { revision: text, cause: text, reason: text, tx: text, by: text };
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [command = '', id = ''] = positionals;
  const { revision = '0', cause = '', reason = '', tx = '', by = userInfo().username } = values;
  return { command, id: id.toLowerCase(), revision: Number(revision), cause, reason, tx, by };
}

const lineOf = (row: WithdrawalRow): string =>
  [
    row.id,
    `by ${row.deadline_at.toISOString()}`,
    row.username + (row.suspended ? ' (suspended: paused)' : ''),
    `${moneyText(money(BigInt(row.amount), row.unit))} as ${moneyText(money(BigInt(row.received), row.asset))} on ${row.chain}`,
    `${row.step}, ${row.given.length} of ${row.approvals}`,
    `revision ${row.revision}`,
    row.risks.join(',') || 'no risks',
  ].join('  ');

const linesOf = ({ row, timeline, approvals, payouts }: WithdrawalFile): string[] => [
  lineOf(row),
  `to ${row.address}  typed ${row.address_typed}`,
  ...timeline.map(({ kind, at }) => `${at}  ${kind}`),
  ...approvals.map(({ by, reason, at }) => `${at.toISOString()}  yes by ${by}: ${reason}`),
  ...payouts.map(
    ({ tx, state, verifiable, recordedBy, confirmedBy, fault }) =>
      `${tx}  ${state}${fault === null ? '' : `: ${fault}`}  by ${recordedBy}  ${
        verifiable ? 'the chain confirms it' : `UNVERIFIED, confirmed by ${confirmedBy ?? 'nobody yet'}`
      }`,
  ),
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
