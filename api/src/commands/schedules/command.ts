import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ExplainedError } from '../../ground/explainedError.ts';
import { run, say } from '../run.ts';

/**
 * A command that needs no database: one input gives one answer, and a file with an array of inputs an array of answers, in
 * their order. What cannot be read fails with one sentence and no output.
 */
export function scheduleCommand<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  answer: (input: z.output<Schema>) => object,
): void {
  const usage = `Usage: npm run -s ${name} -- '<json>', or --file <path> with an array of inputs`;
  run(usage, () => {
    const [first, path] = process.argv.slice(2);
    if (first === undefined || (first === '--file') !== (path !== undefined)) throw new ExplainedError(usage);
    const given = readJson(path === undefined ? first : readFileSync(path, 'utf8'));
    const answers =
      path === undefined ? answer(readInput(schema, given)) : readInput(z.array(schema), given).map(answer);
    say(JSON.stringify(answers));
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
