import type { TimelineLine } from '../../api.ts';

/** Lines that follow each other and belong together: at least one. */
export type LineRun = readonly [TimelineLine, ...TimelineLine[]];

/**
 * Folds what comes often and says little one by one: log-ins of one device that follow each other, and what one operator looked
 * at. A log-in of another device, one that was refused, or anything in between, stands for itself.
 */
export function foldedLines(lines: readonly TimelineLine[]): readonly LineRun[] {
  const runs: [TimelineLine, ...TimelineLine[]][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    const fold = foldOf(line);
    if (last && fold !== undefined && foldOf(last[0]) === fold) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

/** What a line is folded with; `undefined`: with nothing. */
function foldOf(line: TimelineLine): string | undefined {
  if (line.kind === 'look') return `look ${line.by}`;
  const isLogIn = line.kind === 'security' && line.outcome === 'done' && line.event.startsWith('logIn');
  return isLogIn ? `logIn ${JSON.stringify(line.device)}` : undefined;
}
