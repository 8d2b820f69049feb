import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ExplainedError } from '../../ground/explainedError.ts';
import type { Database } from '../../platform/db/database.ts';
import { run, say } from '../run.ts';

/** Answers all inputs, in their order, by the functions of a database that holds nothing of them. */
export type Schedule<Input> = (database: Database, inputs: readonly Input[]) => Promise<object[]>;

/**
 * A command that runs the product's own calculation: one input gives one answer, and a file with an array of inputs an array
 * of answers, in their order. What cannot be read fails with one sentence and no output.
 */
export function scheduleCommand<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  answer: Schedule<z.output<Schema>>,
): void {
  const usage = `Usage: npm run -s ${name} -- '<json>', or --file <path> with an array of inputs`;
  run(usage, async () => {
    const [first, path] = process.argv.slice(2);
    if (first === undefined || (first === '--file') !== (path !== undefined)) throw new ExplainedError(usage);
    const given = readJson(path === undefined ? first : readFileSync(path, 'utf8'));
    const inputs = path === undefined ? [readInput(schema, given)] : readInput(z.array(schema), given);
    // A database takes a second to start: what is mistyped does not wait for it.
    const { withFunctions } = await import('./withFunctions.ts');
    const answers = await withFunctions((database) => answer(database, inputs));
    say(JSON.stringify(path === undefined ? answers[0] : answers));
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ExplainedError('This is no JSON.');
  }
}

function readInput<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given);
  if (!read.success) throw new ExplainedError(z.prettifyError(read.error));
  return read.data;
}
