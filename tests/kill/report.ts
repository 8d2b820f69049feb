/** What a run came to. */
export interface KillReport {
  readonly figures: Readonly<Record<string, number>>;
  /** Empty: nothing was lost, doubled or created. */
  readonly faults: readonly string[];
}

/** Prints figures and faults; with faults, by which command they come again, and the process ends with 1. */
export function printReport({ figures, faults }: KillReport, again: string): void {
  for (const [name, value] of Object.entries(figures))
    process.stdout.write(
      `${String(value).padStart(8)}  ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}\n`,
    );
  for (const fault of faults.slice(0, 50)) process.stdout.write(`FAULT ${fault}\n`);
  if (faults.length > 0) {
    process.stdout.write(`${faults.length} fault(s). Again: ${again}\n`);
    process.exitCode = 1;
  } else process.stdout.write('Nothing lost, nothing doubled, nothing created.\n');
}
