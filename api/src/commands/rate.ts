/**
 * The rate command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and by
 * itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { operatorSchemas } from '@trellis/api-contract/schemas';
import { type MarketRate, type RatePair, RateService } from '../governance/rules/rateService.ts';
import { clockOf } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { Database } from '../platform/db/database.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { toProblem } from '../platform/http/problem.ts';
import { readSettings } from '../settings.ts';

const usage = `Usage:
  npm run rate -- list                                        every pair, and the rates that matter now
  npm run rate -- set     BTC 97123.45 --source "…" --reason "…" [--from 2026-03-09T15:00:00Z]   in USD
  npm run rate -- approve 17 --reason "…"                     the second person's yes to a rate that waits for one
A rate that differs by more than 10 % from those of a day, or is the first, waits for a second person for a day. The name in the
audit log is yours on this machine, or --by <name>.`;

async function main(args: string[]): Promise<void> {
  const { command, first, second, source, from, reason, by } = readArguments(args);
  if (!['list', 'set', 'approve'].includes(command)) throw new ExplainedError(usage);
  if (command !== 'list' && reason.trim() === '') throw new ExplainedError('Say why: --reason "…"');
  const config = readSettings(process.env);
  const clock = clockOf(config);
  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 1 });
  const rates = new RateService(database, clock);
  const deed = { actor: `command:${by}`, reason };
  try {
    if (command === 'list') for (const line of (await rates.list()).flatMap(linesOf)) say(line);
    else if (command === 'approve') say(lineOf(await rates.approve(readId(first), deed)));
    else say(lineOf(await rates.set(readRate({ base: first, rate: second, source, from, reason }), deed)));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new ExplainedError(`${toProblem(error, '').title}.`, { cause: error });
  } finally {
    await database.close();
  }
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { source: text, from: text, reason: text, by: text };
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [command = '', first = '', second = ''] = positionals;
  const { source = '', from, reason = '', by = userInfo().username } = values;
  return { command, first, second, source, from, reason, by };
}

/** By the same schema as over the API. */
function readRate(
  given: Record<'base' | 'rate' | 'source' | 'reason', string> & { readonly from: string | undefined },
) {
  const { success, data } = operatorSchemas.setRate.body.safeParse({ ...given, quote: 'USD' });
  if (!success) throw new ExplainedError(usage);
  return { ...data, from: data.from === undefined ? undefined : new Date(data.from) };
}

function readId(text: string): string {
  if (!/^[0-9]{1,18}$/.test(text)) throw new ExplainedError(usage);
  return text;
}

const linesOf = ({ base, quote, maximumAgeSeconds, usable, rates }: RatePair): string[] => [
  [
    `${base}/${quote}`,
    usable ? 'in use' : 'NO VALID RATE',
    maximumAgeSeconds === null ? 'does not age' : `at most ${maximumAgeSeconds / 3600} h old`,
  ].join('  '),
  ...rates.map((rate) => `  ${lineOf(rate)}`),
];

const lineOf = ({ id, base, quote, rate, source, setBy, approvedBy, state, from, expiresAt }: MarketRate): string =>
  [
    id,
    `1 ${base} = ${rate} ${quote}`,
    state,
    ...(expiresAt ? [`needs a second person by ${expiresAt.toISOString()}`] : []),
    ...(from ? [`from ${from.toISOString()}`] : []),
    `by ${setBy}${approvedBy === null ? '' : ` and ${approvedBy}`}`,
    source,
  ].join('  ');

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
