import { isNativeError } from 'node:util/types';
import { ExplainedError, explainSystemError } from '../ground/explainedError.ts';

/** Runs a command: `--help` prints its usage, and what is wrong is one sentence on standard error and exit code 1. */
export function run(usage: string, work: () => void | Promise<void>): void {
  if (isHelpAnswered(usage)) return;
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => {
      process.stderr.write(`${failureText(error, usage)}\n`);
      process.exitCode = 1;
    });
}

/** Prints the usage, where it was asked for. @returns whether that was all */
export function isHelpAnswered(usage: string): boolean {
  const isAsked = process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');
  if (isAsked) say(usage);
  return isAsked;
}

/** What whoever runs a command is shown: a sentence where there is one, and a stack where nobody foresaw it. */
export function failureText(error: unknown, usage: string): string {
  if (!isNativeError(error)) return String(error);
  const explained = explainSystemError(error, process.env.DATA_DIR ?? 'the data folder');
  if (explained instanceof ExplainedError) return explained.message;
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_PARSE_ARGS')) return `${error.message}.\n${usage}`;
  const stack = error.stack ?? '';
  // Sequelize gives its errors the stack of the call, which does not say what the database refused.
  return stack.includes(error.message) ? stack || error.name : `${error.name}: ${error.message}\n${stack}`;
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
