import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Copy } from './copy.ts';
import type { Mutant } from './mutant.ts';

/** What became of a mutant: which test noticed it, or that none did. */
export interface Outcome {
  readonly mutant: Mutant;
  readonly killedBy: string | undefined;
  readonly seconds: number;
}

const everyMoneyTest = ['src/ledger', 'src/products/transfers', 'src/products/wallet'];
const longestMs = 300_000;

interface JestReport {
  readonly testResults: readonly {
    readonly name: string;
    /** Also failed if all its tests passed, and what it looks at in the end did not. */
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs the tests against a mutant. @throws Error if the mutant is not a program at all: then it proves nothing */
export function tryMutant(copy: Copy, mutant: Mutant): Promise<Outcome> {
  return copy.spoiled(mutant, async () => {
    const startedAt = Date.now();
    const killedBy =
      mutant.first === 'kill run'
        ? await killRun(copy)
        : ((await moneyTests(copy, mutant.first)) ?? (await moneyTests(copy, everyMoneyTest)));
    return { mutant, killedBy, seconds: Math.round((Date.now() - startedAt) / 1000) };
  });
}

async function moneyTests(copy: Copy, patterns: readonly string[]): Promise<string | undefined> {
  const report = join(copy.folder, 'report.json');
  rmSync(report, { force: true });
  const args = ['--silent', '--json', `--outputFile=${report}`, ...patterns];
  const { code, output } = await run(
    join(copy.folder, 'api'),
    join(copy.folder, 'node_modules/jest/bin/jest.js'),
    args,
  );
  if (code === undefined) return `no end within ${longestMs / 1000} s`;
  if (!existsSync(report)) throw new Error(`the tests could not even begin:\n${output}`);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JestReport;
  for (const { assertionResults, message } of testResults)
    if (assertionResults.length === 0) throw new Error(`a test file did not even load: ${message}`);
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    // That a file was not written again says nothing of what it does.
    .find(({ status, fullName }) => status === 'failed' && !fullName.includes('(npm run schema writes'));
  if (failed) return failed.fullName;
  const end = testResults.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return end && `the end of ${basename(end.name)}`;
}

async function killRun(copy: Copy): Promise<string | undefined> {
  const args = ['--api', '3', '--postgres', '0', '--seed', '1'];
  const { code, output } = await run(copy.folder, join(copy.folder, 'tests/kill/run.ts'), args);
  const match = /^FAULT (.*)$/m.exec(output)?.[1];
  if (code !== 0 && match === undefined) throw new Error(`the kill run could not be made:\n${output}`);
  return match && `kill run: ${match}`;
}

/** @returns code `undefined` if it was still running after the longest time */
function run(
  cwd: string,
  script: string,
  args: readonly string[],
): Promise<{ code: number | undefined; output: string }> {
  const child = spawn(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const tooLong = setTimeout(() => child.kill('SIGTERM'), longestMs);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(tooLong);
      resolve({ code: code ?? undefined, output });
    });
  });
}
