/**
 * The inquiry command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and by
 * itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { inquiryStatuses, longestInquiryText } from '@trellis/api-contract';
import { Tell } from '../governance/tell/tell.ts';
import { clockOf } from '../ground/clock.ts';
import { AppError } from '../ground/errors.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { Database } from '../platform/db/database.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { type InquiryEntry, InquiryService, type MemberThread } from '../service/inquiries/inquiryService.ts';
import { Threads } from '../service/inquiries/threads.ts';
import { readSettings } from '../settings.ts';

const usage = `Usage:
  npm run inquiry -- list [received|answered|closed]             the newest 100, of any or one status
  npm run inquiry -- show   12                                   all that was written
  npm run inquiry -- answer 12 --text "…" --reason "…"           the member is told by a notice
  npm run inquiry -- close  12 --reason "…"
Reading, too, stands in the audit log. The name there is yours on this machine, or --by <name>.`;

async function main(args: string[]): Promise<void> {
  const { command, subject, text, reason, by } = readArguments(args);
  const status = inquiryStatuses.find((each) => each === subject);
  const id = /^[0-9]{1,18}$/.test(subject ?? '') ? subject : undefined;
  const isList = command === 'list' && (subject === undefined || status !== undefined);
  const isStep = id !== undefined && ['show', 'answer', 'close'].includes(command ?? '');
  if (!isList && !isStep) throw new ExplainedError(usage);
  if ((command === 'answer' || command === 'close') && reason.trim() === '')
    throw new ExplainedError('Say why: --reason "…"');
  if (command === 'answer' && (text.trim() === '' || text.length > longestInquiryText))
    throw new ExplainedError(`An answer has 1 to ${longestInquiryText} characters: --text "…"`);

  const config = readSettings(process.env);
  const clock = clockOf(config);
  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 1 });
  const service = new InquiryService({
    database,
    threads: new Threads(database),
    tell: new Tell(database, clock),
    clock,
  });
  const actor = { actor: `command:${by}` };
  try {
    if (isList) for (const entry of await service.list({ status, limit: 100 }, actor)) say(lineOf(entry));
    else if (id !== undefined) {
      if (command === 'show') for (const line of linesOf(await service.read(id, actor))) say(line);
      else if (command === 'close') await service.close(id, { ...actor, reason });
      else await service.answer(id, text, { ...actor, reason });
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.not_found')
      throw new ExplainedError(`There is no inquiry ${id}.`, { cause: error });
    if (error instanceof AppError && error.code === 'inquiry.closed')
      throw new ExplainedError(`Inquiry ${id} is closed.`, { cause: error });
    throw error;
  } finally {
    await database.close();
  }
}

function readArguments(args: string[]) {
  const options = { text: { type: 'string' }, reason: { type: 'string' }, by: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [command, subject] = positionals;
  const { text = '', reason = '', by = userInfo().username } = values;
  return { command, subject, text, reason, by };
}

const lineOf = ({ id, status, type, username, lastAt }: InquiryEntry): string =>
  [id, status, type, username, lastAt.toISOString()].join('  ');

const linesOf = ({ id, status, type, username, record, messages }: MemberThread): string[] => [
  [id, status, type, username, ...(record === null ? [] : [`record ${record}`])].join('  '),
  ...messages.flatMap(({ author, at, text }) => ['', `${author === 'member' ? username : 'support'}, ${at}`, text]),
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
