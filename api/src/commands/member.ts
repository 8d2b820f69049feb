/**
 * The member command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and by
 * itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { suspensionCauses, usernamePattern } from '@trellis/api-contract';
import { Rules } from '../governance/rules/rules.ts';
import { Tell } from '../governance/tell/tell.ts';
import { type Clock, clockOf } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { Suspensions } from '../identity/members/suspensions.ts';
import { FactorResetNotifier } from '../identity/security/factorResets/factorResetNotifier.ts';
import { FactorResets } from '../identity/security/factorResets/factorResets.ts';
import { Database } from '../platform/db/database.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { toProblem } from '../platform/http/problem.ts';
import { Balances } from '../products/wallet/balances.ts';
import { type MemberFile, MemberFiles } from '../service/support/memberFiles.ts';
import { readSettings } from '../settings.ts';

const usage = `Usage:
  npm run member -- show         hana                                         as the support sees them
  npm run member -- suspend      hana --reason "…" [--cause securityCheck]    the member is told the cause, not the reason
  npm run member -- restore      hana --reason "…"
  npm run member -- reset-factor hana --reason "…"                            an operator has to approve it; then the owner has time to stop it
Causes: ${suspensionCauses.join(', ')}. Reading, too, stands in the audit log. The name there is yours on this machine, or --by <name>.`;

async function main(args: string[]): Promise<void> {
  const { command, username, cause: causeName, reason, by } = readArguments(args);
  const cause = suspensionCauses.find((each) => each === causeName);
  const known = ['show', 'suspend', 'restore', 'reset-factor'].includes(command);
  if (!known || !usernamePattern.test(username) || !cause) throw new ExplainedError(usage);
  if (command !== 'show' && reason.trim() === '') throw new ExplainedError('Say why: --reason "…"');

  const config = readSettings(process.env);
  const clock = clockOf(config);
  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 1 });
  const { memberFiles, suspensions, factorResets } = createParts(database, clock);
  const deed = { actor: `command:${by}`, reason };
  try {
    if (command === 'suspend') await suspensions.suspend(username, cause, deed);
    else if (command === 'restore') await suspensions.restore(username, deed);
    else if (command === 'reset-factor') await factorResets.request(username, deed);
    for (const line of linesOf(await memberFiles.read(username, { actor: deed.actor }, false))) say(line);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const sentence = error.code === 'request.not_found' ? `There is no member ${username}` : toProblem(error, '').title;
    throw new ExplainedError(`${sentence}.`, { cause: error });
  } finally {
    await database.close();
  }
}

function createParts(database: Database, clock: Clock) {
  const base = { database, clock, rules: new Rules(database, clock) };
  const tell = new Tell(database, clock);
  const factorResets = new FactorResets({ ...base, notifier: new FactorResetNotifier(database, tell) });
  return {
    factorResets,
    suspensions: new Suspensions({ ...base, tell }),
    memberFiles: new MemberFiles({ ...base, balances: new Balances(database, clock), factorResets }),
  };
}

function readArguments(args: string[]) {
  const options = { cause: { type: 'string' }, reason: { type: 'string' }, by: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [command = '', username = ''] = positionals;
  const { cause = 'other', reason = '', by = userInfo().username } = values;
  return { command, username, cause, reason, by };
}

function linesOf({ factorReset: reset, ...file }: MemberFile): string[] {
  const at = (time: Date | null): string => time?.toISOString() ?? 'no';
  return [
    `${file.username}  ${file.email}  ${file.language}  member since ${at(file.memberSince)}`,
    `suspended ${file.suspended ? 'yes' : 'no'}  stopped by owner ${file.frozen ? 'yes' : 'no'}`,
    `authenticator since ${at(file.googleBoundAt)}  locked until ${at(file.lock?.until ?? null)}`,
    ...(reset === null
      ? []
      : [
          `reset ${reset.id} asked for by ${reset.requestedBy}, approved by ${reset.approvedBy ?? 'nobody yet'}, due ${at(reset.dueAt)}`,
        ]),
    ...file.suspensions.map(
      ({ cause, reason, suspendedBy, suspendedAt, restoredAt }) =>
        `${at(suspendedAt)}  ${cause}  by ${suspendedBy}: ${reason}  restored ${at(restoredAt)}`,
    ),
  ];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
