/**
 * The terms command; `usage` below lists what it does. It works while Trellis runs (it then uses that database), and by
 * itself when DATABASE_URL names one.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { type TermsDocument, termsDocuments } from '@trellis/api-contract';
import { clockOf } from '../ground/clock.ts';
import { ExplainedError } from '../ground/explainedError.ts';
import { Terms } from '../identity/terms/terms.ts';
import { readTermsFolder } from '../identity/terms/termsFiles.ts';
import { Database } from '../platform/db/database.ts';
import { runningPostgresUrl } from '../platform/embedded/postgres.ts';
import { readSettings } from '../settings.ts';

const usage = `Usage:
  npm run terms -- list                                      every version there is
  npm run terms -- publish terms <folder> --reason "…"       the next version, from en.md, jp.md, zh.md and ko.md
  npm run terms -- publish termservice <folder> --reason "…"
Every member is told, and asked to agree at their next visit; until then they move no money. The name in the audit log
is yours on this machine, or --by <name>.`;

async function main(args: string[]): Promise<void> {
  const { command, document, folder, reason, by } = readArguments(args);
  const publishing = command === 'publish' && document && folder !== undefined;
  if (!publishing && command !== 'list') throw new ExplainedError(usage);
  if (publishing && reason.trim() === '') throw new ExplainedError('Say why: --reason "…"');
  // Before anything is opened: what is wrong with the files needs no database.
  const texts = publishing ? readTermsFolder(folder) : undefined;
  const config = readSettings(process.env);
  const clock = clockOf(config);
  const database = new Database({ url: config.databaseUrl ?? (await runningPostgresUrl(config.dataDir)), poolSize: 1 });
  const terms = new Terms(database, clock);
  try {
    if (publishing && texts) {
      const version = await terms.publish(document, texts, { actor: `command:${by}`, reason });
      say(`Version ${version} of ${document} is published.`);
    } else
      for (const each of await terms.list())
        say([each.document, each.version, each.publishedAt.toISOString()].join('  '));
  } finally {
    await database.close();
  }
}

function readArguments(args: string[]) {
  const options = { reason: { type: 'string' }, by: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [command, name, folder] = positionals;
  const document: TermsDocument | undefined = termsDocuments.find((each) => each === name);
  return { command, document, folder, reason: values.reason ?? '', by: values.by ?? userInfo().username };
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof ExplainedError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
