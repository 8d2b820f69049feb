import { ExplainedError } from '../../ground/explainedError.ts';

/** Runs a command: what is wrong is one sentence on standard error and exit code 1. */
export function run(work: () => void | Promise<void>): void {
  Promise.resolve()
    .then(work)
    .catch((error: unknown) => {
      const isTold = error instanceof ExplainedError || !(error instanceof Error);
      process.stderr.write(`${isTold ? told(error) : (error.stack ?? told(error))}\n`);
      process.exitCode = 1;
    });
}

const told = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
