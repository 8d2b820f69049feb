import { readFileSync } from 'node:fs';

/**
 * Ends this process once the npm that runs it has ended. npm runs a script by a shell; asked to end, it ends that shell
 * alone, killed not even that: a server would keep its port, and the next one would find it taken.
 */
export function endWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const begun = npmAbove();
  setInterval(() => npmAbove() !== begun && process.exit(), 500).unref();
}

/** Which processes are above this one: the shell and npm, or npm alone where the shell gave this its place. */
function npmAbove(): string {
  const shell = process.ppid;
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${shell}/stat`, 'utf8')) ?? [];
    return name?.startsWith('npm') ? `${shell}` : `${shell} ${parent}`;
  } catch {
    // Only Linux says so; elsewhere the shell gives its place.
    return `${shell}`;
  }
}
